// Which lines of two texts are the same: the common beginning and end, and between them the longest run of lines that both
// have once. O(n log n).

/** A run of whole lines: in both texts, only in the first, or only in the second. */
export interface LineRun {
  side: "both" | "before" | "after";
  text: string;
}

/** The runs of two texts, in order. Their texts joined are the texts again. */
export function diffLines(before: string, after: string): LineRun[] {
  const [a, b] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const runs = new Runs();
  runs.add("both", a, 0, start);
  let [atA, atB] = [start, start];
  for (const [lineA, lineB] of sameLines(a, b, start, end)) {
    runs.add("before", a, atA, lineA);
    runs.add("after", b, atB, lineB);
    runs.add("both", a, lineA, lineA + 1);
    [atA, atB] = [lineA + 1, lineB + 1];
  }
  runs.add("before", a, atA, a.length - end);
  runs.add("after", b, atB, b.length - end);
  runs.add("both", a, a.length - end, a.length);
  return runs.list;
}

/** Lines with their line feeds. */
const linesOf = (text: string): string[] => (text === "" ? [] : text.split(/(?<=\n)/));

class Runs {
  readonly list: LineRun[] = [];

  add(side: LineRun["side"], lines: readonly string[], from: number, to: number): void {
    if (to <= from) return;
    const text = lines.slice(from, to).join("");
    const last = this.list.at(-1);
    if (last?.side === side) last.text += text;
    else this.list.push({ side, text });
  }
}

/** Pairs of equal lines that occur once in each middle, in an order that both have. */
function sameLines(a: readonly string[], b: readonly string[], start: number, end: number): [number, number][] {
  const inB = placesOfUnique(b, start, b.length - end);
  const inA = placesOfUnique(a, start, a.length - end);
  const pairs: [number, number][] = [];
  for (const [line, at] of inA) {
    const other = inB.get(line);
    if (other !== undefined) pairs.push([at, other]);
  }
  return longestRising(pairs);
}

function placesOfUnique(lines: readonly string[], from: number, to: number): Map<string, number> {
  const places = new Map<string, number>();
  const twice = new Set<string>();
  for (let at = from; at < to; at++) {
    const line = lines[at] ?? "";
    if (places.has(line)) twice.add(line);
    else places.set(line, at);
  }
  for (const line of twice) places.delete(line);
  return places;
}

/** The longest part of a list, whose first numbers rise, in which the second ones rise too. */
function longestRising(pairs: readonly [number, number][]): [number, number][] {
  const ends: number[] = [];
  const before = new Array<number>(pairs.length).fill(-1);
  pairs.forEach(([, value], index) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] ?? 0]?.[1] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    before[index] = ends[low - 1] ?? -1;
    ends[low] = index;
  });
  const found: [number, number][] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) {
    const pair = pairs[at];
    if (pair !== undefined) found.push(pair);
  }
  return found.reverse();
}
