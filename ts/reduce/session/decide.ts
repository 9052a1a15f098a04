// Which rules a request of a session gets: those that its earlier requests had, until a move replaces them.
//
//   nothing edited yet       the rules of now, from this step on
//   the same rules           they go on, from the same start
//   other rules              the old ones go on; where they move, the new ones do so instead, and this step is the start,
//                            unless thinking stays that was made over what the old ones edited
//   rewound before its start, or
//   sent as it came before   nothing but old thinking goes, until the user speaks; there the rules of now start
import { type Answered, answer } from "../../base/answers.js";
import type { Report } from "../../contract/report.js";
import type { SessionStart, SessionState } from "../../contract/session-state.js";
import type { Outcome } from "../calls.js";
import { leavingPolicy } from "./leave.js";
import { stateOf } from "./machine.js";
import { policyOf, rulesOf, type SessionRules, startBy } from "./rules.js";
import { AT_START, fitsAfterLeaving, fitsAnew, leavingOptions, type Run, runSince, type SessionCall } from "./runs.js";

/** A request's result, and what its session has to remember. */
export interface Decided<Result> extends Run<Result> {
  start: SessionStart | null;
  isLeft: boolean;
  /** The last model that checked the conversation's thinking. */
  checkedModel: string | null;
}

type Made<Result> = Omit<Decided<Result>, "checkedModel">;

/** Reduces a request by the rules that its session has. */
export function* decideSession<Result extends Outcome>(call: SessionCall<Result>): Answered<Decided<Result>> {
  const rules = currentRules(call);
  const made = yield* decideBy(rules, call);
  nameModel(made.result, ownModel(call));
  return { ...made, checkedModel: rules.pricing.thinking.checks ? rules.model : checkedModelIn(call) };
}

const ownModel = ({ options, facts }: Pick<SessionCall<unknown>, "options" | "facts">) => options.model ?? facts.model;

const checkedModelIn = ({ state, matched }: SessionCall<unknown>): string | null =>
  matched.found === "mismatch" && !matched.isRewound ? null : (state.checkedModel ?? null);

/** The rules of now. Once a model has checked thinking, they stay those of such a model. */
function currentRules(call: SessionCall<unknown>): SessionRules {
  const rules = rulesOf(call.policy, call.facts, ownModel(call), call.options.host);
  const checkedModel = checkedModelIn(call);
  return rules.pricing.thinking.checks || checkedModel === null
    ? rules
    : rulesOf(call.policy, call.facts, checkedModel, call.options.host);
}

function* decideBy<Result extends Outcome>(rules: SessionRules, call: SessionCall<Result>): Answered<Made<Result>> {
  const { state, matched } = call;
  const { start } = matched;
  const now = stateOf(matched, state);
  // What had been edited before the start cannot be known any more.
  if (now === "left" || (now === "rewound" && rules.pricing.thinking.checks)) {
    return yield* (yield* fitsAfterLeaving(call, rules)) ? startAnew(call, rules) : leave(call);
  }
  // States of older versions do not say when they began.
  if (start === undefined || start?.fingerprint === rules.fingerprint) {
    const first = start ?? startBy(rules, { step: 1, callId: null, moved: false });
    return { ...(yield* runSince(call, { rules, start: first })), start: first, isLeft: false };
  }
  if (start === null || !wasEdited(state)) return yield* begin(call, rules);
  return yield* goOn(call, rules, start);
}

/** Whether a session's last request was edited, or one before it by the same rules. */
export const wasEdited = ({ isEdited, lastStep }: SessionState): boolean => isEdited ?? lastStep > 0;

/**
 * Where thinking is checked, nothing that was sent before is edited but by a move of now. Else everything is edited as if
 * it had always been: the cache is written once.
 */
function* begin<Result extends Outcome>(call: SessionCall<Result>, rules: SessionRules): Answered<Made<Result>> {
  const { facts } = call;
  if (facts.steps <= 1 || !rules.pricing.thinking.checks) {
    const start = startBy(rules, { step: 1, callId: null, moved: false });
    return { ...(yield* runSince(call, { rules, start })), start, isLeft: false };
  }
  const start = startBy(rules, { step: facts.steps, callId: null, moved: false });
  const run = yield* runSince(call, { rules, start, more: AT_START });
  return { ...run, start: isEditedBy(run.result) ? { ...start, callId: facts.newestCallId } : null, isLeft: false };
}

/** Edits everything that waits, with all thinking in front of the user's words. */
function* startAnew<Result extends Outcome>(call: SessionCall<Result>, rules: SessionRules): Answered<Made<Result>> {
  const { steps, newestCallId, thinking } = call.facts;
  const binds = rules.pricing.thinking.checks && thinking > 0;
  const start = startBy(rules, { step: steps, callId: newestCallId, moved: true, binds });
  return { ...(yield* runSince(call, { rules, start, more: AT_START })), start, isLeft: false };
}

/** Sends it as it came, without the thinking that is bound to something else. */
function* leave<Result extends Outcome>(call: SessionCall<Result>): Answered<Made<Result>> {
  const result = yield* answer(call.run(leavingPolicy(), leavingOptions(call)));
  return { result, lastStep: 0, isBound: false, start: null, isLeft: true };
}

/** The old rules go on; a move of theirs is the new rules' start, or the user's next words where they make none. */
function* goOn<Result extends Outcome>(
  call: SessionCall<Result>,
  rules: SessionRules,
  start: SessionStart,
): Answered<Made<Result>> {
  const policy = policyOf(start, call.policy);
  // What it did cannot be known: nothing of it is kept.
  if (policy === undefined) return yield* (yield* fitsAfterLeaving(call, rules)) ? startAnew(call, rules) : leave(call);
  const old = { rules: rulesOf(policy, call.facts, start.model, call.options.host), start };
  // Rules of a model that checks nothing know of no thinking that would stand in the way: none of their moves is made.
  const isFrozen = rules.pricing.thinking.checks && !old.rules.pricing.thinking.checks;
  const frozen = { ...old, more: isFrozen ? { isFrozen } : {} };
  const going = yield* runSince(call, frozen);
  const mayStart = isFrozen ? call.facts.isPrompt : hasMoved(going.result);
  if (!mayStart) return { ...going, start, isLeft: false };
  if (yield* fitsAnew(call, frozen, rules)) {
    const anew = yield* startAnew(call, rules);
    if (hasMoved(anew.result)) return anew;
  }
  return { ...(yield* runSince(call, frozen)), start, isLeft: false };
}

const isEditedBy = (result: Outcome): boolean => "report" in result && isEditing(result.report);

const COUNTS = [
  ...(["maskedCount", "clippedCount", "shortenedCount", "dedupedCount"] as const),
  ...(["thinkingRemoved", "shortenedArgsCount", "shortenedToolsCount", "deferredToolsCount"] as const),
];

/** Whether a reduction edits results, thinking, arguments or definitions of tools. */
export const isEditing = (report: Pick<Report, (typeof COUNTS)[number]>): boolean =>
  COUNTS.some((count) => (report[count] ?? 0) > 0);

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
