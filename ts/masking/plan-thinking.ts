import type { WireDefinition } from "../wires/define-wire.js";
import { readSteps, type Steps } from "../wires/steps.js";
import { promptCuts } from "../wires/thinking.js";
import type { ResultPlan, ThinkingBlock, ToolResult } from "../wires/transcript.js";
import type { PlainPlan, Thinking } from "./plain-plan.js";

/** Finds the thinking that may go, as soon as the user speaks again. Empty if the model's thinking stays. */
export function planThinking(
  { wire, list }: { wire: WireDefinition; list: readonly unknown[] },
  thinking: Thinking | undefined,
): ResultPlan[] {
  if (thinking === undefined || !thinking.rule.goes) return [];
  const lastPrompt = thinkingCuts({ wire, list, thinking }, readSteps(wire, list)).at(-1) ?? 0;
  return thinking.blocks.filter(({ stays, messageIndex }) => !stays && messageIndex < lastPrompt).map(planBlock);
}

/** The cuts at which thinking may go: those of prompts, or every one where the policy drops it. */
export function thinkingCuts(
  { wire, list, thinking }: Pick<PlainPlan, "wire" | "list" | "thinking">,
  steps: Steps,
): readonly number[] {
  return thinking?.rule.drops === true ? steps.cuts : promptCuts(wire, list, steps);
}

function planBlock({ messageIndex, blockIndex, text }: ThinkingBlock): ResultPlan {
  const result: ToolResult = {
    messageIndex,
    blockIndex,
    callId: undefined,
    toolName: undefined,
    turnIndex: undefined,
    content: { kind: "thinking", texts: [text] },
    errorMarker: "unknown",
  };
  return { result, action: "remove", reason: "thinking", charsBefore: text.length, charsAfter: 0, replacement: "" };
}

/** Two lists of plans as one, in document order; those of one block stay in their order. */
export function mergePlans(results: readonly ResultPlan[], others: readonly ResultPlan[]): readonly ResultPlan[] {
  if (others.length === 0) return results;
  const place = ({ result: { messageIndex, blockIndex } }: ResultPlan) => [messageIndex, blockIndex] as const;
  return [...results, ...others].sort((one, other) => {
    const [[message, block], [otherMessage, otherBlock]] = [place(one), place(other)];
    return message - otherMessage || block - otherBlock;
  });
}
