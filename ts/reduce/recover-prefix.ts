import { memberObjectEnd } from "../text/json-pointer.js";
import { isRecord } from "../text/json-value.js";
import { CHECKING_MODEL, leavingPolicy } from "./leave.js";
import { reduceBody } from "./reduce.js";

/** The beta that allows a request to say what becomes of thinking that is bound to something else. */
export const BINDING_BETA = "thinking-binding-controls-2026-08-01";

const BINDING_ERROR = /bound to a different conversation/;

/** Whether an answer says that thinking was made after other messages than those that it came with. */
export const isBindingError = (status: number, text: string): boolean => status === 400 && BINDING_ERROR.test(text);

/**
 * The request with all thinking before the user's newest words removed, and with the wish that the provider drops what
 * does not fit, instead of refusing the request. For one retry: the model then thinks again. Needs the header
 * `anthropic-beta` with {@link BINDING_BETA}. A `block_binding` of the client's stays.
 *
 * Source: Anthropic, "Fix: bound to a different conversation", 2026-11.
 */
export function recoverPrefix(body: Uint8Array): Uint8Array {
  // The error has told that the model checks, whatever its name is.
  const { body: reduced } = reduceBody(body, leavingPolicy(), { wire: "anthropic", model: CHECKING_MODEL });
  return askToDrop(reduced) ?? reduced;
}

/**
 * The request with the wish that the provider drops thinking that does not fit, instead of refusing the request; undefined
 * if the request says nothing about thinking, or has a `block_binding` of its own. Needs the header as above.
 */
export function askToDrop(body: Uint8Array): Uint8Array | undefined {
  const end = memberObjectEnd(body, "thinking");
  if (end === undefined || asksForBinding(body)) return undefined;
  return Buffer.concat([body.subarray(0, end), Buffer.from(DROP), body.subarray(end)]);
}

const DROP = ',"block_binding":{"prefix_mismatch_behavior":"drop_block"}';

function asksForBinding(body: Uint8Array): boolean {
  const { thinking } = JSON.parse(Buffer.from(body).toString("utf8")) as { thinking?: unknown };
  return isRecord(thinking) && thinking.block_binding !== undefined;
}

/** The value of `anthropic-beta` with the beta that {@link recoverPrefix} needs. */
export function withBindingBeta(betas: string | undefined): string {
  const named = (betas ?? "").split(",").map((name) => name.trim());
  return named.includes(BINDING_BETA) ? named.join(",") : [...named.filter(Boolean), BINDING_BETA].join(",");
}
