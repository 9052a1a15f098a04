// Whether a measured value grows. Memory of a garbage-collected process is a saw; its lowest points tell what stays.

/**
 * The lowest point of each window of `size` points; the last window may be shorter than that and is left out.
 *
 * @param {readonly [x: number, y: number][]} points in order
 * @param {number} size
 * @returns {[x: number, y: number][]}
 */
export function lowest(points, size) {
  const windows = Array.from({ length: Math.floor(points.length / size) }, (_, at) =>
    points.slice(at * size, (at + 1) * size),
  );
  return windows.map((window) => window.reduce((best, point) => (point[1] < best[1] ? point : best)));
}

/**
 * The median of the slopes between all pairs of points (Theil and Sen): up to 29 % of the points may be anywhere without
 * moving it far. O(n²).
 *
 * @param {readonly (readonly [x: number, y: number])[]} points two at least, of different x
 * @returns {number} in units of y for one of x
 */
export function medianSlope(points) {
  const slopes = points.flatMap(([x, y], at) => points.slice(at + 1).map(([x2, y2]) => (y2 - y) / (x2 - x)));
  if (slopes.length === 0) throw new Error("a slope needs two points at least");
  return median(slopes);
}

export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
