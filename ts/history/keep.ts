import { type ChatMessage, isSystem } from "./chat-message.js";
import { includeMatesOfKept } from "./pairs.js";

/**
 * Finds the messages that no stage may change: system messages, the newest `recentRawTurns` other messages, and the
 * pairs of all of these. Linear.
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
  // A kept system message has a pair, and the walk may have passed its mates. Only system messages can cause this.
  return isLate ? includeMatesOfKept(keep, messages) : keep;
}
