// Names in a plot: each on a line of its own, so that none lies on another however close their points are.

/** Least distance of two names' base lines at 11 px. */
export const LINE_PX = 13;

/**
 * Moves heights apart until any two differ by {@link LINE_PX}, in their order and within a range that has room for them.
 *
 * @returns the new heights, in the order of `wanted`
 */
export function spread(wanted: readonly number[], top: number, bottom: number): number[] {
  const order = wanted.map((_, index) => index).sort((a, b) => (wanted[a] as number) - (wanted[b] as number));
  const placed: number[] = [];
  let least = top;
  for (const index of order) {
    placed[index] = Math.max(wanted[index] as number, least);
    least = (placed[index] as number) + LINE_PX;
  }
  let most = bottom;
  for (const index of order.reverse()) {
    placed[index] = Math.min(placed[index] as number, most);
    most = (placed[index] as number) - LINE_PX;
  }
  return placed;
}

/** Widths of a char at 11 px that no usual font exceeds on average: of ASCII, and of anything else. */
const [ASCII_PX, OTHER_PX] = [6.2, 11.5];
const widthOf = (char: string) => (/[\x20-\x7e…]/.test(char) ? ASCII_PX : OTHER_PX);

/** The text, or its beginning with an ellipsis, in at most `px`. */
export function fitText(text: string, px: number): string {
  const chars = [...text];
  if (chars.reduce((sum, char) => sum + widthOf(char), 0) <= px) return text;
  let room = px - widthOf("…");
  const fitting = chars.findIndex((char) => {
    room -= widthOf(char);
    return room < 0;
  });
  return `${chars.slice(0, fitting).join("")}…`;
}
