import { type Answered, answer } from "../../base/answers.js";
import { type BackendOptions, NO_OPTIONS, type ReduceOptions } from "../../contract/backend.js";
import { conversationKey } from "../../contract/conversation-key.js";
import type { Report } from "../../contract/report.js";
import type { SessionFacts } from "../../contract/session-facts.js";
import { MOST_MOVES, type RecordedMove, type SessionStart, type SessionState } from "../../contract/session-state.js";
import { cacheFor, goneSecondsOf } from "../../models/cache-mode.js";
import type { Policy } from "../../policy/policy.js";
import { believedRow } from "../../wires/believed-row.js";
import { WIRES } from "../../wires/index.js";
import { asksForMode } from "../../wires/pricing.js";
import { policyAt } from "../as-of.js";
import type { Located, Outcome } from "../calls.js";
import { decideSession, isEditing, wasEdited } from "./decide.js";
import { type FindCall, type Matched, matchState } from "./match-state.js";
import { correctReport } from "./record-usage.js";

/** Reduces with a session's memory, and records this request in it at the end if the result is sent. */
export function* withSession<Result extends Outcome>(
  policy: Policy,
  options: ReduceOptions,
  call: Located<Result>,
): Answered<Result> {
  if (options === NO_OPTIONS) return yield* run(call, policy, NO_OPTIONS);
  const { session, now, asOf, ...others } = options;
  const { tenant } = others;
  if (session === undefined) return yield* run(call, policy, others);
  const facts = yield* answer(call.locate(session.sent?.step ?? session.lastStep));
  if (facts === undefined || policy.settings.mode === "off") return yield* run(call, policy, others);
  const key = conversationKey(tenant, facts.opening);
  const callIdAt = callIdsOf(session, facts, call);
  const goneMs = () => 1000 * goneSeconds(facts, others, policyAt(policy, session.asOf ?? asOf));
  const matched = yield* matchState(session, key, facts, now, goneMs, callIdAt);
  const day = dayOf(session, matched, asOf);
  const decided = yield* decideSession<Result>({
    ...{ policy: policyAt(policy, day), options: others, state: session, facts, matched },
    run: (asked, more) => runAs(call, asked, more),
    make: (asked, more) => call.make(asked, more),
    keeps: call.keeps,
  });
  const { result, start, isLeft, checkedModel } = decided;
  if (!("report" in result)) return result;
  const { found } = matched;
  const { cache } = result.report;
  cache.session = isLeft ? "left" : found;
  cache.firstSight = found === "new" || found === "mismatch";
  if (start !== null) cache.startStep = start.step;
  if (found !== "mismatch") correctReport(result.report, session.usage);
  if (call.isSent && result.report.skipped === undefined) {
    const usage = found === "mismatch" ? null : (session.usage ?? null);
    const movesBefore = found === "mismatch" ? [] : (session.sent?.moves ?? []);
    Object.assign(session, {
      ...(yield* rememberedAt(decided.lastStep, callIdAt)),
      version: 1,
      key,
      usedAt: now ?? null,
      usage,
      start,
      firstCallId: facts.firstCallId,
      isEdited: isEditing(result.report) || (goesOn(session, start) && wasEdited(session)),
      isLeft,
      checkedModel,
      asOf: day ?? null,
      sent: {
        step: facts.steps,
        callId: facts.newestCallId,
        moves: movesOf(result, facts.steps, movesBefore, decided.isBound ? facts.thinkingEnd : 0),
        thinking: facts.thinking,
        // What is sent anew is bound to nothing that was edited before.
        isTrimmed: matched.isTrimmed && found !== "mismatch" && !isLeft,
        isTimed:
          goesOn(session, start) &&
          (session.sent?.isTimed === true || (found === "dead-cache" && decided.lastStep === facts.steps)),
      },
    } satisfies SessionState);
  }
  return result;
}

/** The day that counts: that with which the conversation began, and for a new one that of the call. */
function dayOf(session: SessionState, { found, isRewound }: Matched, asOf: string | undefined): string | undefined {
  const isNew = found === "new" || (found === "mismatch" && !isRewound);
  return isNew ? asOf : (session.asOf ?? undefined);
}

/** Seconds after which the cache of a conversation is gone for certain. */
function goneSeconds(facts: SessionFacts, { model, host }: BackendOptions, { settings }: Policy): number {
  const wire = WIRES.of(facts.wire);
  const destination = { wire, model: model ?? facts.model ?? undefined, host };
  const { row } = believedRow(destination, settings.models, () => facts.marked);
  const isMarked = asksForMode(wire, { any: facts.marked, controls: facts.controls });
  return goneSecondsOf(cacheFor(row.cache, { isMarked }), facts.hourly);
}

/** The ids of the newest answered calls before steps, each looked for once at most: that reads the request again. */
function callIdsOf(
  { lastStep, callId, start, sent }: SessionState,
  facts: SessionFacts,
  call: Pick<Located<unknown>, "locate">,
): FindCall {
  const known = new Map([
    [sent?.step ?? lastStep, facts.callId],
    [facts.steps, facts.newestCallId],
  ]);
  // What has everything of the last request has all that was before it.
  if (sent != null && sent.step <= facts.steps && sent.callId === facts.callId) {
    known.set(lastStep, callId);
    if (start != null) known.set(start.step, start.callId);
  }
  return (step) => {
    const found = known.get(step);
    if (found !== undefined) return found;
    if (step <= 1) return null;
    const keep = (located: SessionFacts | undefined) => {
      const id = located?.callId ?? null;
      known.set(step, id);
      return id;
    };
    const located = call.locate(step);
    return located instanceof Promise ? located.then(keep) : keep(located);
  };
}

/**
 * The steps at which the edits of a sent request grew. One is left out where a later one edits all that it did.
 *
 * @param bound Messages in front of which thinking binds everything now.
 */
function movesOf(
  { report }: { report: Report },
  step: number,
  before: readonly RecordedMove[],
  bound: number,
): readonly RecordedMove[] {
  const { moves, lastMoveStep = 0 } = report.cache;
  // Where nothing is replayed, everything is edited that is ready now.
  const last = moves === undefined ? step : lastMoveStep;
  const earlier = before.filter((move) => move.step < step && move.step <= last);
  if (last === step) return [...earlier.filter((move) => move.bound < bound), { step, bound }].slice(-MOST_MOVES);
  return last === 0 || earlier.at(-1)?.step === last ? earlier : [{ step: last, bound: 0 }];
}

function runAs<Result>(call: Located<Result>, policy: Policy, options: BackendOptions): Result | Promise<Result> {
  call.asked = options;
  return call.run(policy, options);
}

const run = <Result>(call: Located<Result>, policy: Policy, options: BackendOptions): Answered<Result> =>
  answer(runAs(call, policy, options));

/** Thinking that was made since a start may be bound to its edits, also where a request without thinking repeats none. */
const goesOn = ({ start: before = null }: SessionState, start: SessionStart | null): boolean =>
  before !== null && before.step === start?.step && before.fingerprint === start.fingerprint;

/** The facts that identify the step of the last move. */
function* rememberedAt(lastStep: number, callIdAt: FindCall): Answered<Pick<SessionState, "lastStep" | "callId">> {
  return { lastStep, callId: lastStep === 0 ? null : yield* answer(callIdAt(lastStep)) };
}
