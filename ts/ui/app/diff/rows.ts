import type { ChangeKind, DiffBlock, DiffMessage, DiffSpan } from "../../api.js";
import { type Cut, cutLines, linesOf } from "./cut.js";

/**
 * What a view of a comparison shows, as rows of one height. Rows of a block are made when they are first looked at, and each
 * is found by sums, so that a comparison of many megabytes opens at once.
 */

export type DiffRow =
  | { row: "message"; message: DiffMessage }
  | { row: "block"; message: DiffMessage; block: DiffBlock; key: string; isFolded: boolean; lines: number }
  /** A line: of both sides, or of one. `left` is the text before, `right` after. */
  | { row: "line"; left?: Cut; right?: Cut; kind: ChangeKind; side: DiffSpan["side"]; block: DiffBlock }
  /** Lines that are not shown, and what to ask for them. */
  | { row: "rest"; message: DiffMessage; block: DiffBlock; chars: number }
  | { row: "pointer"; message: DiffMessage; block: DiffBlock; pointer: string }
  | { row: "original"; text: Cut; last: boolean };

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
  /** Whole texts of blocks, by {@link blockKey}. */
  whole: ReadonlyMap<string, DiffBlock>;
  /** Originals of pointers that are unfolded. */
  originals: ReadonlyMap<string, string>;
}

/** Names a block of a comparison. */
export const blockKey = (message: DiffMessage, block: DiffBlock): string =>
  `${message.index}/${block.index}/${block.type}`;

/** Rows of a part of the comparison. */
interface Part {
  from: number;
  count: number;
  at: (index: number) => DiffRow;
}

export interface DiffRows {
  count: number;
  at: (index: number) => DiffRow | undefined;
  /** Rows at which a changed block begins. */
  changes: readonly number[];
}

export function layOut(messages: readonly DiffMessage[], view: DiffView): DiffRows {
  const parts: Part[] = [];
  const changes: number[] = [];
  let from = 0;
  const add = (count: number, at: Part["at"]) => {
    if (count > 0) parts.push({ from, count, at });
    from += count;
  };
  for (const message of messages) {
    if (view.changedOnly && message.change === "kept") continue;
    add(1, () => ({ row: "message", message }));
    for (const block of message.blocks) {
      if (view.changedOnly && block.change === "kept") continue;
      if (view.hidden.has(block.change)) continue;
      if (block.change !== "kept") changes.push(from);
      addBlock(message, block, view, add);
    }
  }
  return { count: from, at: (index) => rowAt(parts, index), changes };
}

function rowAt(parts: readonly Part[], index: number): DiffRow | undefined {
  let [low, high] = [0, parts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((parts[middle]?.from ?? 0) <= index) low = middle;
    else high = middle - 1;
  }
  const part = parts[low];
  return part === undefined || index < part.from || index >= part.from + part.count
    ? undefined
    : part.at(index - part.from);
}

type Add = (count: number, at: Part["at"]) => void;

function addBlock(message: DiffMessage, cut: DiffBlock, view: DiffView, add: Add): void {
  const key = blockKey(message, cut);
  const block = view.whole.get(key) ?? cut;
  // What is kept is folded unless one asks for it; what changed is open.
  const isFolded = (block.change === "kept" && block.charsBefore > SHORT_CHARS) !== view.turned.has(key);
  const runs = isFolded ? [] : runsOf(block, view);
  const lines = runs.reduce((sum, run) => sum + run.count, 0);
  add(1, () => ({ row: "block", message, block, key, isFolded, lines }));
  for (const { count, at } of runs) add(count, at);
  if (isFolded) return;
  const chars = block.spans.reduce((sum, { rest = 0 }) => sum + rest, 0);
  if (chars > 0) add(1, () => ({ row: "rest", message, block, chars }));
  for (const { pointer } of block.spans) {
    if (pointer === undefined) continue;
    add(1, () => ({ row: "pointer", message, block, pointer }));
    const original = view.originals.get(pointer);
    if (original === undefined) continue;
    const cuts = cutLines(linesOf(original), view.columns);
    add(cuts.length, (index) => ({ row: "original", text: cuts[index] as Cut, last: index === cuts.length - 1 }));
  }
}

/** Kept blocks up to this are shown at once. */
const SHORT_CHARS = 240;

interface Lines {
  count: number;
  at: (index: number) => DiffRow;
}

const known = new WeakMap<DiffBlock, { columns: number; isSplit: boolean; runs: Lines[] }>();

function runsOf(block: DiffBlock, { columns, isSplit }: DiffView): Lines[] {
  const before = known.get(block);
  if (before?.columns === columns && before.isSplit === isSplit) return before.runs;
  const runs = makeRuns(block, columns, isSplit);
  known.set(block, { columns, isSplit, runs });
  return runs;
}

/** Spans become lines; the server has compared them, so text of both is a span by itself. */
function makeRuns(block: DiffBlock, columns: number, isSplit: boolean): Lines[] {
  const runs: Lines[] = [];
  for (let at = 0; at < block.spans.length; at++) {
    const span = block.spans[at] as DiffSpan;
    const next = block.spans[at + 1];
    if (span.side === "before" && next?.side === "after") {
      at++;
      runs.push(besides(block, span, next, columns, isSplit));
    } else runs.push(spanRun(block, span, columns));
  }
  return runs;
}

function spanRun(block: DiffBlock, { side, kind, text }: DiffSpan, columns: number): Lines {
  const cuts = cutLines(linesOf(text), columns);
  const at = (index: number): DiffRow => {
    const cut = cuts[index] as Cut;
    const left = side === "after" ? {} : { left: cut };
    return { row: "line", ...left, ...(side === "before" ? {} : { right: cut }), kind, side, block };
  };
  return { count: cuts.length, at };
}

/** Both sides of a replacement: beside each other, or one below the other. */
function besides(block: DiffBlock, before: DiffSpan, after: DiffSpan, columns: number, isSplit: boolean): Lines {
  const [left, right] = [cutLines(linesOf(before.text), columns), cutLines(linesOf(after.text), columns)];
  const { kind } = before;
  if (!isSplit) {
    const at = (index: number): DiffRow =>
      index < left.length
        ? { row: "line", left: left[index] as Cut, kind, side: "before", block }
        : { row: "line", right: right[index - left.length] as Cut, kind, side: "after", block };
    return { count: left.length + right.length, at };
  }
  const at = (index: number): DiffRow => {
    const [one, two] = [left[index], right[index]];
    const side = one === undefined ? "after" : "before";
    return {
      row: "line",
      ...(one === undefined ? {} : { left: one }),
      ...(two === undefined ? {} : { right: two }),
      kind,
      side,
      block,
    };
  };
  return { count: Math.max(left.length, right.length), at };
}
