import { withListed } from "../base/header-list.js";
import { definePolicy, type Policy, type PolicyInput } from "../policy/policy.js";
import { memberObjectEnd } from "../text/json-pointer.js";
import { isRecord } from "../text/json-value.js";
import { BINDING_BETA } from "../wires/anthropic-clearing.js";
import { reduceBody } from "./reduce.js";

const BINDING_ERROR = /bound to a different conversation/;

/** Whether an answer says that thinking was made after other messages than those that it came with. */
export const isBindingError = (status: number, text: string): boolean => status === 400 && BINDING_ERROR.test(text);

/**
 * The request with all thinking before the user's newest words removed, and with the wish that the provider drops what
 * does not fit, instead of refusing the request. For one retry: the model then thinks again. Needs the header
 * `anthropic-beta` with `thinking-binding-controls-2026-08-01`. A `block_binding` of the client's stays.
 *
 * Source: Anthropic, "Fix: bound to a different conversation", 2026-11.
 */
export function recoverPrefix(body: Uint8Array): Uint8Array {
  policy ??= definePolicy(WITHOUT_THINKING);
  // The error has told that the model checks, whatever its name is.
  const { body: reduced } = reduceBody(body, policy, { wire: "anthropic", model: "claude-fable-5-2" });
  return askToDrop(reduced) ?? reduced;
}

/**
 * The request with the wish that the provider drops thinking that does not fit, instead of refusing the request. Needs the
 * header `anthropic-beta` with `thinking-binding-controls-2026-08-01`. Undefined if the request has no `thinking`, or says
 * itself what becomes of what does not fit.
 */
export function askToDrop(body: Uint8Array): Uint8Array | undefined {
  const end = memberObjectEnd(body, "thinking");
  if (end === undefined || asksForBinding(body)) return undefined;
  const isEmpty = /\{\s*$/.test(Buffer.from(body.subarray(Math.max(0, end - 64), end)).toString("latin1"));
  const text = isEmpty ? DROP : `,${DROP}`;
  return Buffer.concat([body.subarray(0, end), Buffer.from(text), body.subarray(end)]);
}

const DROP = '"block_binding":{"prefix_mismatch_behavior":"drop_block"}';

/** Masks nothing, and takes all thinking of closed loops. */
const WITHOUT_THINKING: PolicyInput = {
  mask: { excludeTools: ["*"], media: "keep" },
  cache: { strategy: "every-turn" },
};
let policy: Policy | undefined;

function asksForBinding(body: Uint8Array): boolean {
  if (!Buffer.from(body.buffer, body.byteOffset, body.byteLength).includes("block_binding")) return false;
  const { thinking } = JSON.parse(Buffer.from(body).toString("utf8")) as { thinking?: unknown };
  return isRecord(thinking) && thinking.block_binding !== undefined;
}

/** The value of `anthropic-beta` with the beta that {@link recoverPrefix} needs. */
export const withBindingBeta = (betas: string | undefined): string => withListed(betas, BINDING_BETA);
