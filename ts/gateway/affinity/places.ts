/** Where a conversation was answered last. */
export interface Place {
  deployment: string;
  vendor: string;
  /** Whether it has ever changed its deployment: then its moves are in its session. */
  hasMoved: boolean;
  /** Input of its last answered request, as billed; 0 where that is not known. */
  inputTokens: number;
}

/** Where conversations were answered last; those used longest ago are forgotten first. */
export class Places {
  readonly #most: number;
  readonly #places = new Map<string, Place>();

  /** @param most Conversations that are kept; about 200 bytes each. 0: none. */
  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#places.size;
  }

  find(group: string, conversation: string): Place | undefined {
    return this.#places.get(keyOf(group, conversation));
  }

  set(group: string, conversation: string, place: Place): void {
    const key = keyOf(group, conversation);
    this.#places.delete(key);
    this.#places.set(key, place);
    for (const oldest of this.#places.keys()) {
      if (this.#places.size <= this.#most) break;
      this.#places.delete(oldest);
    }
  }
}

const keyOf = (group: string, conversation: string): string => `${group}\0${conversation}`;
