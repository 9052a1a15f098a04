import { check, isCount } from "../base/option-check.js";
import { type ChatMessage, isObservation } from "./chat-message.js";
import { maskDispatchObservation } from "./dispatch.js";
import { DEFAULT_MAX_OBSERVATION_CHARS } from "./options.js";

/** The result of {@link maskObservations}. */
export interface MaskedHistory {
  /** A new list. Messages that were not masked are the same objects. */
  messages: ChatMessage[];
  /** Results that this call masked; earlier ones do not count. */
  maskedCount: number;
  /** How many chars shorter the masked results are. */
  maskedChars: number;
}

/**
 * Masks every tool result outside `keepIndices`, except its dispatch blocks. All other messages and fields remain
 * unchanged. A result that would not get shorter also remains, so that the history never grows. Linear.
 *
 * @param messages Never changed.
 * @param keepIndices Indexes of messages to leave alone.
 * @param options `maxObservationChars`: longest masked result in chars, without blocks; default 80.
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
