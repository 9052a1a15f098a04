// The way of every call around what a backend does: shares become tokens, a session is read and kept, and the report
// gets what was asked for.

import type { Report, Violation } from "../contract/report.js";
import { checkLimits, type PreparedCall, prepareCall } from "./budget.js";
import type { Job, Outcome } from "./calls.js";
import { noteCost } from "./cost.js";
import { withSession } from "./remember.js";
import { isMeasured, noteTokens, reducing } from "./token-counts.js";

/** Runs a job as its policy, its options and their session say. */
export function carryOut<Result extends Outcome>(job: Job<Result>): Result {
  const call = prepareCall(job);
  return finish(job, call, withSession(call.policy, call.options, job));
}

/** Adds to a result's report what the backend does not know. */
export function finish<Result extends Outcome>(job: Job<Result>, call: PreparedCall, result: Result): Result {
  if (!("report" in result)) return result;
  checkLimits(result, call);
  noteViolations(result.report, job);
  if (isMeasured(job.options)) noteMeasures(job, call, result, result.report);
  return result;
}

function noteMeasures<Result>(job: Job<Result>, { policy }: PreparedCall, result: Result, report: Report): void {
  const pair = { before: job.before, after: job.afterOf(result), report };
  noteTokens(pair, job.options, () => job.make(reducing(policy), job.asked ?? {}));
  noteCost(pair, job.options);
}

/** Adds `report.violations`, which are looked for when they are first read. */
function noteViolations(report: Report, job: Pick<Job<unknown>, "findViolations">): void {
  // The native report has an accessor of its class: defining one takes longer than reading a small request.
  if ("violations" in report) return;
  let found: Violation[] | undefined;
  const get = () => {
    found ??= job.findViolations();
    return found;
  };
  Object.defineProperty(report, "violations", { enumerable: false, configurable: true, get });
}
