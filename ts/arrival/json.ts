/** Not yet. */
export function shortenJson(_text: string): string | undefined {
  return undefined;
}
