import type { Wire } from "../../contract/report.js";
import { keysIn } from "./model-name.js";

/** Keys that name a conversation, or its beginning, which the provider keeps. */
const NAMES: Partial<Record<Wire, readonly string[]>> = {
  "openai-responses": ["previous_response_id", "conversation"],
  gemini: ["cachedContent", "cached_content"],
};

const NULL = 0x6e;

/** Whether such a key may be in a body: a quick look. */
export const mayBeContinued = (body: Buffer, wire: Wire): boolean =>
  NAMES[wire]?.some((name) => body.includes(`"${name}"`)) === true;

/** Whether a body names a conversation that the provider keeps. Linear in the body, in slices. */
export async function isContinued(body: Buffer, wire: Wire): Promise<boolean> {
  const names = NAMES[wire] ?? [];
  let isNamed = false;
  await keysIn(body, (key, valueAt) => {
    if (names.includes(key)) isNamed = valueAt < body.length && body[valueAt] !== NULL;
  });
  return isNamed;
}
