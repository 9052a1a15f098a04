import { addTo } from "../../../base/maps.js";
import type { TextWeight } from "../../../wires/units.js";
import type { LosslessOutcome } from "../../lossless/phase.js";
import type { ContentReference } from "../../lossless/references/content-reference.js";
import type { TypedBlock } from "../classification/block.js";
import { placeOf, type TypedConversation } from "../classification/classify.js";
import type { ConversationState } from "../classification/render.js";

export type LossyStart = Pick<LosslessOutcome, "state" | "references" | "sources" | "whole">;

/** A conversation while it is condensed: its texts, and the tokens that they have. */
export class LossyDraft {
  readonly #weight: TextWeight;
  readonly #texts: string[];
  readonly #removed: Set<TypedBlock>;
  readonly #tokens: number[];
  readonly #dropped = new Set<string>();
  /** Slots that point to a slot. */
  readonly #pointers = new Map<number, number[]>();
  /** Tokens of the whole conversation; what is in no slot never changes. */
  tokens: number;

  /** @param tokens Tokens of the whole conversation as `start` has it. */
  constructor(
    readonly conversation: TypedConversation,
    readonly start: LossyStart,
    tokens: number,
    weight: TextWeight,
  ) {
    this.#weight = weight;
    this.#texts = [...start.state.texts];
    this.#removed = new Set(start.state.removed);
    this.#tokens = this.#texts.map((text) => this.tokensOf(text));
    this.tokens = tokens;
    for (const [pointing, sources] of start.sources) {
      for (const source of sources) addTo(this.#pointers, source, pointing);
    }
  }

  tokensOf(text: string): number {
    return Math.floor((this.#weight(text) + 512) / 1024);
  }

  textOf(slot: number): string {
    return this.#texts[slot] ?? "";
  }

  tokensAt(slot: number): number {
    return this.#tokens[slot] ?? 0;
  }

  /** The slots that point to a slot, as it is now. */
  pointersTo(slot: number): readonly number[] {
    return (this.#pointers.get(slot) ?? []).filter((one) => this.isPointing(one));
  }

  /** Whether a slot has pointers of the lossless phase. */
  isPointing(slot: number): boolean {
    return this.start.sources.has(slot) && !this.#dropped.has(this.#placeOf(slot));
  }

  /** Replaces a text. Its own pointers count no longer. */
  write(slot: number, text: string): void {
    if (this.isPointing(slot)) this.#dropped.add(this.#placeOf(slot));
    const tokens = this.tokensOf(text);
    this.tokens += tokens - this.tokensAt(slot);
    this.#texts[slot] = text;
    this.#tokens[slot] = tokens;
  }

  #placeOf(slot: number): string {
    const own = this.conversation.slots[slot];
    return own === undefined ? "" : placeOf(own);
  }

  isRemoved(block: TypedBlock): boolean {
    return this.#removed.has(block);
  }

  remove(block: TypedBlock, tokens: number): void {
    this.#removed.add(block);
    this.tokens -= tokens;
  }

  get state(): ConversationState {
    return { texts: [...this.#texts], removed: new Set(this.#removed) };
  }

  /** By slot with pointers that still count: the slots that these lead to. */
  get sources(): Map<number, number[]> {
    return new Map([...this.start.sources].filter(([slot]) => this.isPointing(slot)));
  }

  get references(): ContentReference[] {
    return this.start.references.filter(({ place }) => !this.#dropped.has(place));
  }
}
