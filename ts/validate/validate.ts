import { isUint8Array } from "node:util/types";
import { TamisError } from "../base/errors.js";
import type { ValidateOptions, Violation } from "../contract/violations.js";
import { WIRE_NAMES } from "../contract/wires.js";
import { loadBackend } from "../load/backend.js";
import { jsonOf } from "../reduce/object-json.js";
import { violationsIn } from "../reduce/object-violations.js";

/**
 * Finds out whether a provider would reject a request, and why. Checks every rule that the request alone can show, in
 * document order, and reports at most 1,000 violations; none if nothing is wrong. Changes nothing. Linear in the
 * request.
 *
 * @param bodyOrRequest The body as it would be sent, uncompressed, or the request as an object. An unreadable body has
 * one violation with the reason.
 * @throws TamisError `OPTION_INVALID`; never because of the request's content.
 */
export function validateRequest(bodyOrRequest: Uint8Array | object, options: ValidateOptions = {}): Violation[] {
  checkValidateOptions(options);
  const { backend } = loadBackend();
  if (isUint8Array(bodyOrRequest)) return backend.validateBody(bodyOrRequest, options);
  return violationsIn(backend, jsonOf(checkedRequest(bodyOrRequest)), options);
}

/** @throws TamisError `OPTION_INVALID` for a value that is no object. */
export function checkedRequest(request: unknown): object {
  if (typeof request === "object" && request !== null) return request;
  const hint = typeof request === "string" ? "; encode a body as bytes" : "";
  throw new TamisError("OPTION_INVALID", `request: expected a Uint8Array or an object, got ${typeof request}${hint}`);
}

const KEYS: readonly string[] = ["wire", "model"] satisfies (keyof ValidateOptions)[];

/** @throws TamisError `OPTION_INVALID` for an unknown option or value. */
export function checkValidateOptions(options: ValidateOptions, keys: readonly string[] = KEYS): void {
  if (typeof options !== "object" || options === null) throw invalid("", "expected an object");
  const unknown = Object.keys(options).find((key) => !keys.includes(key));
  if (unknown !== undefined) throw invalid(`.${unknown}`, `unknown option; valid options: ${keys.join(", ")}`);
  const { wire, model } = options;
  if (wire !== undefined && !WIRE_NAMES.includes(wire))
    throw invalid(".wire", `expected one of ${WIRE_NAMES.join(", ")}`);
  if (model !== undefined && typeof model !== "string") throw invalid(".model", "expected a string");
}

function invalid(key: string, message: string): TamisError {
  const path = `options${key}`;
  return new TamisError("OPTION_INVALID", `${path}: ${message}`, { issues: [{ path, message }] });
}
