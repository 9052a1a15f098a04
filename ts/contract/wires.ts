import { TamisError } from "../base/errors.js";

/** The name of every wire, in the order of the codes that cross to the addon. `WIRES` in `ts/wires/` has all else. */
export const WIRE_NAMES = ["openai-chat", "openai-responses", "anthropic", "gemini"] as const;

/** Whether a value is the name of a wire. */
export const isWireName = (value: unknown): value is (typeof WIRE_NAMES)[number] =>
  (WIRE_NAMES as readonly unknown[]).includes(value);

/** The error for a name that is no wire's. */
export function unknownWire(name: unknown, known: readonly string[] = WIRE_NAMES): TamisError {
  return new TamisError("OPTION_INVALID", `wire: expected one of ${known.join(", ")}, got ${JSON.stringify(name)}`);
}
