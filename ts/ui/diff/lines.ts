/**
 * A comparison of two texts line by line, in linear time but for sorting: lines that occur once in both are anchors, of
 * which the longest rising run is kept (patience diff); between anchors equal lines at both ends are matched, and the rest
 * is taken as replaced. It never takes longer on hostile texts, for which it only finds less.
 */

/** A run of lines: `same` of both texts, `removed` of the first, `added` of the second. */
export interface Run {
  kind: "same" | "removed" | "added";
  /** Index of its first line, in the second text for `added`, else in the first. */
  from: number;
  /** Number of lines. */
  count: number;
}

/** Runs in order, no two of a kind in a row. */
export function diffLines(before: readonly string[], after: readonly string[]): Run[] {
  const runs: Run[] = [];
  let [a, b] = [0, 0];
  const end: Anchor = [before.length, after.length];
  for (const [nextA, nextB] of [...anchorsOf(before, after), end]) {
    while (a < before.length && b < after.length && before[a] === after[b]) {
      add(runs, "same", a, 1);
      [a, b] = [a + 1, b + 1];
    }
    if (nextA >= a && nextB >= b) [a, b] = fillGap(before, after, runs, [a, b], [nextA, nextB]);
  }
  return runs;
}

type Anchor = readonly [a: number, b: number];

/** Lines between two anchors. */
function fillGap(
  before: readonly string[],
  after: readonly string[],
  runs: Run[],
  [fromA, fromB]: Anchor,
  [toA, toB]: Anchor,
): [number, number] {
  let [endA, endB] = [toA, toB];
  while (endA > fromA && endB > fromB && before[endA - 1] === after[endB - 1]) [endA, endB] = [endA - 1, endB - 1];
  add(runs, "removed", fromA, endA - fromA);
  add(runs, "added", fromB, endB - fromB);
  add(runs, "same", endA, toA - endA);
  return [toA, toB];
}

function add(runs: Run[], kind: Run["kind"], from: number, count: number): void {
  if (count === 0) return;
  const last = runs.at(-1);
  if (last?.kind === kind && last.from + last.count === from) last.count += count;
  else runs.push({ kind, from, count });
}

/** Lines that occur once in each text, in rising order in both. */
function anchorsOf(before: readonly string[], after: readonly string[]): Anchor[] {
  const once = (lines: readonly string[]) => {
    const places = new Map<string, number>();
    for (const [index, line] of lines.entries()) places.set(line, places.has(line) ? -1 : index);
    return places;
  };
  const inBefore = once(before);
  const pairs: Anchor[] = [];
  for (const [line, b] of once(after)) {
    const a = inBefore.get(line);
    if (b >= 0 && a !== undefined && a >= 0) pairs.push([a, b]);
  }
  return longestRising(pairs);
}

/** Of pairs that rise in the second number, the longest row that rises in the first, too. */
function longestRising(pairs: readonly Anchor[]): Anchor[] {
  const tails: number[] = [];
  const previous = new Int32Array(pairs.length).fill(-1);
  for (const [index, [a]] of pairs.entries()) {
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[tails[middle] ?? 0]?.[0] ?? 0) < a) low = middle + 1;
      else high = middle;
    }
    previous[index] = tails[low - 1] ?? -1;
    tails[low] = index;
  }
  const row: Anchor[] = [];
  for (let at = tails.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) {
    const pair = pairs[at];
    if (pair !== undefined) row.push(pair);
  }
  return row.reverse();
}
