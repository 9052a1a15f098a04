import type { Steps } from "../wires/steps.js";
import type { ResultPlan, ToolResult } from "../wires/transcript.js";
import { readyMessageOf } from "./arguments/plan-arguments.js";
import type { CompiledPolicy, ToolSettings } from "./compile-policy.js";
import { earlyMessage } from "./early-places.js";
import type { PlainPlan } from "./plain-plan.js";
import { answerAfter } from "./plan-loose.js";
import { thinkingCuts } from "./plan-thinking.js";

/** A planned edit, and when the plain policy would make it. */
export interface PlannedEdit {
  plan: ResultPlan;
  /** 0-based index of the first message whose presence makes the result eligible. */
  readyMessage: number;
}

/**
 * Finds the edits in the plans of a whole request. For each it finds the smallest message index i such that the plain
 * policy would make it in every transcript that continues to message i. Rules about the text alone do not depend on the
 * end. Linear, apart from a binary search per edit if open loops are protected.
 */
export function planReadiness(
  { wire, list, transcript, plans, thinking, early }: PlainPlan,
  steps: Steps,
  policy: CompiledPolicy,
): PlannedEdit[] {
  const settingsOf = policy.toolResolver();
  const newer = policy.ranksNeeded ? newerResults(transcript.results, settingsOf) : undefined;
  const users = policy.protectOpenLoop ? userMessages(steps) : [];
  const speaks = policy.args?.inOpenLoop === false ? userMessages(steps) : undefined;
  const prompts = thinking === undefined ? [] : thinkingCuts({ wire, list, thinking }, steps);
  // Media next to a result follow it, and become ready as it does.
  let at = -1;
  return plans.flatMap((plan) => {
    const { result, replacement } = plan;
    const { kind } = result.content;
    if (!BESIDE_RESULTS.has(kind)) at++;
    if (replacement === undefined) return [];
    if (kind === "thinking") return [{ plan, readyMessage: firstAfter(prompts, result.messageIndex) - 1 }];
    if (result.content.kind === "arguments") {
      const nextUser = speaks === undefined ? 0 : firstAfter(speaks, result.messageIndex);
      return [
        {
          plan,
          readyMessage: readyMessageOf(result.content, settingsOf(result.toolName).windowTurns, steps, nextUser),
        },
      ];
    }
    if (kind === "loose" && result.beside === undefined) {
      const passed = answerAfter(answersOf(steps), result.messageIndex, policy.mask.windowTurns);
      const left = Math.min(passed ?? Number.POSITIVE_INFINITY, earlyMessage(result, early));
      return [{ plan, readyMessage: Math.max(left, firstAfter(users, result.messageIndex)) }];
    }
    if (result.turnIndex === undefined) return [];
    const { windowTurns } = settingsOf(result.toolName);
    const passed = steps.turnStarts[result.turnIndex + windowTurns] ?? Number.POSITIVE_INFINITY;
    const left = Math.min(passed, earlyMessage(result, early));
    const outranked = newer?.[at] ?? 0;
    // A message with both results and the user's own words closes the loop of its results.
    const loopClosed = policy.protectOpenLoop ? firstAfter(users, result.messageIndex - 1) : 0;
    return [{ plan, readyMessage: Math.max(left, outranked, loopClosed) }];
  });
}

/** Contents that are planned among results, and are none. */
export const BESIDE_RESULTS: ReadonlySet<ResultPlan["result"]["content"]["kind"]> = new Set([
  "loose",
  "thinking",
  "arguments",
]);

/** Indexes of the messages that begin an answer, ascending. */
export function answersOf({ cuts }: Pick<Steps, "cuts">): readonly number[] {
  // The last one is the end of the list.
  return cuts.slice(0, -1);
}

/** For each result of a tool with `keepLastK`, the message of the K-th newer result of that tool. */
function newerResults(
  results: readonly ToolResult[],
  settingsOf: (toolName: string | undefined) => ToolSettings,
): (number | undefined)[] {
  const messages = new Map<string | undefined, number[]>();
  const newer = new Array<number | undefined>(results.length).fill(undefined);
  for (let index = results.length - 1; index >= 0; index--) {
    const result = results[index];
    if (result === undefined || result.turnIndex === undefined) continue;
    const seen = messages.get(result.toolName) ?? [];
    const { keepLastK } = settingsOf(result.toolName);
    if (keepLastK !== null && keepLastK > 0) newer[index] = seen[seen.length - keepLastK];
    seen.push(result.messageIndex);
    messages.set(result.toolName, seen);
  }
  return newer;
}

function userMessages({ roles }: Steps): number[] {
  return roles.flatMap((role, index) => (role === "user" ? [index] : []));
}

/** The first of ascending numbers that is above `limit`; 0 if there is none. */
function firstAfter(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return numbers[low] ?? 0;
}
