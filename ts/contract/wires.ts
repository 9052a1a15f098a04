import { TamisError } from "../base/errors.js";

/** Every wire. */
export const WIRES: readonly Wire[] = ["openai-chat", "openai-responses", "anthropic", "gemini"];

/** Whether a value is the name of a wire. */
export const isWireName = (value: unknown): value is (typeof WIRE_NAMES)[number] =>
  (WIRE_NAMES as readonly unknown[]).includes(value);

/** The error for a name that is no wire's. */
export function unknownWire(name: unknown, known: readonly string[] = WIRE_NAMES): TamisError {
  return new TamisError("OPTION_INVALID", `wire: expected one of ${known.join(", ")}, got ${JSON.stringify(name)}`);
}
