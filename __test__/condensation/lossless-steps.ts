import { expect } from "vitest";
import { openConversation } from "../../ts/condensation/conversation/open.js";
import type { ConsolidationRule } from "../../ts/condensation/lossless/consolidation/rules.js";
import { losslessPhase } from "../../ts/condensation/lossless/phase.js";
import { expandReferences } from "../../ts/condensation/lossless/references/expand.js";
import { classify } from "../../ts/condensation/lossy/classification/classify.js";
import { asItCame, renderConversation } from "../../ts/condensation/lossy/classification/render.js";
import { chatOf as messagesOf } from "../support/on-wire.js";

/** A call of a tool, and its result. */
export interface Step {
  tool: string;
  args: object;
  result: string;
}

export const chatOf = (steps: readonly Step[]): object[] =>
  messagesOf(steps.map((step, index) => ({ calls: [{ id: `c${index}`, ...step }] })));

export const read = (messages: readonly object[]) => classify(openConversation({ messages, wire: "openai-chat" }));

export function run(
  messages: readonly object[],
  {
    isPinned = () => false,
    rules,
  }: { isPinned?: (text: string) => boolean; rules?: readonly ConsolidationRule[] | undefined } = {},
) {
  const conversation = read(messages);
  const settings = { isPinned: ({ text }: { text: string }) => isPinned(text), rules };
  const outcome = losslessPhase(conversation, asItCame(conversation), settings);
  const sent = renderConversation(conversation, outcome.state).messages as { content: string | null }[];
  const back = read(sent);
  return {
    ...outcome,
    sent,
    results: sent.map(({ content }) => content),
    expanded: expandReferences(back, outcome.references),
  };
}

/** The results of steps after the phase, and after putting everything back. */
export function resultsOf(steps: readonly Step[], rules?: readonly ConsolidationRule[]) {
  const { results, expanded, references, whole, counts } = run(chatOf(steps), { rules });
  expect(expanded.missing).toEqual([]);
  expect(expanded.texts).toEqual(whole);
  return { sent: results.filter((text) => text !== null), references, counts };
}

export const lines = (from: number, to: number, prefix = "a long name of module_") =>
  Array.from({ length: to - from + 1 }, (_, at) => `${prefix}${from + at}.ts`).join("\n");
