// Makes one block smaller, by its type. What each type loses, and what stays word for word:
//
//   TOOL_RESULT          all but a note with words, places, errors and exit codes; a failed call's result stays
//   TOOL_CALL            the middle of long arguments
//   ASSISTANT_THINKING   sentences, but for conclusions and decisions; signed thinking goes as a whole, or stays
//   ASSISTANT_MESSAGE    some sentences that repeat others or are in the middle, but for what must stay

import type { KnownWords } from "../../../contract/text-backend.js";
import { loadTextBackend } from "../../../load/text-backend.js";
import { WordSieve } from "../../../text/word-sieve.js";
import { hasFailed, type ResultText } from "../../lossless/result-text.js";
import type { MessageType } from "../../providers/base/message-type.js";
import type { Slot, TypedBlock } from "../classification/block.js";
import type { TypedConversation } from "../classification/classify.js";
import { sentencesOf } from "../classification/sentences.js";
import { type MessageFacts, messageFacts, NO_FACTS, staysVerbatim } from "../classification/verbatim.js";
import { condenseArguments } from "./condense-call.js";
import { condenseResult, supersededLine } from "./condense-result.js";
import { isCondensed, onOneLine } from "./marks.js";
import { PHASES } from "./plan.js";
import type { Staleness } from "./superseded.js";
import { thinOut } from "./thin-out.js";

const MAX_LABEL_CHARS = 100;
/** Results of failed calls stay word for word up to this length. */
const MAX_ERROR_CHARS = 4_000;
/** Shorter messages are not worth thinning out. */
const MIN_MESSAGE_CHARS = 400;

/** Knows what is needed to make any block of a conversation smaller. */
export class BlockCondenser {
  readonly #results: ReadonlyMap<number, ResultText>;
  readonly #stale: ReadonlyMap<ResultText, Staleness>;
  readonly #facts: ReadonlyMap<TypedBlock, MessageFacts>;
  /** Results of failed calls, and the ids of these. */
  readonly #errors = new Set<ResultText>();
  readonly #failed = new Set<string>();
  /** Words that the model has outside results, or that a note names already. */
  readonly #seen = new WordSieve();
  /** By slot: the words that its note is the first to name. */
  readonly #noted = new Map<number, ReadonlySet<string>>();
  readonly #said = new Set<string>();

  constructor(
    { slots, blocks }: TypedConversation,
    results: readonly ResultText[],
    stale: ReadonlyMap<ResultText, Staleness>,
  ) {
    this.#results = new Map(results.map((result) => [result.slot.index, result]));
    this.#stale = stale;
    this.#facts = messageFacts(blocks);
    for (const slot of slots) if (slot.block.type !== "TOOL_RESULT") noteWords(slot.text, this.#seen);
    for (const result of results) {
      if (!hasFailed(result)) continue;
      this.#errors.add(result);
      const id = result.slot.block.call?.callId;
      if (id !== undefined) this.#failed.add(id);
    }
  }

  /**
   * The shorter text of a slot; undefined if it stays.
   *
   * @param text The slot's text without pointers.
   * @param isAgain Whether it was condensed before, which was not enough.
   * @param times How much more of it is kept than usual, where it may not lose as much. @default 1
   */
  condense(slot: Slot, text: string, isPointedAt: boolean, isAgain = false, times = 1): string | undefined {
    const { type } = slot.block;
    if (isCondensed(text)) return undefined;
    const share = Math.min(1, times * ((isAgain ? PHASES[type]?.leastShare : PHASES[type]?.share) ?? 1));
    switch (type) {
      case "TOOL_RESULT":
        return this.#result(slot, text, share, isPointedAt);
      case "TOOL_CALL":
        return this.#failed.has(slot.block.call?.callId ?? "")
          ? undefined
          : condenseArguments({ ...slot, text }, share);
      case "ASSISTANT_THINKING":
      case "ASSISTANT_MESSAGE":
        return this.#prose(slot, text, type, share);
      default:
        return undefined;
    }
  }

  #result(slot: Slot, text: string, share: number, isPointedAt: boolean): string | undefined {
    const result = this.#results.get(slot.index);
    if (result === undefined || (this.#errors.has(result) && text.length <= MAX_ERROR_CHARS)) return undefined;
    const label = labelOf(result);
    const stale = this.#stale.get(result);
    if (stale?.kind === "superseded" && !isPointedAt) {
      const { messageIndex, call } = stale.by.slot.block;
      const line = supersededLine(
        text,
        label,
        `message #${messageIndex}${call?.callId === undefined ? "" : ` (${onOneLine(call.callId, 128)})`}`,
      );
      if (line.length < text.length) return line;
    }
    const own = this.#noted.get(slot.index);
    const seen: KnownWords = {
      has: (word: string) => this.#seen.has(word) && own?.has(word) !== true,
      mayHave: (within, start, length) => this.#seen.mayHave(within, start, length),
    };
    const condensed = condenseResult(text, { label, share, seen });
    if (condensed !== undefined && own === undefined) this.#noteWords(slot.index, condensed);
    return condensed;
  }

  /** Words that a note is the first to name. */
  #noteWords(slot: number, condensed: string): void {
    const words = new Set<string>();
    noteWords(condensed, words);
    this.#noted.set(slot, new Set([...words].filter((word) => !this.#seen.has(word))));
    for (const word of words) this.#seen.add(word);
  }

  #prose({ block }: Slot, text: string, type: MessageType, share: number): string | undefined {
    if (text.length < MIN_MESSAGE_CHARS) {
      this.#note(text);
      return undefined;
    }
    const facts = this.#facts.get(block) ?? NO_FACTS;
    const thinned = thinOut(text, {
      most: 1 - share,
      isKept: (sentence, place) =>
        type === "ASSISTANT_THINKING"
          ? staysVerbatim({ ...sentence, isStructure: false }, place, NO_FACTS)
          : staysVerbatim(sentence, place, facts),
      isRepeated: (sentence) => this.#said.has(sentence),
    });
    this.#note(text);
    return thinned;
  }

  #note(text: string): void {
    for (const sentence of sentencesOf(text)) this.#said.add(sentence.text.trim());
  }
}

/** The call in a few words; of a result that no call gave, the tag that it begins with. */
function labelOf({ tool, args, slot }: ResultText): string {
  if (slot.block.call === undefined) return /^<([a-z_-]{2,40})>/.exec(slot.text)?.[1] ?? "tool result";
  return onOneLine(`${tool} ${args.replace(/[{}"\\]/g, "")}`, MAX_LABEL_CHARS);
}

/** Adds the words of a text that a digest could name to `seen`. Linear. */
function noteWords(text: string, seen: Set<string> | WordSieve): void {
  loadTextBackend().visitRanked(text, (word) => {
    seen.add(word);
  });
}
