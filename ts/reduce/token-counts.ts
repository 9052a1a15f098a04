// A report's token counts, for callers that want more than a quarter of the chars.
import type { ReduceOptions } from "../contract/backend.js";
import { loadTokenBackend } from "../load/token-backend.js";
import { type Policy, withSettings } from "../policy/policy.js";
import { measureRequest } from "../tokens/request/index.js";
import type { ReducedPair } from "./cost.js";

/**
 * Makes `report.tokens` those of the whole request if the options name a method that reads it. Otherwise, and for a
 * request that was not read, nothing is measured.
 *
 * @param makeAfter Creates the reduced request if the reduction did not: for a plan, or a policy that only observes.
 * @throws TamisError `BACKEND_UNAVAILABLE` for `exact` where neither the addon nor the vocabularies can be loaded.
 */
export function noteTokens(
  { before, after, report }: ReducedPair,
  { tokens, model }: ReduceOptions,
  makeAfter: () => Uint8Array | object,
): void {
  if ((tokens !== "estimate" && tokens !== "exact") || report.tokens === undefined) return;
  const { wire } = report;
  // The model is read from the request itself, because a report would read it from the caller's bytes.
  const options = {
    ...(wire === undefined ? {} : { wire }),
    ...(model === undefined ? {} : { model }),
    allowUnknown: true,
  };
  const measure = (request: Uint8Array | object) =>
    measureRequest(request, options, tokens === "exact", loadTokenBackend());
  const whole = measure(before);
  const isLeft = report.maskedCount + report.clippedCount + (report.repairedSurrogates ?? 0) === 0;
  const isMade = after !== undefined && after !== before;
  const reduced = isMade ? measure(after) : isLeft ? whole : measure(makeAfter());
  report.tokens = { before: whole.totalTokens, after: reduced.totalTokens, method: whole.method };
}

/** Whether a report needs a measure of the request. */
export const isMeasured = ({ tokens, cost, prices }: ReduceOptions): boolean =>
  tokens === "estimate" || tokens === "exact" || cost === true || prices !== undefined;

/** The policy that performs a reduction which is otherwise only planned. */
export const reducing = (policy: Policy): Policy =>
  policy.settings.mode === "reduce" ? policy : withSettings(policy, { mode: "reduce" });
