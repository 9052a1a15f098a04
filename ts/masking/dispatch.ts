// A dispatch result is the output of a subprocess with a structured block in it:
//
//   … log … BEGIN_DISPATCH_RESULT {"status":"ok"} END_DISPATCH_RESULT … log …
//           └────────────── kept byte for byte ─────────────┘

import { charsOf, type ResultContent, textsOf } from "../wires/transcript.js";
import type { CompiledPolicy, ToolSettings } from "./compile-policy.js";
import { clipsPlaceholder, dispatchLine, isDispatchLine } from "./placeholder.js";

/** The place of a dispatch block, including delimiters: chars, end exclusive. */
export interface DispatchBlock {
  start: number;
  end: number;
}

const ANYWHERE = /(?:BEGIN|END)_DISPATCH_RESULT/g;
const AT_LINE_START = /(?<=^|\n)(?:BEGIN|END)_DISPATCH_RESULT/g;

const NO_BLOCKS: readonly DispatchBlock[] = [];

/**
 * The dispatch blocks in order; undefined if delimiters are nested or unmatched. Linear.
 *
 * @param place `line-start`: a delimiter anywhere else is ordinary text.
 */
export function findDispatchBlocks(
  content: string,
  place: "anywhere" | "line-start",
): readonly DispatchBlock[] | undefined {
  // This search is faster than the expression, and most texts have no block.
  if (!content.includes("_DISPATCH_RESULT")) return NO_BLOCKS;
  const blocks: DispatchBlock[] = [];
  let open: number | undefined;
  for (const { 0: delimiter, index } of content.matchAll(place === "anywhere" ? ANYWHERE : AT_LINE_START)) {
    const isBegin = delimiter.startsWith("BEGIN");
    if (isBegin !== (open === undefined)) return undefined;
    if (isBegin) open = index;
    else if (open !== undefined) {
      blocks.push({ start: open, end: index + delimiter.length });
      open = undefined;
    }
  }
  return open === undefined ? blocks : undefined;
}

/**
 * The replacement of a result with blocks that the policy keeps: one line for all other text, and each block on lines
 * of its own. Undefined if the result is masked like any other.
 */
export function dispatchText(
  content: ResultContent,
  settings: ToolSettings,
  policy: CompiledPolicy,
): string | undefined {
  if (!settings.dispatch) return undefined;
  const blocks: string[] = [];
  let holders = 0;
  for (const text of textsOf(content)) {
    const found = findDispatchBlocks(text, "line-start");
    if (found === undefined) return undefined;
    if (found.length > 0) holders++;
    for (const { start, end } of found) blocks.push(text.slice(start, end));
  }
  const kept = blocks.reduce((chars, block) => chars + block.length, 0);
  // The members of an object have no order, so blocks of several members would have none.
  const hasOrder = (content.kind !== "object" && content.kind !== "response") || holders === 1;
  if (blocks.length === 0 || !hasOrder || kept > policy.dispatchMaxChars) return undefined;
  const line = dispatchLine(charsOf(content) - kept, lineLimit(settings, policy));
  return [line, ...blocks].join("\n");
}

/** True for a result of {@link dispatchText}: the line, followed only by blocks that the policy still keeps. */
export function isDispatchText(text: string, settings: ToolSettings, policy: CompiledPolicy): boolean {
  const lineEnd = text.indexOf("\n");
  if (!settings.dispatch || !isDispatchLine(text.slice(0, Math.max(0, lineEnd)), lineLimit(settings, policy))) {
    return false;
  }
  const blocks = findDispatchBlocks(text, "line-start");
  if (blocks === undefined || !areLines(text, lineEnd, blocks)) return false;
  return blocks.reduce((chars, { start, end }) => chars + end - start, 0) <= policy.dispatchMaxChars;
}

/** True if only a line feed precedes each block, from `end` on, and nothing follows the last. */
export function areLines(text: string, end: number, blocks: readonly DispatchBlock[]): boolean {
  let at = end;
  for (const block of blocks) {
    if (block.start !== at + 1 || text[at] !== "\n") return false;
    at = block.end;
  }
  return blocks.length > 0 && at === text.length;
}

/** The line is cut at the same length as the observation placeholder. Blocks are never cut. */
function lineLimit({ maxObservationChars }: ToolSettings, { observation }: CompiledPolicy): number {
  return clipsPlaceholder(observation, maxObservationChars) ? maxObservationChars : Number.POSITIVE_INFINITY;
}
