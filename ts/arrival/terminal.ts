/** Not yet. */
export function shortenTerminal(_text: string): string | undefined {
  return undefined;
}
