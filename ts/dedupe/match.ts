// Finds how far two results have the same lines around two given lines:
//
//   earlier result        later result
//   10→let a;             …
//   11→let b;   ◀ same ▶  14→let b;      the numbers differ by the same amount, and each is one more than the last
//   12→let c;   ◀ same ▶  15→let c;
//   13→}                  16→let d;

import { formatOf, type Line, spellNumber, type TextLines } from "./lines.js";

/** Lines of a result, and which of them may take part in a run. */
export interface Stretch {
  lines: TextLines;
  takes(line: number): boolean;
}

/** Equal lines in a row. */
export interface Run {
  /** First line in the later result. */
  line: number;
  /** First line in the source. */
  sourceLine: number;
  count: number;
  /** Whether the lines differ in their numbers. The first line then has to stay, because it has the new number. */
  isRenumbered: boolean;
}

type Equality = (line: number, sourceLine: number, distance: number) => boolean;

/** The longest run that contains line `at` of `later` and line `sourceAt` of `source`; undefined if those differ. */
export function matchRun(later: Stretch, at: number, source: Stretch, sourceAt: number): Run | undefined {
  if (at >= later.lines.length || sourceAt >= source.lines.length) return undefined;
  const isRenumbered = !later.lines.isSame(at, source.lines, sourceAt);
  const equals: Equality | undefined = isRenumbered
    ? sameButNumbers(later.lines, at, source.lines, sourceAt)
    : (line, sourceLine) => later.lines.isSame(line, source.lines, sourceLine);
  const same = (distance: number): boolean => {
    const [one, other] = [at + distance, sourceAt + distance];
    if (equals === undefined || one < 0 || other < 0) return false;
    if (one >= later.lines.length || other >= source.lines.length) return false;
    return later.takes(one) && source.takes(other) && equals(one, other, distance);
  };
  if (!same(0)) return undefined;
  let forward = 1;
  while (same(forward)) forward++;
  let back = 0;
  while (same(-back - 1)) back++;
  return { line: at - back, sourceLine: sourceAt - back, count: forward + back, isRenumbered };
}

/** Undefined if one of the two lines has no number. */
function sameButNumbers(lines: TextLines, at: number, sources: TextLines, sourceAt: number): Equality | undefined {
  const [first, sourceFirst] = [lines.number(at), sources.number(sourceAt)];
  if (first === undefined || sourceFirst === undefined) return undefined;
  const format = formatOf(first);
  return (one, other, distance) =>
    lines.key(one) === sources.key(other) &&
    sources.number(other)?.value === sourceFirst.value + distance &&
    lines.spelled(one) === spellNumber(first.value + distance, format);
}

/** The lines after `before`, as it numbers them, from lines with other numbers; undefined if one has no number. */
export function renumber(before: Line, sources: readonly Line[]): string[] | undefined {
  const { number } = before;
  if (number === undefined || sources.some((source) => source.number === undefined)) return undefined;
  const format = formatOf(number);
  return sources.map(({ key }, index) => spellNumber(number.value + 1 + index, format) + key);
}
