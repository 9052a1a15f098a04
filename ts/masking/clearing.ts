// Leaves old tool results to the provider: the messages stay, and one edit of its context management says what it clears.
//
//   turns     ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒ · · · · · ·      ▒ cleared: a run of whole turns from the oldest, until the next move
//   requests  keep: 6, 7, 8, …                  uses behind the run: the number grows, the run stays
//
// The provider works out anew for every request what it clears. With the number of all uses behind the run it finds the
// same ones each time, so that its cache stays valid.

import type { ClearingReport } from "../contract/cache-report.js";
import { clearingOf, type Policy } from "../policy/policy.js";
import { believedRow } from "../wires/believed-row.js";
import type { ClearingFacts, ClearingPlace, ToolUse } from "../wires/clearing-facts.js";
import type { Path } from "../wires/define-wire.js";
import { readMarkers } from "../wires/markers.js";
import type { Steps } from "../wires/steps.js";
import type { CallSite, ResultPlan, ToolResult } from "../wires/transcript.js";
import { planReadiness } from "./candidates.js";
import type { CompiledPolicy } from "./compile-policy.js";
import { NONE_EARLY } from "./early-places.js";
import type { PlainPlan } from "./plain-plan.js";
import { keepResult, placeReason, rankFromNewest, withoutMedia } from "./plan-results.js";

/** A request's edit for the provider. */
export interface ClearEdit {
  /** Path from the request to what is added or replaced. */
  path: Path;
  /** What is there afterwards. */
  value: unknown;
  /** The inserted JSON text. */
  replacement: string;
}

/** Where and how the provider is told. */
export interface Clearing {
  facts: ClearingFacts;
  place: ClearingPlace;
}

/** A request, as far as it decides who clears. */
type Asked = Pick<PlainPlan, "wire" | "request" | "model" | "host">;

/** Who clears the old results of a request, or why not the provider; undefined if the policy does not ask for it. */
export function findClearing(given: Asked, policy: Policy): Clearing | ClearingReport | undefined {
  const { wire, request } = given;
  const asked = clearingOf(policy.settings);
  if (asked === undefined) return undefined;
  if (asked !== "provider") return { by: "masking", reason: asked };
  const facts = wire.clearing;
  if (facts === undefined) return { by: "masking", reason: "wire" };
  const { row } = believedRow(given, policy.settings.models, () => readMarkers(wire, request).any);
  // A body without its model goes to a cloud, which takes betas in the body and not by header.
  const isNamed = typeof request.model === "string";
  if (!row.clearing || row.vendor !== facts.vendor || !isNamed) return { by: "masking", reason: "model" };
  const place = facts.placeIn(request);
  return place === undefined ? { by: "masking", reason: "client" } : { facts, place };
}

/** A result that may be cleared. */
export interface OldResult {
  result: ToolResult;
  /** The first message from which on it and all turns before it may be. */
  readyMessage: number;
  /** The call that it answers, if its arguments go with it: with the first of its results. */
  cleared?: CallSite | undefined;
}

/** Which results may be cleared, and why the others stay. */
export interface ClearableResults {
  /** In document order. */
  old: readonly OldResult[];
  /** All results as they stay in the body; those of `old` have the reason `carried`. */
  plans: readonly ResultPlan[];
}

