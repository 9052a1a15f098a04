// Which part of a conversation a condensation may touch, where thinking is bound to everything before it.

import { compilePatterns } from "../../../text/error-signs.js";
import { checkedBlocks } from "../../../validate/prefix/bound.js";
import { readSteps } from "../../../wires/steps.js";
import { promptCuts, readThinking } from "../../../wires/thinking.js";
import type { Conversation } from "../../conversation/open.js";
import { requestOf } from "../../conversation/request.js";
import type { TypedBlock } from "../../lossy/classification/block.js";
import type { TypedConversation } from "../../lossy/classification/classify.js";

export interface Bounds {
  /** Whether the model checks its thinking against what is before it. */
  isBound: boolean;
  /** Index of the first message that may change; behind the last message if none may. */
  from: number;
  /** Thinking that may be left out, in order. In a bound conversation it all goes, if anything else changes. */
  removable: readonly TypedBlock[];
  /** Index of the message with which the open loop of calls begins; calls in it keep their arguments. */
  openFrom: number;
}

/** Finds what may be touched. Linear. */
export function readBounds({ conversation, blocks }: TypedConversation): Bounds {
  const { wire, messages } = conversation;
  const { request, wire: name } = requestOf(conversation);
  const steps = readSteps(wire, messages);
  const lastPrompt = promptCuts(wire, messages, steps).at(-1) ?? 0;
  const isAtPrompt = lastPrompt === messages.length && messages.length > 0;
  const openFrom = isAtPrompt ? messages.length : lastPrompt;
  const thinking = blocks.filter(({ type }) => type === "ASSISTANT_THINKING");
  const kept = thinking.findIndex(({ isRemovable, messageIndex }) => isRemovable !== true || messageIndex >= openFrom);
  const removable = kept < 0 ? thinking : thinking.slice(0, kept);
  const isBound = checkedBlocks(request, name, conversation.context.model) !== "none" && hasThinking(conversation);
  if (!isBound) return { isBound, from: 0, removable, openFrom };
  // Thinking that stays is bound to all that is before it.
  const lastKept = thinking.findLast((block) => !removable.includes(block));
  return { isBound, from: lastKept === undefined ? 0 : lastKept.messageIndex + 1, removable, openFrom };
}

const hasThinking = ({ wire, messages }: Conversation): boolean => readThinking(wire, messages).length > 0;

/** Whether a block has a pinned text. */
export function pinMatcher(pins: readonly string[]): (block: TypedBlock) => boolean {
  const pattern = compilePatterns(pins);
  return ({ source, texts }) =>
    pattern !== undefined && (pattern.test(source.text) || texts.some(({ text }) => pattern.test(text)));
}
