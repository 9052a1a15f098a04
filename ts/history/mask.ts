import { check, isCount } from "../base/option-check.js";
import { type ChatMessage, isObservation } from "./chat-message.js";
import { maskDispatchObservation } from "./dispatch.js";
import { DEFAULT_MAX_OBSERVATION_CHARS } from "./options.js";

/** What {@link maskObservations} gives. */
export interface MaskedHistory {
  /** A new list; messages that were not masked are the same objects. */
  messages: ChatMessage[];
  /** Results that were masked now; those masked earlier do not count. */
  maskedCount: number;
  /** Chars that the masked results have less than before. */
  maskedChars: number;
}

/**
 * Masks every tool result outside `keepIndices`; dispatch blocks in it stay. All other messages, and all fields but
 * `content`, stay as they are. A result that would not get shorter stays, so that the whole never grows. Linear.
 *
 * @param messages Never written to.
 * @param keepIndices Indexes of messages to leave alone.
 * @param options `maxObservationChars`: longest masked result in chars, blocks apart; default 80.
 * @throws TamisError `OPTION_INVALID`.
 */
export function maskObservations(
  messages: readonly ChatMessage[],
  keepIndices: ReadonlySet<number>,
  options: { maxObservationChars?: number | undefined } = {},
): MaskedHistory {
  const maxChars = options.maxObservationChars ?? DEFAULT_MAX_OBSERVATION_CHARS;
  check("maxObservationChars", maxChars, isCount(1), "a whole number of 1 or more");
  let maskedCount = 0;
  let maskedChars = 0;
  const masked = messages.map((message, index) => {
    if (keepIndices.has(index) || !isObservation(message)) return message;
    const text = maskDispatchObservation(message.content, maxChars);
    if (text.maskedChars === 0) return message;
    maskedCount++;
    maskedChars += text.maskedChars;
    return { ...message, content: text.masked };
  });
  return { messages: masked, maskedCount, maskedChars };
}
