// The model that a body names, found without reading the body as a whole: a route may need it before anything else is
// known, and whatever takes long on the JavaScript thread is waited for by every other request.
import { inSlices } from "../../base/steps.js";
import { eachMember, skipSpace, textAt, valueSteps } from "../../text/json-bytes.js";

/** Longer names are no model's. */
const MOST_NAME_BYTES = 256;

/**
 * The text of the top-level key `model`, the last one where there are several; undefined where there is none, or one of
 * more than 256 bytes. Linear in the body, in slices. Of what is no JSON it may be anything.
 */
export async function modelNameIn(body: Buffer): Promise<string | undefined> {
  let start: number | undefined;
  await keysIn(body, (key, at) => {
    if (key === "model") start = at;
  });
  if (start === undefined) return undefined;
  const end = (await inSlices(valueSteps(body, start))) ?? body.length;
  return end - start > MOST_NAME_BYTES + 2 ? undefined : textAt(body, { start, end });
}

/**
 * Finds the top-level keys, in order. Linear in the body, in slices. Of what is no JSON they may be anything.
 *
 * @param found Gets each key, and the place of its value.
 */
export async function keysIn(body: Buffer, found: (key: string, valueAt: number) => void): Promise<void> {
  const steps = eachMember(body, skipSpace(body, 0), (key, at) => {
    found(key, at);
    return valueSteps(body, at);
  });
  await inSlices(steps);
}
