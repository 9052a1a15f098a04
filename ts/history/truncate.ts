import { check, isCount } from "../base/option-check.js";
import type { ChatMessage } from "./chat-message.js";
import { indicesToKeep } from "./keep.js";
import type { HistoryReductionResult } from "./result.js";

/**
 * Drops all but the system messages, the newest `preserveRecentRawTurns` other messages and their pairs. Kept messages
 * are the same objects in the same order. If nothing is dropped, the result has the same list. Linear.
 *
 * @throws TamisError `OPTION_INVALID`.
 */
export function truncationFallback(messages: ChatMessage[], preserveRecentRawTurns: number): HistoryReductionResult {
  check("preserveRecentRawTurns", preserveRecentRawTurns, isCount(0), "a whole number of 0 or more");
  const keep = indicesToKeep(messages, preserveRecentRawTurns);
  const droppedCount = messages.length - keep.size;
  return {
    messages: droppedCount === 0 ? messages : messages.filter((_, index) => keep.has(index)),
    reduced: droppedCount > 0,
    droppedCount,
    invariantStatus: "fallback",
  };
}
