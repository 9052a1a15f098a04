// Finds how far two results have the same lines around two given lines:
//
//   earlier result        later result
//   10→let a;             …
//   11→let b;   ◀ same ▶  14→let b;      the numbers differ by the same amount, and each is one more than the last
//   12→let c;   ◀ same ▶  15→let c;
//   13→}                  16→let d;

import { formatOf, type Line, spellNumber } from "./lines.js";

/** Lines of a result, and which of them may take part in a run. */
export interface Stretch {
  lines: readonly Line[];
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

type Equality = (line: Line, source: Line, distance: number) => boolean;

/** The longest run that contains line `at` of `later` and line `sourceAt` of `source`; undefined if those differ. */
export function matchRun(later: Stretch, at: number, source: Stretch, sourceAt: number): Run | undefined {
  const [line, sourceLine] = [later.lines[at], source.lines[sourceAt]];
  if (line === undefined || sourceLine === undefined) return undefined;
  const isRenumbered = line.text !== sourceLine.text;
  const equals = isRenumbered ? sameButNumbers(line, sourceLine) : sameText;
  const same = (distance: number): boolean => {
    const [one, other] = [later.lines[at + distance], source.lines[sourceAt + distance]];
    if (one === undefined || other === undefined || equals === undefined) return false;
    return later.takes(at + distance) && source.takes(sourceAt + distance) && equals(one, other, distance);
  };
  if (!same(0)) return undefined;
  let forward = 1;
  while (same(forward)) forward++;
  let back = 0;
  while (same(-back - 1)) back++;
  return { line: at - back, sourceLine: sourceAt - back, count: forward + back, isRenumbered };
}

const sameText: Equality = ({ text }, source) => text === source.text;

/** Undefined if one of the two lines has no number. */
function sameButNumbers(line: Line, source: Line): Equality | undefined {
  const [first, sourceFirst] = [line.number, source.number];
  if (first === undefined || sourceFirst === undefined) return undefined;
  const format = formatOf(first);
  return (one, other, distance) =>
    one.key === other.key &&
    other.number?.value === sourceFirst.value + distance &&
    one.number?.spelled === spellNumber(first.value + distance, format);
}

/** The lines after `before`, as it numbers them, from lines with other numbers; undefined if one has no number. */
export function renumber(before: Line, sources: readonly Line[]): string[] | undefined {
  const { number } = before;
  if (number === undefined || sources.some((source) => source.number === undefined)) return undefined;
  const format = formatOf(number);
  return sources.map(({ key }, index) => spellNumber(number.value + 1 + index, format) + key);
}
