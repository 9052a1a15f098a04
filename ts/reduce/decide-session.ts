// Which rules a request of a session gets: those that its earlier requests had, until a move replaces them.
//
//   nothing edited yet       the rules of now, from this step on
//   the same rules           they go on, from the same start
//   other rules              the old ones go on; where they move, the new ones do so instead, and this step is the start
//   sent as it came before   nothing but old thinking goes, until the user speaks; there the rules of now start
import type { BackendOptions, ReduceOptions } from "../contract/backend.js";
import type { Report } from "../contract/report.js";
import type { SessionFacts, SessionMemory } from "../contract/session-facts.js";
import type { SessionStart, SessionState } from "../contract/session-state.js";
import type { Policy } from "../policy/policy.js";
import type { Outcome } from "./calls.js";
import { CHECKING_MODEL, leavingPolicy } from "./leave.js";
import type { Recalled } from "./recall.js";
import { policyOf, rulesOf, type SessionRules, startBy } from "./session-rules.js";

/** A request, and what is known of its session. */
export interface SessionCall<Result> {
  policy: Policy;
  options: Omit<ReduceOptions, "session" | "tenant" | "now">;
  state: SessionState;
  facts: SessionFacts;
  recalled: Recalled;
  /** The id of the newest answered call before the newest message. */
  newestCallId: () => string | null;
  run: (policy: Policy, options: BackendOptions) => Result;
}

/** A request's result, and what its session has to remember. */
export interface Decided<Result> {
  result: Result;
  start: SessionStart | null;
  isLeft: boolean;
  /** The last model that checked the conversation's thinking. */
  checkedModel: string | null;
}

type Made<Result> = Omit<Decided<Result>, "checkedModel">;

/** Reduces a request by the rules that its session has. */
export function decideSession<Result extends Outcome>(call: SessionCall<Result>): Decided<Result> {
  const rules = currentRules(call);
  const made = decideBy(rules, call);
  nameModel(made.result, ownModel(call));
  return { ...made, checkedModel: rules.pricing.thinking.checks ? rules.model : checkedModelIn(call) };
}

const ownModel = ({ options, facts }: Pick<SessionCall<unknown>, "options" | "facts">) => options.model ?? facts.model;

const checkedModelIn = ({ state, recalled }: SessionCall<unknown>): string | null =>
  recalled.found === "mismatch" ? null : (state.checkedModel ?? null);

/** The rules of now. Once a model has checked thinking, they stay those of such a model. */
function currentRules(call: SessionCall<unknown>): SessionRules {
  const rules = rulesOf(call.policy, call.facts, ownModel(call), call.options.host);
  const checkedModel = checkedModelIn(call);
  return rules.pricing.thinking.checks || checkedModel === null
    ? rules
    : rulesOf(call.policy, call.facts, checkedModel, call.options.host);
}

function decideBy<Result extends Outcome>(rules: SessionRules, call: SessionCall<Result>): Made<Result> {
  const { state, recalled, facts } = call;
  const { start, found } = recalled;
  if (state.isLeft === true && found !== "new" && found !== "mismatch") {
    return facts.isPrompt ? startAnew(call, rules) : leave(call);
  }
  // States of older versions do not say when they began.
  if (start === undefined || start?.fingerprint === rules.fingerprint) {
    const first = start ?? startBy(rules, { step: 1, callId: null, moved: false });
    return { result: runSince(call, rules, first), start: first, isLeft: false };
  }
  if (start === null || !wasEdited(state)) return begin(call, rules);
  return goOn(call, rules, start);
}

const wasEdited = ({ isEdited, lastStep }: SessionState): boolean => isEdited ?? lastStep > 0;

/** Runs by rules from a start on. */
function runSince<Result>(
  { options, recalled, run }: SessionCall<Result>,
  { policy, model }: Pick<SessionRules, "policy" | "model">,
  { step, moved }: SessionStart,
  more: Partial<SessionMemory> = {},
): Result {
  const memory = { ...recalled.memory, startStep: step, startMoves: moved, ...more };
  return run(policy, { ...options, ...(model === null ? {} : { model }), memory });
}

