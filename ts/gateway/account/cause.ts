/** `TypeError at prepare (reduce-request.js:70:5)`: an error without its message. */
export function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { code } = error as NodeJS.ErrnoException;
  const place = /^\s+at (?:(\S+) )?\(?(?:.*[/\\])?([^/\\]+:\d+:\d+)\)?$/m.exec(error.stack ?? "");
  const where = place === null ? "" : ` at ${place[1] ?? "?"} (${place[2]})`;
  return `${error.name}${code === undefined ? "" : ` ${code}`}${where}`;
}
