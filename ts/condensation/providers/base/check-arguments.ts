import { TamisError } from "../../../base/errors.js";
import { shownValue } from "../../../base/issues.js";
import { isRecord, visitStrings } from "../../../text/json-value.js";

/** @throws TamisError `OPTION_INVALID` for a context, options, a context limit, or pinned texts that are none. */
export function checkArguments(context: unknown, options: unknown): void {
  for (const [path, value] of Object.entries({ context, options }))
    if (!isRecord(value)) refuse(path, "an object", value);
  const limit = isRecord(context) ? context.contextTokens : undefined;
  const isLimit = limit === undefined || (typeof limit === "number" && limit > 0);
  if (!isLimit) refuse("context.contextTokens", "a number of tokens above 0", limit);
  const pin = isRecord(options) ? options.pin : undefined;
  const isList = pin === undefined || (Array.isArray(pin) && pin.every((text) => typeof text === "string"));
  if (!isList) refuse("options.pin", "a list of texts", pin);
}

/** The pinned texts that pin something: an empty one is in every text. */
export const usedPins = (pin: readonly string[] | undefined): string[] => (pin ?? []).filter((text) => text !== "");

/** Whether a message has a pinned text. */
export function hasPin(message: unknown, pins: readonly string[]): boolean {
  let found = false;
  const look = (text: string) => {
    found ||= pins.some((pin) => text.includes(pin));
  };
  if (pins.length > 0) visitStrings(message, look);
  return found;
}

/** @throws TamisError `OPTION_INVALID` */
export function refuse(path: string, expected: string, value: unknown): never {
  const message = `expected ${expected}, got ${shownValue(value)}`;
  throw new TamisError("OPTION_INVALID", `${path}: ${message}`, { issues: [{ path, message }] });
}
