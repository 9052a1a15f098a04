import { type BackendOptions, NO_OPTIONS, type ReduceOptions } from "../contract/backend.js";
import { conversationKey } from "../contract/conversation-key.js";
import { recall, type SessionState } from "../contract/session-state.js";
import type { Policy } from "../policy/policy.js";
import type { Call, Outcome } from "./calls.js";
import { correctReport } from "./record-usage.js";

/** The parts of a call that a session needs. */
type Located<Result> = Pick<Call<Result>, "run" | "locate" | "isSent" | "asked">;

/** Reduces with a session's memory, and records this request in it if the result is sent. */
export function withSession<Result extends Outcome>(
  policy: Policy,
  options: ReduceOptions,
  call: Located<Result>,
): Result {
  if (options === NO_OPTIONS) return run(call, policy, NO_OPTIONS);
  const { session, tenant, now, ...others } = options;
  if (session === undefined) return run(call, policy, others);
  const facts = call.locate(session.lastStep);
  if (facts === undefined || !policy.settings.enabled) return run(call, policy, others);
  const key = conversationKey(tenant, facts.opening);
  const { memory, found } = recall(session, key, facts, now);
  const result = run(call, policy, { ...others, memory });
  if (!("report" in result)) return result;
  const { cache } = result.report;
  cache.session = found;
  cache.firstSight = found === "new" || found === "mismatch";
  if (found !== "mismatch") correctReport(result.report, session.usage);
  if (call.isSent && result.report.skipped === undefined) {
    const usage = found === "mismatch" ? null : (session.usage ?? null);
    Object.assign(session, {
      ...rememberedAt(cache.lastMoveStep ?? 0, call),
      version: 1,
      key,
      usedAt: now ?? null,
      usage,
    });
  }
  return result;
}

function run<Result>(call: Located<Result>, policy: Policy, options: BackendOptions): Result {
  call.asked = options;
  return call.run(policy, options);
}

/** The facts that identify the step of the last move. */
function rememberedAt(
  lastStep: number,
  call: Pick<Call<unknown>, "locate">,
): Pick<SessionState, "lastStep" | "callId"> {
  return { lastStep, callId: lastStep === 0 ? null : (call.locate(lastStep)?.callId ?? null) };
}