/** Judges all results of a conversation by their places and tools. Linear. */
export function clearableResults(plain: PlainPlan, steps: Steps, policy: CompiledPolicy): ClearableResults {
  const { transcript } = plain;
  const settingsOf = policy.toolResolver();
  const ranks = policy.ranksNeeded ? rankFromNewest(transcript.results) : undefined;
  const plans = transcript.results.map((original): ResultPlan => {
    const result = policy.maskMedia ? original : withoutMedia(original);
    const rank = ranks?.get(original) ?? Number.POSITIVE_INFINITY;
    const reason =
      result.turnIndex === undefined
        ? "orphan"
        : placeReason(result, settingsOf(result.toolName), transcript, policy, rank, plain.early ?? NONE_EARLY);
    return reason === undefined ? { ...keepResult(result, "carried"), replacement: "" } : keepResult(result, reason);
  });
  const ready = planReadiness({ ...plain, plans, thinking: undefined }, steps, policy);
  const messages = new Map(ready.map(({ plan, readyMessage }) => [plan, readyMessage]));
  const turns = turnsReady(plans, messages, steps, policy.mask.windowTurns, transcript.toolTurnCount);
  const clearedCallOf = clearedCalls(policy);
  const old = plans.flatMap(({ result, reason }) => {
    const readyMessage = turns[result.turnIndex ?? -1] ?? Number.POSITIVE_INFINITY;
    const isOld = reason === "carried" && readyMessage < Number.POSITIVE_INFINITY;
    return isOld ? [{ result, readyMessage, cleared: clearedCallOf(result) }] : [];
  });
  return { old, plans: plans.map(({ replacement: _, ...plan }) => plan) };
}

/** Gives the call that a result answers, if the policy shortens its arguments and none of its results came before. */
function clearedCalls({ args }: CompiledPolicy): (result: ToolResult) => CallSite | undefined {
  const answered = new Set<CallSite>();
  return ({ call }) => {
    if (call === undefined || answered.has(call)) return undefined;
    answered.add(call);
    return args?.appliesTo(call.toolName) === true ? call : undefined;
  };
}

/** By tool turn: the message from which on it and all turns before it may be cleared; ∞ if something in them stays. */
function turnsReady(
  plans: readonly ResultPlan[],
  messages: ReadonlyMap<ResultPlan, number>,
  { turnStarts }: Steps,
  windowTurns: number,
  turnCount: number,
): number[] {
  const own: (number | undefined)[] = new Array(turnCount).fill(undefined);
  for (const plan of plans) {
    const { turnIndex } = plan.result;
    if (turnIndex === undefined) continue;
    // What the provider is told to leave out holds nothing up.
    const isExcluded = plan.reason === "excluded" || plan.reason === "never";
    const message = isExcluded ? 0 : (messages.get(plan) ?? Number.POSITIVE_INFINITY);
    own[turnIndex] = Math.max(own[turnIndex] ?? 0, message);
  }
  let before = 0;
  return own.map((message, turn) => {
    before = Math.max(before, message ?? turnStarts[turn + windowTurns] ?? Number.POSITIVE_INFINITY);
    return before;
  });
}

/** The edit for the first `run` turns, and what it means. */
export function clearRun(
  { facts, place }: Clearing,
  { list }: Pick<PlainPlan, "list">,
  run: number,
  policy: CompiledPolicy,
): { edit: ClearEdit; report: ClearingReport } {
  const settingsOf = policy.toolResolver();
  const isExcluded = ({ toolName }: { toolName: string | undefined }) => {
    const { excluded, never } = settingsOf(toolName);
    return excluded || never;
  };
  const uses = facts.toolUses(list);
  const old = uses.filter(({ turnIndex }) => turnIndex < run);
  const kept = uses.length - old.length;
  const cleared = old.filter((use) => !isExcluded(use));
  const edit = facts.edit(kept, clearedInputs(cleared, policy), namesOf(old.filter(isExcluded)));
  const [before, after] = place.around;
  return {
    edit: { path: place.path, value: place.valueOf(edit), replacement: before + JSON.stringify(edit) + after },
    report: {
      by: "provider",
      clearedToolUses: cleared.length,
      keptToolUses: kept,
    },
  };
}

/** Whose arguments go with their results: what the provider clears of a tool's calls it clears of all of them. */
function clearedInputs(cleared: readonly ToolUse[], { args }: CompiledPolicy): boolean | string[] {
  if (args === undefined || args.appliesToAll) return args !== undefined;
  const names = namesOf(cleared.filter(({ toolName }) => args.appliesTo(toolName)));
  return names.length > 0 && names;
}

const namesOf = (uses: readonly ToolUse[]): string[] => [...new Set(uses.flatMap(({ toolName }) => toolName ?? []))];
