/** A point of a plot with its name, in px. */
export interface NamedPoint {
  name: string;
  x: number;
  y: number;
}

/** Where a name is written. */
export interface LabelPlace {
  x: number;
  y: number;
  anchor: "start" | "end";
}

/** Width of a char and height of a line at the plot's size of letters. */
const CHAR_PX = 6.4;
const LINE_PX = 13;
const GAP_PX = 10;
/** Base lines beside a point, the nicest first. */
const OFFSETS = [-8, 16, 4, -8 - LINE_PX, 16 + LINE_PX, -8 - 2 * LINE_PX, 16 + 2 * LINE_PX];

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/**
 * Places for names, in the points' order: within the plot, on no other name, and on no point. A name without such a place
 * has none. Earlier points choose first.
 */
export function placeLabels(
  points: readonly NamedPoint[],
  { width, height }: { width: number; height: number },
): (LabelPlace | undefined)[] {
  const taken = points.map(({ x, y }): Box => ({ left: x - 5, right: x + 5, top: y - 5, bottom: y + 5 }));
  const isFree = (box: Box) =>
    box.left >= 0 && box.right <= width && box.top >= 0 && box.bottom <= height && !taken.some((one) => meet(one, box));
  return points.map(({ name, x, y }) => {
    const length = name.length * CHAR_PX;
    const isRight = x > width / 2;
    for (const anchor of isRight ? (["end", "start"] as const) : (["start", "end"] as const)) {
      for (const offset of OFFSETS) {
        const place: LabelPlace = { x: anchor === "end" ? x - GAP_PX : x + GAP_PX, y: y + offset, anchor };
        const left = anchor === "end" ? place.x - length : place.x;
        const box = { left, right: left + length, top: place.y - LINE_PX + 3, bottom: place.y + 3 };
        if (!isFree(box)) continue;
        taken.push(box);
        return place;
      }
    }
    return undefined;
  });
}

const meet = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
