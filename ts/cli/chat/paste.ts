// Pasted text on a terminal. Terminals that were asked to put a paste between two marks:
//
//   ESC[200~ first line CR CR third line ESC[201~
//
// Readline would end a message at each line and edit long text slowly, so a paste of several lines, or a long one, stays
// here, and the line has a name for it until it is sent.
import { PassThrough } from "node:stream";
import { StringDecoder } from "node:string_decoder";

const START = "\u001b[200~";
const END = "\u001b[201~";
/** Asks the terminal for the marks, and to leave them out again. */
export const ASK_FOR_MARKS = "\u001b[?2004h";
export const NO_MARKS = "\u001b[?2004l";

/** Shorter pastes of one line are typed. */
const LONG_CHARS = 1_000;
/** The beginning of a mark waits so long for its rest. */
const HOLD_MS = 30;

/** Pasted texts by the names that stand for them. */
export class Pastes {
  readonly #texts = new Map<string, string>();

  /** What is typed in the place of a pasted text. */
  typed(text: string): string {
    const lines = text.replace(/\r\n?/g, "\n");
    if (lines.length <= LONG_CHARS && !/\p{Cc}/u.test(lines)) return lines;
    const count = lines.split("\n").length;
    const name = `[paste ${this.#texts.size + 1}: ${count} ${count === 1 ? "line" : "lines"}]`;
    this.#texts.set(name, lines);
    return name;
  }

  /** A message with the pasted texts in the places of their names. */
  expand(message: string): string {
    if (this.#texts.size === 0) return message;
    return message.replace(/\[paste \d+: \d+ lines?\]/g, (name) => this.#texts.get(name) ?? name);
  }
}

/** A terminal's input for readline, without marks. */
export function withoutMarks(terminal: NodeJS.ReadStream, pastes: Pastes): NodeJS.ReadStream {
  const typed = new PassThrough();
  const filter = createFilter((text) => typed.write(text), pastes);
  const decoder = new StringDecoder("utf8");
  terminal.on("data", (bytes: Buffer) => filter.add(decoder.write(bytes)));
  terminal.on("end", () => {
    filter.end();
    typed.end();
  });
  return Object.assign(typed, {
    isTTY: true,
    setRawMode: (mode: boolean) => terminal.setRawMode(mode),
    pause: () => terminal.pause() && PassThrough.prototype.pause.call(typed),
    resume: () => terminal.resume() && PassThrough.prototype.resume.call(typed),
  }) as unknown as NodeJS.ReadStream;
}

/** Takes input as it comes, and gives what is typed and, at a paste's end, the mark of the paste. */
export function createFilter(type: (text: string) => void, pastes: Pastes) {
  let held = "";
  let pasted: string[] | undefined;
  let timer: NodeJS.Timeout | undefined;
  const say = (text: string) => text !== "" && type(text);
  const take = (text: string): string => {
    const mark = pasted === undefined ? START : END;
    const at = text.indexOf(mark);
    if (at < 0) {
      const begun = beginningOf(mark, text);
      const whole = text.slice(0, text.length - begun);
      if (pasted === undefined) say(whole);
      else pasted.push(whole);
      return text.slice(text.length - begun);
    }
    if (pasted === undefined) say(text.slice(0, at));
    else say(pastes.typed([...pasted, text.slice(0, at)].join("")));
    pasted = pasted === undefined ? [] : undefined;
    return take(text.slice(at + mark.length));
  };
  const flush = () => {
    if (pasted === undefined) say(held);
    else pasted.push(held);
    held = "";
  };
  return {
    add(text: string): void {
      clearTimeout(timer);
      held = take(held + text);
      // Somebody who presses Escape is not kept waiting.
      if (held !== "" && pasted === undefined) timer = setTimeout(flush, HOLD_MS);
    },
    end(): void {
      clearTimeout(timer);
      flush();
      if (pasted !== undefined) say(pastes.typed(pasted.join("")));
    },
  };
}

/** How many chars at the end of a text may be the beginning of a mark. */
function beginningOf(mark: string, text: string): number {
  for (let chars = Math.min(mark.length - 1, text.length); chars > 0; chars--) {
    if (text.endsWith(mark.slice(0, chars))) return chars;
  }
  return 0;
}
