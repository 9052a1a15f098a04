// Merges results that say the same again: the newest stays whole, older ones become pointers to it.
//
//   #2  list src: a.ts, b.ts          ▶ ⟨ Consolidated 2 operations: list src: lines 1–2 of message #8 (call_4) ⟩
//   #8  list src: a.ts, b.ts, c.ts    ─ stays ─
//
//   #3  12 passed in 0.52s, …         ▶ ⟨ Consolidated 3 operations: test: as message #9 (call_5) but for line 1 ⟩
//                                       12 passed in 0.52s
//
// Each call keeps a result of its own, and each pointer restores its text exactly. Results that differ otherwise, and
// errors, stay apart.

import { contentHash } from "../../../text/content-hash.js";
import { type Consolidated, type ContentReference, pointerTo } from "../references/content-reference.js";
import type { ResultText } from "../result-text.js";
import { CONSOLIDATION_RULES, type ConsolidationRule, compileRules } from "./rules.js";

/** A result that became a pointer. */
export interface Consolidation {
  result: ResultText;
  text: string;
  reference: ContentReference;
  /** The newest result, which has to stay whole. */
  source: ResultText;
}

/** Shorter texts are hardly longer than a pointer. */
const MIN_CHARS = 120;
/** More runs of lines are harder to read than the lines. */
const MAX_RUNS = 8;
/** Results that may be similar. */
const SIMILAR = { fewest: 3, maxChars: 4_000, maxDiffering: 8 } as const;

/**
 * Finds results that the newest of their group has, in document order.
 *
 * @param texts By slot: its text as it would be sent.
 * @param isFixed Whether a result must stay.
 */
export function consolidate(
  results: readonly ResultText[],
  texts: readonly string[],
  isFixed: (result: ResultText) => boolean,
  rules: readonly ConsolidationRule[] = CONSOLIDATION_RULES,
): Consolidation[] {
  const textOf = ({ slot }: ResultText) => texts[slot.index] ?? "";
  const mayMerge = results.filter(
    (result) => result.isWhole && !result.isError && !isFixed(result) && textOf(result).length >= MIN_CHARS,
  );
  const pointed = new Set<ResultText>();
  const sources = new Set<ResultText>();
  const found: Consolidation[] = [];
  for (const group of groupsOf(mayMerge, rules)) {
    const free = group.results.filter((one) => !pointed.has(one) && (group.merge === "contained" || !sources.has(one)));
    const merged = mergeGroup({ ...group, results: free }, textOf, (one) => sources.has(one));
    for (const one of merged) {
      pointed.add(one.result);
      sources.add(one.source);
      found.push(one);
    }
  }
  return found.sort((one, other) => one.result.slot.index - other.result.slot.index);
}

interface Group {
  merge: ConsolidationRule["merge"];
  label: string;
  results: ResultText[];
}

/** Groups of contained results come first. */
function groupsOf(results: readonly ResultText[], rules: readonly ConsolidationRule[]): Group[] {
  const find = compileRules(rules);
  const groups = new Map<string, Group>();
  for (const result of results) {
    for (const { rule, key, label } of find(result.tool, result.args)) {
      const group = groups.get(key) ?? { merge: rule.merge, label, results: [] };
      group.results.push(result);
      groups.set(key, group);
    }
  }
  const all = [...groups.values()];
  return [...all.filter(({ merge }) => merge === "contained"), ...all.filter(({ merge }) => merge === "similar")];
}

function mergeGroup(
  { merge, label, results }: Group,
  textOf: (result: ResultText) => string,
  isSource: (result: ResultText) => boolean,
): Consolidation[] {
  const source = results.at(-1);
  if (source === undefined || results.length < (merge === "similar" ? SIMILAR.fewest : 2)) return [];
  const newest = textOf(source).split("\n");
  const older = results.slice(0, -1).filter((one) => !isSource(one));
  const parts = older.flatMap((result) => {
    const lines = textOf(result).split("\n");
    const consolidated = merge === "contained" ? runsIn(lines, newest) : differingFrom(lines, newest);
    return consolidated === undefined ? [] : [{ result, lines, consolidated }];
  });
  if (merge === "similar" && parts.length + 1 < SIMILAR.fewest) return [];
  return parts.flatMap(({ result, lines, consolidated }) => {
    const before = textOf(result);
    const text = render(label, parts.length + 1, source, consolidated, lines, newest.length);
    if (text.length >= before.length || Buffer.byteLength(text) >= Buffer.byteLength(before)) return [];
    return [{ result, text, source, reference: referenceOf(result, source, before, consolidated) }];
  });
}

/** The runs of the newest result's lines that are the older result; undefined if it is not all there, in order. */
function runsIn(lines: readonly string[], newest: readonly string[]): Consolidated | undefined {
  const runs: [number, number][] = [];
  let at = 0;
  for (const line of lines) {
    const last = runs.at(-1);
    if (last !== undefined && newest[at] === line) {
      last[1]++;
    } else {
      while (at < newest.length && newest[at] !== line) at++;
      if (at === newest.length || runs.length === MAX_RUNS) return undefined;
      runs.push([at, 1]);
    }
    at++;
  }
  return { runs };
}

/** The lines that differ; undefined if those are too many. */
function differingFrom(lines: readonly string[], newest: readonly string[]): Consolidated | undefined {
  if (lines.length !== newest.length || charsOf(lines) > SIMILAR.maxChars) return undefined;
  const differing = lines.flatMap((line, at) => (line === newest[at] ? [] : [at]));
  return differing.length <= SIMILAR.maxDiffering && differing.length < lines.length ? { differing } : undefined;
}

const charsOf = (lines: readonly string[]): number => lines.reduce((chars, line) => chars + line.length + 1, 0);

function render(
  label: string,
  count: number,
  { slot }: ResultText,
  consolidated: Consolidated,
  lines: readonly string[],
  newestLines: number,
): string {
  const { id } = slot.block.call ?? {};
  const named = id === undefined ? "" : ` (${id.replace(/[^\w.:-]/g, "").slice(0, 128)})`;
  const where = `message #${slot.block.messageIndex}${named}`;
  if ("runs" in consolidated) {
    const { runs } = consolidated;
    const isAll = runs.length === 1 && runs[0]?.[1] === newestLines;
    const shown = runs.map(([from, lineCount]) => rangeText(from + 1, from + lineCount)).join(", ");
    return `⟨ Consolidated ${count} operations: ${label}: ${isAll ? "the same as" : `lines ${shown} of`} ${where} ⟩`;
  }
  const { differing } = consolidated;
  const shown = differing.map((line) => line + 1).join(", ");
  const heading = `⟨ Consolidated ${count} operations: ${label}: as ${where}${shown === "" ? "" : ` but for lines ${shown}`} ⟩`;
  return [heading, ...differing.map((line) => lines[line] ?? "")].join("\n");
}

const rangeText = (first: number, last: number): string => (first === last ? String(first) : `${first}–${last}`);

function referenceOf(
  result: ResultText,
  source: ResultText,
  before: string,
  consolidated: Consolidated,
): ContentReference {
  return {
    type: "tool_result",
    place: pointerTo(result.slot.path),
    originalIndex: source.slot.block.messageIndex,
    operation: source.tool,
    hash: contentHash(before),
    source: pointerTo(source.slot.path),
    consolidated,
  };
}
