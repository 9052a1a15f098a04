/** Not yet. */
export function shortenClip(_text: string, _maxChars: number): string | undefined {
  return undefined;
}
