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
  const pairs = new Set<string>();
  let [left, hasPassed, isLate] = [recentRawTurns, false, false];
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index];
    if (message === undefined) continue;
    const pairId = message.pairRole ? message.pairId : undefined;
    const system = isSystem(message);
    if (system || left > 0) {
      keep.add(index);
      if (!system) left--;
      if (pairId && !pairs.has(pairId)) {
        pairs.add(pairId);
        isLate ||= hasPassed;
      }
    } else if (pairId && pairs.has(pairId)) keep.add(index);
    else hasPassed = true;
  }
  // A system message in a pair, whose mates may have been passed: the only kept one with such behind it.
  return isLate ? includeMatesOfKept(keep, messages) : keep;
}
