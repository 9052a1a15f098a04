/** Not yet. */
export function shortenSimilar(_text: string): string | undefined {
  return undefined;
}
