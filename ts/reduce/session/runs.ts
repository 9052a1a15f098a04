// A request by rules that hold since some step, and which of its moves the session has to remember.
import { type Answered, answer } from "../../base/answers.js";
import type { BackendOptions, ReduceOptions } from "../../contract/backend.js";
import type { Report } from "../../contract/report.js";
import type { SessionFacts, SessionMemory } from "../../contract/session-facts.js";
import type { SessionStart, SessionState } from "../../contract/session-state.js";
import type { Policy } from "../../policy/policy.js";
import type { Outcome } from "../calls.js";
import type { Keeps, Rendering } from "../keeps-thinking.js";
import { CHECKING_MODEL, leavingPolicy } from "./leave.js";
import type { Matched } from "./match-state.js";
import type { SessionRules } from "./rules.js";

/** A request, and what is known of its session. */
export interface SessionCall<Result> {
  policy: Policy;
  options: Omit<ReduceOptions, "session" | "tenant" | "now">;
  state: SessionState;
  facts: SessionFacts;
  matched: Matched;
  run: (policy: Policy, options: BackendOptions) => Result | Promise<Result>;
  /** The request as a run with these options would send it. */
  make: (policy: Policy, options: BackendOptions) => Rendering | Promise<Rendering>;
  keeps: Keeps;
}

/** Rules, and since when they hold. */
export interface Since {
  rules: SessionRules;
  start: Pick<SessionStart, "step" | "moved" | "binds">;
  /** What is known otherwise than by the state. @default nothing */
  more?: Partial<SessionMemory>;
}

/** Of a run that makes a new start: nothing is known of what was before. */
export const AT_START = { lastStep: 0, isDead: false, moves: [], knownStep: 0 } as const;

/** A request's result by some rules, and the step of the move that the session has to remember; 0 for none. */
export interface Run<Result> {
  result: Result;
  lastStep: number;
  /** Whether no thinking can go, so that nothing in front of it was edited. */
  isBound: boolean;
}

/**
 * Runs by rules that hold since a start.
 *
 * Where thinking is checked, moves follow from the replay, so that only one that takes everything is remembered. It is
 * made, or remembered in another one's place, only if no thinking stays that was made over what the other one edited.
 */
export function* runSince<Result extends Outcome>(call: SessionCall<Result>, since: Since): Answered<Run<Result>> {
  const { checks, drops, goes } = since.rules.pricing.thinking;
  const memory = memorySince(call, since);
  const isTakingAll = call.facts.isPrompt || drops;
  const known = memory.lastStep;
  let mayForget: boolean | undefined;
  function* forgets(): Answered<boolean> {
    mayForget ??=
      known === 0 || (yield* fits(call, { ...since, more: { ...memory, isDead: false } }, call.facts.steps));
    return mayForget;
  }
  if (checks && memory.isDead) memory.isDead = isTakingAll && (yield* forgets());
  const result = yield* answer(call.run(since.rules.policy, optionsWith(call, since, memory)));
  const lastMove = "report" in result ? ((result.report as Report).cache.lastMoveStep ?? 0) : 0;
  if (!checks) return { result, lastStep: lastMove, isBound: false };
  const isNow = lastMove === call.facts.steps && isTakingAll;
  if (!isNow || !(yield* forgets())) return { result, lastStep: known, isBound: !goes };
  if (known === 0) return { result, lastStep: lastMove, isBound: !goes };
  // What the other one took may be in the working set now: it is sent as the next requests will send it.
  const asRemembered = optionsWith(call, since, { ...memory, isDead: false, lastStep: lastMove });
  const again = yield* answer(call.run(since.rules.policy, asRemembered));
  return { result: again, lastStep: lastMove, isBound: !goes };
}

/** Whether the next requests may remember a move at this step instead of the known one. */
function* fits(call: SessionCall<unknown>, since: Since, step: number): Answered<boolean> {
  const before = yield* makeSince(call, since);
  const after = yield* makeSince(call, { ...since, more: { ...since.more, lastStep: step } });
  return yield* answer(call.keeps(call.facts.wire, before, after));
}

/** Whether other rules may start here: no thinking stays that was made over what the old ones edited. */
export function* fitsAnew(call: SessionCall<unknown>, old: Since, rules: SessionRules): Answered<boolean> {
  if (!rules.pricing.thinking.checks) return true;
  const before = yield* makeSince(call, old);
  const after = yield* makeSince(call, anew(call, rules));
  return yield* answer(call.keeps(call.facts.wire, before, after));
}

/**
 * Whether rules may start here where old thinking may not fit: the user speaks, and they leave none but what stays in a
 * conversation that is sent as it came, too.
 */
export function* fitsAfterLeaving(call: SessionCall<unknown>, rules: SessionRules): Answered<boolean> {
  if (!call.facts.isPrompt) return false;
  if (!rules.pricing.thinking.checks) return true;
  const before = yield* answer(call.make(leavingPolicy(), leavingOptions(call)));
  const after = yield* makeSince(call, anew(call, rules));
  return yield* answer(call.keeps(call.facts.wire, before, after));
}

/** The options of a run that sends a conversation as it came, without old thinking. */
export const leavingOptions = ({ options }: SessionCall<unknown>): BackendOptions => ({
  ...options,
  model: CHECKING_MODEL,
});

const anew = ({ facts }: SessionCall<unknown>, rules: SessionRules): Since => ({
  rules,
  start: { step: facts.steps, moved: true, binds: rules.pricing.thinking.checks && facts.thinking > 0 },
  more: AT_START,
});

const makeSince = (call: SessionCall<unknown>, since: Since): Answered<Rendering> =>
  answer(call.make(since.rules.policy, optionsWith(call, since, memorySince(call, since))));

function memorySince({ matched }: SessionCall<unknown>, { start, more }: Since): SessionMemory {
  const { step, moved, binds = false } = start;
  return { ...matched.memory, startStep: step, startMoves: moved, startBinds: binds, ...more };
}

function optionsWith(
  { options }: SessionCall<unknown>,
  { rules: { model } }: Since,
  memory: SessionMemory,
): BackendOptions {
  return { ...options, ...(model === null ? {} : { model }), memory };
}
