// The way of every call around what a backend does: shares become tokens, a session is read and kept, and the report
// gets what was asked for.

import { finishedNow } from "../base/answers.js";
import { makeLazy } from "../contract/lazy-report.js";
import type { Report } from "../contract/report.js";
import { checkLimits, type PreparedCall, prepareCall } from "./budget.js";
import type { Call, Outcome } from "./calls.js";
import { noteCost } from "./cost.js";
import { withSession } from "./session/with-session.js";
import { isMeasured, noteTokens, reducing } from "./token-counts.js";

/** Runs a call as its policy, its options and their session say. */
export function runCall<Result extends Outcome>(call: Call<Result>): Result {
  const prepared = prepareCall(call);
  return finish(call, prepared, finishedNow(withSession(prepared.policy, prepared.options, call)));
}

/** Adds to a result's report what the backend does not know. */
export function finish<Result extends Outcome>(call: Call<Result>, prepared: PreparedCall, result: Result): Result {
  if (!("report" in result)) return result;
  checkLimits(result, prepared);
  noteViolations(result.report, call);
  if (isMeasured(call.options)) noteMeasures(call, prepared, result, result.report);
  return result;
}

function noteMeasures<Result>(call: Call<Result>, { policy }: PreparedCall, result: Result, report: Report): void {
  const pair = { before: call.before, after: call.afterOf(result), report };
  noteTokens(pair, call.options, () => call.make(reducing(policy), call.asked ?? {}));
  noteCost(pair, call.options);
}

/** Adds `report.violations`, which are looked for when they are first read. The native report has them already. */
function noteViolations(report: Report, call: Pick<Call<unknown>, "findViolations">): void {
  if ("violations" in report) return;
  makeLazy(report, { findViolations: () => call.findViolations() });
}
