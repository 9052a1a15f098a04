/** Not yet. */
export function shortenLineNumbers(_text: string, _mode: "padding" | "tenth"): string | undefined {
  return undefined;
}
