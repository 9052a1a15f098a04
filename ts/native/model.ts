// The name of a body's model, read while the body is surely as it was: a report may be read when it no longer is.

/** The name that was read last, with the JSON that it was read from. A program's requests mostly name the same model. */
let last: { json: Uint8Array; name: string } = { json: new Uint8Array(0), name: "" };

/** Longer names are not cached. */
const MOST_KEPT_BYTES = 256;

/**
 * The string whose JSON, quotes included, is from `start` to `end`. Undefined if `end` is 0, which says that there is no
 * name, and if the body ends before.
 */
export function modelAt(body: Uint8Array, start: number, end: number): string | undefined {
  if (end === 0 || end > body.length) return undefined;
  if (isLast(body, start, end)) return last.name;
  const json = new Uint8Array(body.subarray(start, end));
  const name = JSON.parse(Buffer.from(json.buffer).toString()) as string;
  if (json.length <= MOST_KEPT_BYTES) last = { json, name };
  return name;
}

function isLast(body: Uint8Array, start: number, end: number): boolean {
  const { json } = last;
  if (json.length !== end - start) return false;
  for (let at = 0; at < json.length; at++) if (json[at] !== body[start + at]) return false;
  return true;
}
