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

import type { Consolidated, Consolidation, LosslessText } from "../../../contract/lossless.js";
import { contentHash } from "../../../text/content-hash.js";

/** Shorter texts are hardly longer than a pointer. */
const MIN_CHARS = 120;
/** More runs of lines are harder to read than the lines. */
const MAX_RUNS = 8;
/** Results that may be similar. */
const SIMILAR = { fewest: 3, maxChars: 4_000, maxDiffering: 8 } as const;

/** A result with its text as it would be sent. */
interface Member {
  index: number;
  text: string;
  of: LosslessText;
}

type Merge = "contained" | "similar";

/**
 * Finds results that the newest of their group has, in document order. This is the obvious version;
 * `crates/core/src/lossless` is the quick one.
 *
 * @param texts By result: its text as it would be sent.
 * @param labels By group: its name.
 */
export function consolidate(
  results: readonly LosslessText[],
  texts: readonly string[],
  labels: readonly string[],
): Consolidation[] {
  const all = results.map((of, index): Member => ({ index, text: texts[index] ?? "", of }));
  const mayMerge = all.filter(({ of, text }) => of.isWhole && !of.isError && !of.isFixed && text.length >= MIN_CHARS);
  const taken = new Set<number>();
  const found: Consolidation[] = [];
  for (const merge of ["contained", "similar"] as const) {
    for (const [group, members] of groupsOf(mayMerge, merge)) {
      const free = members.filter(({ index }) => !taken.has(index));
      for (const one of mergeGroup(merge, labels[group] ?? "", free)) {
        taken.add(one.result).add(one.source);
        found.push(one);
      }
    }
  }
  return found.sort((one, other) => one.result - other.result);
}

function groupsOf(members: readonly Member[], merge: Merge): Map<number, Member[]> {
  const groups = new Map<number, Member[]>();
  for (const member of members) {
    const group = member.of[merge];
    if (group === undefined) continue;
    const known = groups.get(group);
    if (known === undefined) groups.set(group, [member]);
    else known.push(member);
  }
  return groups;
}

function mergeGroup(merge: Merge, label: string, members: readonly Member[]): Consolidation[] {
  const source = members.at(-1);
  if (source === undefined || members.length < (merge === "similar" ? SIMILAR.fewest : 2)) return [];
  const newest = source.text.split("\n");
  const parts = members.slice(0, -1).flatMap((member) => {
    const lines = member.text.split("\n");
    const consolidated = merge === "contained" ? runsIn(lines, newest) : differingFrom(lines, newest);
    return consolidated === undefined ? [] : [{ ...member, lines, consolidated }];
  });
  if (merge === "similar" && parts.length + 1 < SIMILAR.fewest) return [];
  return parts.flatMap(({ index, text: before, lines, consolidated }) => {
    const text = render(label, parts.length + 1, source.of, consolidated, lines, newest.length);
    if (text.length >= before.length || Buffer.byteLength(text) >= Buffer.byteLength(before)) return [];
    return [{ result: index, text, source: source.index, hash: contentHash(before), consolidated }];
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
  { callId, messageIndex }: LosslessText,
  consolidated: Consolidated,
  lines: readonly string[],
  newestLines: number,
): string {
  const named = callId === undefined ? "" : ` (${callId.replace(/[^\w.:-]/g, "").slice(0, 128)})`;
  const where = `message #${messageIndex}${named}`;
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
