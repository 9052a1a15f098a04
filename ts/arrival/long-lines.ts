/** Not yet. */
export function shortenLongLines(_text: string, _maxChars: number): string | undefined {
  return undefined;
}
