/** Index of the quote that closes the string that opens at `at`. */
export function stringEnd(text: string, at: number): number {
  let end = text.indexOf('"', at + 1);
  while (isEscaped(text, at, end)) end = text.indexOf('"', end + 1);
  return end;
}

/** True if an odd number of backslashes precedes `end`. Each run is counted once, so the scan is linear. */
function isEscaped(text: string, at: number, end: number): boolean {
  let first = end;
  while (first - 1 > at && text.charCodeAt(first - 1) === BACKSLASH) first--;
  return (end - first) % 2 === 1;
}

const BACKSLASH = 92;