/**
 * Where thinking is checked, nothing that was sent before is edited but by a move of now. Else everything is edited as if
 * it had always been: the cache is written once.
 */
function begin<Result extends Outcome>(call: SessionCall<Result>, rules: SessionRules): Made<Result> {
  const { facts, newestCallId } = call;
  if (facts.steps <= 1 || !rules.pricing.thinking.checks) {
    const start = startBy(rules, { step: 1, callId: null, moved: false });
    return { result: runSince(call, rules, start), start, isLeft: false };
  }
  const start = startBy(rules, { step: facts.steps, callId: null, moved: false });
  const result = runSince(call, rules, start, { lastStep: 0 });
  // The id is looked for only where it is needed: that reads the request once more.
  return { result, start: isEditedBy(result) ? { ...start, callId: newestCallId() } : null, isLeft: false };
}

/** Edits everything that waits, with all thinking in front of the user's words. */
function startAnew<Result extends Outcome>(call: SessionCall<Result>, rules: SessionRules): Made<Result> {
  const start = startBy(rules, { step: call.facts.steps, callId: call.newestCallId(), moved: true });
  return { result: runSince(call, rules, start, { lastStep: 0, isDead: false }), start, isLeft: false };
}

/** Sends it as it came, without the thinking that is bound to something else. */
function leave<Result extends Outcome>({ run, options }: SessionCall<Result>): Made<Result> {
  return { result: run(leavingPolicy(), { ...options, model: CHECKING_MODEL }), start: null, isLeft: true };
}

/** The old rules go on; a move of theirs is the new rules' start. */
function goOn<Result extends Outcome>(
  call: SessionCall<Result>,
  rules: SessionRules,
  start: SessionStart,
): Made<Result> {
  const old = policyOf(start, call.policy);
  // What it did cannot be known: nothing of it is kept.
  if (old === undefined) return call.facts.isPrompt ? startAnew(call, rules) : leave(call);
  const oldRules = { policy: old, model: start.model };
  const byOldRules = (more: Partial<SessionMemory> = {}): Made<Result> => {
    return { result: runSince(call, oldRules, start, more), start, isLeft: false };
  };
  const going = byOldRules();
  if (!hasMoved(going.result)) return going;
  const anew = startAnew(call, rules);
  if (hasMoved(anew.result)) return anew;
  const { checks } = rulesOf(old, call.facts, start.model, call.options.host).pricing.thinking;
  // The old rules know of no thinking that would stand in the way.
  const isFrozen = rules.pricing.thinking.checks && !checks;
  return byOldRules({ isFrozen });
}

const isEditedBy = (result: Outcome): boolean => "report" in result && isEditing(result.report);

/** Whether a reduction edits results or thinking, or has results cleared. */
export function isEditing(report: Edits): boolean {
  const { maskedCount, clippedCount, shortenedCount = 0, dedupedCount = 0, cache } = report;
  const { thinkingRemoved = 0, shortenedArgsCount = 0 } = report;
  const results = maskedCount + clippedCount + shortenedCount + dedupedCount;
  return results + thinkingRemoved + shortenedArgsCount + (cache.clearing?.clearedToolUses ?? 0) > 0;
}

type Counts =
  | "maskedCount"
  | "clippedCount"
  | "shortenedCount"
  | "dedupedCount"
  | "thinkingRemoved"
  | "shortenedArgsCount";
type Edits = Pick<Report, Counts> & {
  cache: Pick<Report["cache"], "clearing">;
};

/** Where nothing is cached, every step moves. */
const hasMoved = (result: Outcome): boolean =>
  "report" in result && (result.report.cache.moved ?? isEditing(result.report));

/** A report names the request's own model, whoever's rules were used. */
function nameModel(result: Outcome, model: string | null): void {
  if (!("report" in result) || result.report.model === undefined) return;
  const report = result.report as { -readonly [K in keyof Report]: Report[K] };
  if (model === null) delete report.model;
  else report.model = model;
}
