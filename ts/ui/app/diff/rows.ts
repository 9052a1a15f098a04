import { splitsPair } from "../../../text/clip.js";
import type { ChangeKind, DiffBlock, DiffMessage, DiffSpan } from "../../api.js";

/** What a view of a comparison shows, as rows of one height. */
export type DiffRow =
  | { row: "message"; message: DiffMessage }
  /** `key` names a block by its places in the comparison. */
  | { row: "block"; block: DiffBlock; key: string; isFolded: boolean }
  /** A line: of both sides, or of one. `left` is the text before, `right` after. */
  | { row: "line"; left: Cut | undefined; right: Cut | undefined; kind: ChangeKind; side: DiffSpan["side"] }
  /** Chars that are not shown. */
  | { row: "rest"; key: string; chars: number }
  | { row: "pointer"; pointer: string }
  | { row: "original"; text: Cut; last: boolean };

/** A line, or as much of a huge one as fits a row. */
export interface Cut {
  text: string;
  /** 0-based number of its line; NaN behind a text that is cut. */
  line: number;
  /** Whether it goes on with the line of the row above. */
  continues: boolean;
}

export interface DiffView {
  /** Chars of a row, of each side. */
  columns: number;
  /** Both sides beside each other, instead of one below the other. */
  isSplit: boolean;
  /** Only messages in which something changed. */
  changedOnly: boolean;
  hidden: ReadonlySet<ChangeKind>;
  /** Blocks that are folded though they changed, or unfolded though they did not. */
  turned: ReadonlySet<string>;
  /** Whole texts of blocks, by their keys. */
  whole: ReadonlyMap<string, DiffBlock>;
  /** Originals of pointers that are unfolded. */
  originals: ReadonlyMap<string, string>;
}

export interface DiffRows {
  rows: readonly DiffRow[];
  /** Rows at which a changed block begins. */
  changes: readonly number[];
}

export function layOut(messages: readonly DiffMessage[], view: DiffView): DiffRows {
  const rows: DiffRow[] = [];
  const changes: number[] = [];
  for (const [at, message] of messages.entries()) {
    if (view.changedOnly && message.change === "kept") continue;
    rows.push({ row: "message", message });
    for (const [place, block] of message.blocks.entries()) {
      if (view.hidden.has(block.change) || (view.changedOnly && block.change === "kept")) continue;
      if (block.change !== "kept") changes.push(rows.length);
      addBlock(rows, `${at}/${place}`, block, view);
    }
  }
  return { rows, changes };
}

/** Kept blocks up to this are shown at once. */
const SHORT_CHARS = 240;

function addBlock(rows: DiffRow[], key: string, cut: DiffBlock, view: DiffView): void {
  const block = view.whole.get(key) ?? cut;
  // What is kept is folded unless one asks for it; what changed is open.
  const isFolded = (block.change === "kept" && block.charsBefore > SHORT_CHARS) !== view.turned.has(key);
  rows.push({ row: "block", block, key, isFolded });
  if (isFolded) return;
  for (const line of linesOfBlock(block, view)) rows.push(line);
  const chars = block.spans.reduce((sum, { rest = 0 }) => sum + rest, 0);
  if (chars > 0) rows.push({ row: "rest", key, chars });
  for (const { pointer } of block.spans) {
    if (pointer === undefined) continue;
    rows.push({ row: "pointer", pointer });
    const original = view.originals.get(pointer);
    const cuts = original === undefined ? [] : cutLines(linesOf(original), view.columns, 0);
    for (const [at, text] of cuts.entries()) rows.push({ row: "original", text, last: at === cuts.length - 1 });
  }
}

const known = new WeakMap<DiffBlock, { columns: number; isSplit: boolean; lines: readonly DiffRow[] }>();

/** A block's lines; they are kept, as each fold or filter lays out everything anew. */
function linesOfBlock(block: DiffBlock, { columns, isSplit }: DiffView): readonly DiffRow[] {
  const before = known.get(block);
  if (before?.columns === columns && before.isSplit === isSplit) return before.lines;
  const lines = makeLines(block.spans, columns, isSplit);
  known.set(block, { columns, isSplit, lines });
  return lines;
}

/** The server has compared the lines: text of both sides is a span by itself. */
function makeLines(spans: readonly DiffSpan[], columns: number, isSplit: boolean): DiffRow[] {
  const rows: DiffRow[] = [];
  const next = { left: 0, right: 0 };
  const cutsOf = ({ text, rest }: DiffSpan, side: keyof typeof next): Cut[] => {
    const lines = linesOf(text);
    const cuts = cutLines(lines, columns, next[side]);
    next[side] += rest === undefined ? lines.length : Number.NaN;
    return cuts;
  };
  for (let at = 0; at < spans.length; at++) {
    const { side, kind } = spans[at] as DiffSpan;
    const left = side === "after" ? [] : cutsOf(spans[at] as DiffSpan, "left");
    const isReplaced = isSplit && side === "before" && spans[at + 1]?.side === "after";
    if (isReplaced) at++;
    const right = side === "before" && !isReplaced ? [] : cutsOf(spans[at] as DiffSpan, "right");
    for (let line = 0; line < Math.max(left.length, right.length); line++) {
      const isLeft = line < left.length;
      const shown = side === "both" ? side : isLeft ? "before" : "after";
      rows.push({ row: "line", left: left[line], right: right[line], kind, side: shown });
    }
  }
  return rows;
}

/** Lines of a text, without their ends; the last end begins no further line. */
const linesOf = (text: string): string[] => text.replace(/\r?\n$/, "").split(/\r?\n/);

/** Rows of lines, each of at most so many chars. @param first The number of the first line */
function cutLines(lines: readonly string[], columns: number, first: number): Cut[] {
  const rows: Cut[] = [];
  for (const [at, text] of lines.entries()) {
    let from = 0;
    do {
      let to = Math.min(text.length, from + columns);
      if (splitsPair(text, to)) to++;
      rows.push({ text: text.slice(from, to), line: first + at, continues: from > 0 });
      from = to;
    } while (from < text.length);
  }
  return rows;
}
