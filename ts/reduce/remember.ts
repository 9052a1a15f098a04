import { type BackendOptions, NO_OPTIONS, type ReduceOptions } from "../contract/backend.js";
import { conversationKey } from "../contract/conversation-key.js";
import type { SessionStart, SessionState } from "../contract/session-state.js";
import type { Policy } from "../policy/policy.js";
import type { Call, Outcome } from "./calls.js";
import { decideSession, isEditing, wasEdited } from "./decide-session.js";
import { recall } from "./recall.js";
import { correctReport } from "./record-usage.js";

/** The parts of a call that a session needs. */
type Located<Result> = Pick<Call<Result>, "run" | "make" | "locate" | "isSent" | "asked">;

/** Reduces with a session's memory, and records this request in it if the result is sent. */
export function withSession<Result extends Outcome>(
  policy: Policy,
  options: ReduceOptions,
  call: Located<Result>,
): Result {
  if (options === NO_OPTIONS) return run(call, policy, NO_OPTIONS);
  const { session, now, ...others } = options;
  const { tenant } = others;
  if (session === undefined) return run(call, policy, others);
  const facts = call.locate(session.lastStep);
  if (facts === undefined || !policy.settings.enabled) return run(call, policy, others);
  const key = conversationKey(tenant, facts.opening);
  const { lastStep } = session;
  const callIdAt = (step: number) => {
    if (step === lastStep) return facts.callId;
    return step <= 1 ? null : (call.locate(step)?.callId ?? null);
  };
  const recalled = recall(session, key, facts, now, callIdAt);
  const decided = decideSession<Result>({
    ...{ policy, options: others, state: session, facts, recalled },
    newestCallId: () => callIdAt(facts.steps),
    run: (asked, more) => run(call, asked, more),
    make: (asked, more) => call.make(asked, more),
  });
  const { result, start, isLeft, checkedModel } = decided;
  if (!("report" in result)) return result;
  const { found } = recalled;
  const { cache } = result.report;
  cache.session = isLeft ? "left" : found;
  cache.firstSight = found === "new" || found === "mismatch";
  if (start !== null) cache.startStep = start.step;
  if (found !== "mismatch") correctReport(result.report, session.usage);
  if (call.isSent && result.report.skipped === undefined) {
    const usage = found === "mismatch" ? null : (session.usage ?? null);
    Object.assign(session, {
      ...rememberedAt(decided.lastStep, callIdAt),
      version: 1,
      key,
      usedAt: now ?? null,
      usage,
      start,
      firstCallId: facts.firstCallId,
      isEdited: isEditing(result.report) || (goesOn(session, start) && wasEdited(session)),
      isLeft,
      checkedModel,
    } satisfies SessionState);
  }
  return result;
}

function run<Result>(call: Located<Result>, policy: Policy, options: BackendOptions): Result {
  call.asked = options;
  return call.run(policy, options);
}

/** Thinking that was made since a start may be bound to its edits, also where a request without thinking repeats none. */
const goesOn = ({ start: before = null }: SessionState, start: SessionStart | null): boolean =>
  before !== null && before.step === start?.step && before.fingerprint === start.fingerprint;

/** The facts that identify the step of the last move. */
function rememberedAt(
  lastStep: number,
  callIdAt: (step: number) => string | null,
): Pick<SessionState, "lastStep" | "callId"> {
  return { lastStep, callId: lastStep === 0 ? null : callIdAt(lastStep) };
}
