import { type ChatMessage, isSystem } from "./chat-message.js";
import { includeMatesOfKept } from "./pairs.js";

/**
 * What no stage may touch: system messages, the newest `recentRawTurns` other messages, and the pairs of all of these.
 * Linear.
 *
 * @returns Indexes into `messages`.
 */
export function indicesToKeep(messages: readonly ChatMessage[], recentRawTurns: number): Set<number> {
  const keep = new Set<number>();
  let left = recentRawTurns;
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index];
    if (message === undefined) continue;
    if (isSystem(message)) keep.add(index);
    else if (left > 0) {
      keep.add(index);
      left--;
    }
  }
  return includeMatesOfKept(keep, messages);
}
