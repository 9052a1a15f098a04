/** Not yet. */
export function shortenPaths(_text: string): string | undefined {
  return undefined;
}
