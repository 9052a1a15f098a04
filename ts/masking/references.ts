// Answers of agents' tools that only say that an earlier result still holds. The model goes by that result, so that it
// stays, or comes back with the next move, while such an answer is in the window.
//
//   Read {"file_path":"a.ts"}        the file's text              the newest earlier read of the same lines: the target
//   Edit …
//   Read {"file_path":"a.ts"}        File unchanged since …       a reference; its text is one of the policy's
//
// Which texts are references is data: `ts/policy/references.json`. The native twin is `crates/core/src/plan/references.rs`.
import { shownByCall } from "../arrival/file-tools.js";
import type { Steps } from "../wires/steps.js";
import { type ResultPlan, type ToolResult, textsOf } from "../wires/transcript.js";
import { argumentsOf, toolOf } from "./arrive.js";
import { BESIDE_RESULTS } from "./candidates.js";
import type { CompiledPolicy } from "./compile-policy.js";

/** One answer that refers to an earlier result. */
export interface Mention {
  target: ToolResult;
  /** 0-based index of the answer's message. */
  messageIndex: number;
  /** Index of the message after which it is no longer in the window; infinite while it is. */
  until: number;
}

/** Longer answers, in chars, refer to no earlier result: they have a content of their own. */
const MAX_REFERENCE_CHARS = 500;

/** Every such answer, in document order. Linear in the results, and in the arguments of calls if there is one. */
export function findMentions(
  plans: readonly ResultPlan[],
  steps: Pick<Steps, "turnStarts">,
  policy: CompiledPolicy,
): Mention[] {
  if (policy.references.length === 0) return [];
  const results = plans.map(({ result }) => result).filter(({ content }) => !BESIDE_RESULTS.has(content.kind));
  const references = new Set(results.filter((result) => isReference(result, policy)));
  if (references.size === 0) return [];
  const settingsOf = policy.toolResolver();
  const newest = new Map<string, ToolResult>();
  return results.flatMap((result) => {
    const key = linesRead(result);
    if (key === undefined || result.turnIndex === undefined) return [];
    const target = newest.get(key);
    if (!references.has(result)) newest.set(key, result);
    if (target === undefined || !references.has(result)) return [];
    const until = steps.turnStarts[result.turnIndex + settingsOf(result.toolName).windowTurns];
    return [{ target, messageIndex: result.messageIndex, until: until ?? Number.POSITIVE_INFINITY }];
  });
}

/** Whether a result is such an answer. */
export function isReference(result: ToolResult, policy: CompiledPolicy): boolean {
  const { content, came = content, turnIndex, ambiguous, toolName = "" } = result;
  if (turnIndex === undefined || ambiguous === true) return false;
  const [text, another] = textsOf(came).filter((one) => one !== "");
  if (text === undefined || another !== undefined || text.length > MAX_REFERENCE_CHARS) return false;
  return policy.references.some(({ texts, isTool }) => texts?.test(text) === true && isTool(toolName));
}

/** The tool, the path and the lines, if the result shows one file. */
function linesRead(result: ToolResult): string | undefined {
  const [tool, shown] = [toolOf(result), shownByCall(toolOf(result), argumentsOf(result))];
  if (shown.kind !== "read" || shown.path === undefined) return undefined;
  return JSON.stringify([tool, shown.path, shown.lines?.first, shown.lines?.last]);
}
