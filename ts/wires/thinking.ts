// The model's thinking in a conversation, and the steps at which it may be left out.
//
//   user   assistant (thinking, call)   results   assistant (thinking, text)   user   …
//     ▲ a prompt step: the user speaks, no call is open                          ▲ the next one: all thinking is closed

import { isRecord } from "../text/json-value.js";
import type { WireDefinition } from "./define-wire.js";
import type { Steps } from "./steps.js";
import type { ThinkingBlock } from "./transcript.js";

/** All thinking of a conversation, in document order. Linear in messages and blocks. */
export function readThinking(wire: WireDefinition, list: readonly unknown[]): ThinkingBlock[] {
  const unread = wire.unreadMessages(list);
  return list.flatMap((message, messageIndex) => {
    if (!isRecord(message) || wire.roleOf(message) !== "assistant") return [];
    const found = wire.thinkingIn(message).map((block) => ({ messageIndex, ...block }));
    return messageIndex < unread ? found.map((block) => ({ ...block, stays: true })) : found;
  });
}

/**
 * The cuts at which the user speaks and no call is open: behind the last assistant message are words of the user and no
 * tool result. Linear.
 */
export function promptCuts(wire: WireDefinition, list: readonly unknown[], { roles, cuts }: Steps): number[] {
  return cuts.filter((cut) => isPrompt(wire, list, roles, cut));
}

function isPrompt(wire: WireDefinition, list: readonly unknown[], roles: Steps["roles"], cut: number): boolean {
  let at = cut - 1;
  let spoke = false;
  for (; at >= 0 && roles[at] !== "assistant"; at--) {
    if (holdsResults(wire, list[at], roles[at])) return false;
    spoke ||= roles[at] === "user";
  }
  if (!spoke) return false;
  for (; at >= 0 && roles[at] === "assistant"; at--) {
    const message = list[at];
    if (isRecord(message) && wire.makesCalls(message)) return false;
  }
  return true;
}

function holdsResults({ blocks }: WireDefinition, message: unknown, role: Steps["roles"][number] | undefined): boolean {
  if (role === "tool") return true;
  const content = isRecord(message) && blocks.holdResults ? message[blocks.key] : undefined;
  return Array.isArray(content) && content.some((block) => blocks.isResult(block));
}
