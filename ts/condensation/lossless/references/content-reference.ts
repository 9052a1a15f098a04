import type { ContentReference as RepeatReference } from "../../../contract/content-reference.js";
import type { Consolidated } from "../../../contract/lossless.js";

/** Hashes of messages' texts, the nearest first; messages without text are skipped. */
export interface Surroundings {
  before: readonly string[];
  after: readonly string[];
}

/**
 * What a condensation wrote in the place of a result, and what it stands for: a pointer to other text of the conversation, or
 * the smaller form of a text. Plain JSON, so that it travels with the messages: texts are found by their hash wherever they are.
 */
export interface ContentReference extends Omit<RepeatReference, "source"> {
  /** JSON Pointer, from the list of messages, to the text with the pointer, or in the smaller form. */
  place: string;
  /** JSON Pointer, from the list of messages, to the text with the original; as `place` for a smaller form. */
  source: string;
  /** Present for a consolidated result. @default it repeats lines as {@link lines} says, or the whole text */
  consolidated?: Consolidated;
  /**
   * Key of the text with the pointer: its length, and a hash of it and the call that it answers, by which it is found where
   * messages moved. @default found by `place` alone
   */
  textKey?: string;
  /** Likewise of the text with the original. */
  sourceKey?: string;
  /** What stood around the text with the pointer: it tells an equal text elsewhere from it. @default any text with the key */
  around?: Surroundings;
  /**
   * Present for a smaller form: the text as it came. `textKey` is then that of the smaller form, and `hash` the first half of the
   * original's SHA-256.
   */
  original?: string;
}

/** Whether a reference is of a smaller form, and no pointer. */
export const isForm = ({ original }: ContentReference): boolean => original !== undefined;
