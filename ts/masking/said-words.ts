// The words that a model has from what was said: the system prompt, words of the user and the assistant, arguments of
// calls. A digest need not name them. The native twin is `crates/core/src/plan/digests/said.rs`.

import { READ_ANEW, type WordSource } from "../digest/known-words.js";
import { isRecord, type JsonRecord } from "../text/json-value.js";
import type { WireDefinition } from "../wires/define-wire.js";
import { SYSTEM_KEYS } from "../wires/text-chars.js";
import type { ToolResult } from "../wires/transcript.js";

/** Members whose values are data or thinking: the first are not read as words, and the second may go. */
const UNSAID: ReadonlySet<string> = new Set([
  "thinking",
  "signature",
  "thoughtSignature",
  "thought_signature",
  "encrypted_content",
  "data",
]);

type Place = Pick<ToolResult, "messageIndex" | "blockIndex">;

interface Block {
  place: Place;
  value: unknown;
}

/** Where each word of a conversation was said first. Read as far as it was asked for: once for several plans. */
export class SaidTexts {
  /** By word: the number of the block. */
  readonly #words = new Map<string, number>();
  /** By block that was read: its place. */
  readonly #places: Place[] = [];
  readonly #results: ReadonlySet<string>;
  readonly #source: WordSource;
  readonly #blocks: Generator<Block, undefined>;
  #next: IteratorResult<Block, undefined>;

  /** @param results Those of the conversation, which count as not said. Their texts do not matter. */
  constructor(
    wire: WireDefinition,
    { request, list }: { readonly request: JsonRecord; readonly list: readonly unknown[] },
    results: readonly Place[],
    source: WordSource = READ_ANEW,
  ) {
    this.#source = source;
    this.#results = new Set(results.map(keyOf));
    this.#blocks = blocksOf(wire, list);
    this.#next = this.#blocks.next();
    this.#note(systemOf(request), -1);
  }

  /** Whether the block of a number is before a place. Its words are then known. */
  isBefore(block: number, place: Place): boolean {
    for (; this.#places.length <= block && !this.#next.done; this.#next = this.#blocks.next()) {
      const { place: own, value } = this.#next.value;
      if (!isBefore(own, place)) return false;
      if (!this.#results.has(keyOf(own))) this.#note(value, this.#places.length);
      this.#places.push(own);
    }
    const known = this.#places[block];
    return known !== undefined && isBefore(known, place);
  }

  /** The number of the block in which a word was said first, -1 for the system prompt; undefined if it was not yet read. */
  blockOf(word: string): number | undefined {
    return this.#words.get(word);
  }

  #note(value: unknown, block: number): void {
    visitSaid(value, (text) => {
      for (const { word } of this.#source.noted(text)) if (!this.#words.has(word)) this.#words.set(word, block);
    });
  }
}

/** What was said before a place in a conversation, which only moves forward. Linear in all of it. */
export class SaidWords {
  readonly #texts: SaidTexts;
  /** Number of blocks before the place. */
  #blocks = 0;

  constructor(texts: SaidTexts) {
    this.#texts = texts;
  }

  /** Adds what was said before the result at `place`. Other results count as not said. */
  advanceTo(place: Place): void {
    while (this.#texts.isBefore(this.#blocks, place)) this.#blocks++;
  }

  has(word: string): boolean {
    return (this.#texts.blockOf(word) ?? Number.POSITIVE_INFINITY) < this.#blocks;
  }
}

const keyOf = ({ messageIndex, blockIndex }: Place): string => `${messageIndex}/${blockIndex}`;

const isBefore = (one: Place, other: Place): boolean =>
  one.messageIndex < other.messageIndex ||
  (one.messageIndex === other.messageIndex && one.blockIndex < other.blockIndex);

/** Every message, or every block of one that has a list of them, in order. */
function* blocksOf({ blocks }: WireDefinition, list: readonly unknown[]): Generator<Block, undefined> {
  for (const [messageIndex, message] of list.entries()) {
    const inner = blocks.holdResults && isRecord(message) ? message[blocks.key] : undefined;
    const all: readonly unknown[] = Array.isArray(inner) ? inner : [message];
    for (const [blockIndex, value] of all.entries()) yield { place: { messageIndex, blockIndex }, value };
  }
}

/** The system prompt outside the conversation. */
function systemOf(request: JsonRecord): unknown {
  const key = Object.keys(request).findLast((one) => SYSTEM_KEYS.has(one));
  return key === undefined ? undefined : request[key];
}

/** Calls `visit` with every text that a model reads. */
function visitSaid(value: unknown, visit: (text: string) => void): void {
  if (typeof value === "string") visit(value);
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    for (const one of value) visitSaid(one, visit);
    return;
  }
  for (const [key, child] of Object.entries(value)) {
    if (UNSAID.has(key)) continue;
    if (key === "arguments" && typeof child === "string") visit(withoutEscapes(child));
    else visitSaid(child, visit);
  }
}

/** JSON as text, without the escapes that would join the word behind them. */
const withoutEscapes = (json: string): string => json.replace(/\\[nrt]/g, "  ");
