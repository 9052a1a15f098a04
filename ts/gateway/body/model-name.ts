// The model that a body names, found without reading the body as a whole: a route may need it before anything else is
// known, and whatever takes long on the JavaScript thread is waited for by every other request.
import { setImmediate as nextTurn } from "node:timers/promises";
import { BACKSLASH, CLOSE_LIST, CLOSE_OBJECT, COLON, OPEN_LIST, OPEN_OBJECT, QUOTE } from "../../text/json-codes.js";

/** Longer names are no model's. */
const MOST_NAME_BYTES = 256;
/** Steps between two turns of the event loop; a few milliseconds. */
const STEPS_A_TURN = 500_000;

/**
 * The text of the top-level key `model`, the last one where there are several; undefined where there is none, or one of
 * more than 256 bytes. Linear in the body, in slices. Of what is no JSON it may be anything.
 */
export async function modelNameIn(body: Buffer): Promise<string | undefined> {
  let valueAt: number | undefined;
  await keysIn(body, (key, at) => {
    if (key === "model") valueAt = at;
  });
  if (valueAt === undefined || body[valueAt] !== QUOTE) return undefined;
  return textOf(body, valueAt, await endOfString(body, valueAt + 1));
}

/**
 * Finds the top-level keys of up to 256 bytes, in order. Linear in the body, in slices. Of what is no JSON they may be anything.
 *
 * @param found Gets each key, and the place of its value.
 */
export async function keysIn(body: Buffer, found: (key: string, valueAt: number) => void): Promise<void> {
  let depth = 0;
  let steps = 0;
  for (let at = 0; at < body.length; at++) {
    if (++steps % STEPS_A_TURN === 0) await nextTurn();
    const byte = body[at];
    if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth++;
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) depth--;
    else if (byte === QUOTE) {
      const end = await endOfString(body, at + 1);
      const colon = depth === 1 ? skipSpace(body, end) : end;
      const key = depth === 1 && body[colon] === COLON ? textOf(body, at, end) : undefined;
      if (key !== undefined) found(key, skipSpace(body, colon + 1));
      at = end - 1;
    }
  }
}

/** Behind the quote that ends the string whose content begins at `start`. */
async function endOfString(body: Buffer, start: number): Promise<number> {
  let steps = 0;
  for (let from = start; ; ) {
    if (++steps % STEPS_A_TURN === 0) await nextTurn();
    const quote = body.indexOf(QUOTE, from);
    if (quote < 0) return body.length;
    let slash = quote;
    while (slash > from && body[slash - 1] === BACKSLASH) slash--;
    if ((quote - slash) % 2 === 0) return quote + 1;
    from = quote + 1;
  }
}

/** The string from quote to quote; undefined where it is long, or none. */
function textOf(body: Buffer, start: number, end: number): string | undefined {
  if (end - start > MOST_NAME_BYTES + 2) return undefined;
  try {
    return JSON.parse(body.toString("utf8", start, end)) as string;
  } catch {
    return undefined;
  }
}

function skipSpace(body: Buffer, start: number): number {
  let at = start;
  while (at < body.length && (body[at] as number) <= 0x20) at++;
  return at;
}
