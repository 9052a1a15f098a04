import type { Wire } from "../../contract/report.js";
import { WIRES } from "../../wires/index.js";
import { keysIn } from "./model-name.js";

const NULL = 0x6e;

/** Whether such a key may be in a body: a quick look. */
export const mayBeContinued = (body: Buffer, wire: Wire): boolean =>
  WIRES.of(wire).deltaKeys.some((name) => body.includes(`"${name}"`));

/** Whether a body names a conversation that the provider keeps. Linear in the body, in slices. */
export async function isContinued(body: Buffer, wire: Wire): Promise<boolean> {
  const names = WIRES.of(wire).deltaKeys;
  let isNamed = false;
  await keysIn(body, (key, valueAt) => {
    if (names.includes(key)) isNamed = valueAt < body.length && body[valueAt] !== NULL;
  });
  return isNamed;
}
