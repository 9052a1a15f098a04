// One line of a terminal: chars in columns, each code point in one, and a cursor that controls move. The native twins
// are `screen.rs` and `sequence.rs` under `crates/core/src/arrival/terminal`. Source of the controls: ECMA-48, and
// xterm's control sequences.

import { isShorter } from "./text-lines.js";

const ESCAPE = "\u001b";

/** The line as a terminal shows it in the end, without blanks at its end. */
export function showLine(line: string): string {
  // Tabs stay chars where nothing moves.
  const still = withoutControls(line);
  if (still !== undefined) return withoutBlanks(still);
  const shown = draw(line, true);
  // The blanks up to tab stops may be more than all that goes.
  return isShorter(shown, line) ? shown : draw(line, false);
}

/** Undefined if something moves within the line. */
function withoutControls(line: string): string | undefined {
  const texts: string[] = [];
  for (const { text, control } of piecesOf(line)) {
    if (control !== undefined && moves(control)) return undefined;
    if (text !== "") texts.push(text);
  }
  return texts.join("");
}

function draw(line: string, hasTabStops: boolean): string {
  const screen = new Screen(hasTabStops);
  for (const { text, control } of piecesOf(line)) {
    screen.write(text);
    if (control !== undefined) screen.apply(control);
  }
  return withoutBlanks(screen.text());
}

/** A loop, because an expression would look at every blank of a line with many. */
function withoutBlanks(line: string): string {
  let end = line.length;
  while (line[end - 1] === " " || line[end - 1] === "\t") end--;
  return line.slice(0, end);
}

/** Text, or a control char or sequence, whose text is empty. */
interface Piece {
  text: string;
  control?: Control;
}

interface Control {
  /** The last char of a sequence that does something within a line, or the control char itself; else empty. */
  kind: string;
  number: number;
  chars: number;
}

/** One by one, because a line may have millions. */
function* piecesOf(line: string): Generator<Piece> {
  for (let at = 0, start = 0; at < line.length; start = at) {
    if (isControl(line[at])) {
      const control = controlAt(line, at);
      at += control.chars;
      yield { text: "", control };
    } else {
      while (at < line.length && !isControl(line[at])) at++;
      yield { text: line.slice(start, at) };
    }
  }
}

const isControl = (char: string | undefined): boolean => char === ESCAPE || char === "\b" || char === "\r";

/** Erasing to the right does nothing while the cursor is at the line's end, where it is until something moves. */
const moves = ({ kind, number }: Control): boolean => (kind === "K" ? number === 1 || number === 2 : kind !== "");

function controlAt(line: string, at: number): Control {
  const char = line[at] ?? "";
  if (char !== ESCAPE) return { kind: char, number: 0, chars: 1 };
  const end = sequenceEnd(line, at);
  const [, digits, kind] = EFFECT.exec(line.slice(at + 1, end)) ?? [];
  return { kind: kind ?? "", number: Number(digits ?? 0), chars: end - at };
}

/** A sequence that does something within a line. */
const EFFECT = /^\[([0-9]*)([GCDKa`])$/;

/** The end of the sequence at `at`. Where it has none, the escape char is all that goes. */
function sequenceEnd(line: string, at: number): number {
  const next = line[at + 1] ?? "";
  if (next === "[") {
    const behind = skip(line, skip(line, at + 2, "0", "?"), " ", "/", MOST_INTERMEDIATES);
    return isIn(line[behind], "@", "~") ? behind + 1 : at + 1;
  }
  if (next !== "" && "]PX^_".includes(next)) {
    const behind = skip(line, at + 2, " ", "\uffff");
    if (line[behind] === "\u0007") return behind + 1;
    return line.startsWith(`${ESCAPE}\\`, behind) ? behind + 2 : at + 1;
  }
  const behind = skip(line, at + 1, " ", "/", MOST_INTERMEDIATES);
  return isIn(line[behind], "0", "~") ? behind + 1 : at + 1;
}

/** More are text behind a sequence that was cut off. */
const MOST_INTERMEDIATES = 2;

/** Where the chars from `first` to `last` end, or `most` of them. */
function skip(line: string, from: number, first: string, last: string, most = Number.POSITIVE_INFINITY): number {
  let at = from;
  while (at < from + most && isIn(line[at], first, last)) at++;
  return at;
}

const isIn = (char: string | undefined, first: string, last: string): boolean =>
  char !== undefined && char >= first && char <= last;

/** Columns from one tab stop to the next. */
const TAB_COLUMNS = 8;
/** Behind this column a tab takes one column, so that tabs alone cannot fill much memory. */
const LAST_TAB_STOP = 1024;

class Screen {
  private readonly cells: string[] = [];
  /** May be behind the last cell: what is between is blank once something is written here. */
  private column = 0;

  /** @param hasTabStops if not, a tab is a char in one column */
  constructor(private readonly hasTabStops: boolean) {}

  text(): string {
    return this.cells.join("");
  }

  write(text: string): void {
    for (const char of text) {
      // A tab goes over what is there and erases nothing.
      if (char === "\t" && (this.hasTabStops || this.column < this.cells.length)) {
        this.column += this.tabColumns();
        continue;
      }
      while (this.cells.length < this.column) this.cells.push(" ");
      this.cells[this.column] = char;
      this.column++;
    }
  }

  private tabColumns(): number {
    return this.hasTabStops && this.column < LAST_TAB_STOP ? TAB_COLUMNS - (this.column % TAB_COLUMNS) : 1;
  }

  apply({ kind, number, chars }: Control): void {
    const count = Math.max(1, number);
    if (kind === "\r") this.column = 0;
    else if (kind === "\b") this.column = Math.max(0, this.column - 1);
    else if (kind === "D") this.column = Math.max(0, this.column - count);
    else if (kind === "C" || kind === "a") this.moveTo(this.column + count, chars);
    else if (kind === "G" || kind === "`") this.moveTo(count - 1, chars);
    else if (kind === "K") this.erase(number);
  }

  /** Moves past the end of the line by fewer columns than the control has chars, so that a line gets no longer. */
  private moveTo(column: number, chars: number): void {
    this.column = Math.min(column, Math.max(this.column, this.cells.length) + chars - 1);
  }

  /** What is surely gone. Blanks in front of later text are left out: they could be many at each such control. */
  private erase(number: number): void {
    if (number === 0) {
      this.cells.length = Math.min(this.cells.length, this.column);
    } else if (number === 2 || (number === 1 && this.column >= this.cells.length)) {
      this.cells.length = 0;
      this.column = 0;
    }
  }
}
