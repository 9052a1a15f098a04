// Which parts of the assistant's messages stay word for word.

import type { TypedBlock } from "./block.js";
import type { Sentence } from "./sentences.js";
import { says } from "./signals.js";

/** What is known of a message of the assistant's in its conversation. */
export interface MessageFacts {
  /** Whether it answers the user, so that its first sentence may take up what the user said. */
  answersUser: boolean;
  /** Whether the user answers a question in it: both are a clarification. */
  isClarification: boolean;
}

const QUESTION = /[?？]\s*(?:$|\n)/;

/** The facts of each block that is a message of the assistant's. Linear. */
export function messageFacts(blocks: readonly TypedBlock[]): Map<TypedBlock, MessageFacts> {
  const facts = new Map<TypedBlock, MessageFacts>();
  const spoken = blocks.filter(({ type, texts }) => type !== "SYSTEM_MESSAGE" && texts.length > 0);
  for (const [at, block] of spoken.entries()) {
    if (block.type !== "ASSISTANT_MESSAGE") continue;
    const text = block.texts.map((one) => one.text).join("");
    facts.set(block, {
      answersUser: spoken[at - 1]?.type === "USER_MESSAGE",
      isClarification: spoken[at + 1]?.type === "USER_MESSAGE" && QUESTION.test(text),
    });
  }
  return facts;
}

/** A message of which nothing is known. */
export const NO_FACTS: MessageFacts = { answersUser: false, isClarification: false };

/** Whether a sentence of an assistant's message, or of thinking, stays word for word. */
export function staysVerbatim(
  { text, isStructure }: Sentence,
  { at, count }: { at: number; count: number },
  { answersUser, isClarification }: MessageFacts,
): boolean {
  if (isStructure || isClarification) return true;
  // The conclusion.
  if (at === count - 1) return true;
  if (at === 0 && answersUser) return true;
  return says("decision", text) || says("error", text) || says("acknowledgement", text);
}
