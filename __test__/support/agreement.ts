import { deepStrictEqual } from "node:assert";
import type { Backend, ReduceOptions } from "../../ts/backend.js";
import type { Policy } from "../../ts/policy.js";
import type { Decision, Edit, Report } from "../../ts/report.js";
import { spliceEdits } from "./splice.js";

/** A report without what only one backend knows (spans, hashes) and without times. */
export function meaningOf(report: Report): object {
  const { wire, model, delta, changed, skipped, reductionStage, invariantStatus, fits, chars, tokens, cache } = report;
  const { messageCount, toolTurnCount, toolResultCount, maskedCount, maskedChars, clippedCount, clippedChars } = report;
  const { repairedSurrogates } = report;
  return {
    ...{ wire, model, delta, changed, skipped, reductionStage, invariantStatus, fits, chars, tokens, cache },
    ...{ messageCount, toolTurnCount, toolResultCount, maskedCount, maskedChars, clippedCount, clippedChars },
    repairedSurrogates,
    decisions: report.decisions.map(withoutHash),
  };
}

function withoutHash(decision: Decision): Omit<Decision, "hash"> {
  const { messageIndex, blockIndex, toolName, callId, action, reason, charsBefore, charsAfter } = decision;
  return { messageIndex, blockIndex, toolName, callId, action, reason, charsBefore, charsAfter };
}

/** Dispatch blocks are spelled as in the body by one backend and as `JSON.stringify` does by the other. */
function withoutSpan({ path, replacement, action, reason }: Edit): object {
  const value: unknown = reason === "dispatch" && replacement !== "" ? JSON.parse(replacement) : replacement;
  return { path, value, action, reason };
}

const parsed = (body: Uint8Array): unknown => JSON.parse(Buffer.from(body).toString("utf8"));

/**
 * Throws unless both backends mean the same by a body, and the native output is the input with the planned edits
 * spliced in. Returns the native report; undefined where the baseline refused to serialise the body anew.
 */
export function expectAgreement(
  { native, baseline }: { native: Backend; baseline: Backend },
  body: Uint8Array,
  policy: Policy,
  options: ReduceOptions = {},
): Report | undefined {
  const asked = { ...options, explain: true, tokens: true };
  const ours = native.reduceBody(body, policy, asked);
  const plan = native.planBody(body, policy, asked);
  deepStrictEqual(meaningOf(plan.report), meaningOf(ours.report), "native plans what it does");
  deepStrictEqual(plan.report.bytes, ours.report.bytes, "native plans its size");
  deepStrictEqual(ours.body.length <= body.length, true, "a body never grows");
  if (ours.changed) deepStrictEqual(Buffer.from(ours.body), spliceEdits(body, plan.edits), "edits are the changes");
  if (ours.changed) deepStrictEqual(ours.report.firstChangedByte, plan.edits[0]?.span?.start, "first byte edited");
  else deepStrictEqual(ours.body === body, true, "an unchanged body is the input itself");

  const theirs = baseline.reduceBody(body, policy, asked);
  if (theirs.report.skipped === "not_roundtrip_safe") return undefined;
  const theirPlan = baseline.planBody(body, policy, asked);
  deepStrictEqual(meaningOf(ours.report), meaningOf(theirs.report), "native reports what the baseline does");
  deepStrictEqual(plan.edits.map(withoutSpan), theirPlan.edits.map(withoutSpan), "same edits");
  if (ours.changed) deepStrictEqual(parsed(ours.body), parsed(theirs.body), "same request");
  return ours.report;
}
