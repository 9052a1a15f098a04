import type { ContentStore, StoreLimits, StoreScope } from "./content-store.js";
import { type ResolvedLimits, resolveLimits } from "./limits.js";

/** What an entry costs beside its value: keys, times, and the structures around them. */
const ENTRY_BYTES = 200;

/** Bytes that a value takes of a store's limit. */
const bytesOfEntry = (key: string, token: Uint8Array): number => ENTRY_BYTES + 2 * key.length + token.length;

interface Entry {
  token: Uint8Array;
  putAt: number;
}

/**
 * A store in this process's memory. The least recently used values are forgotten first.
 *
 * @throws TamisError `OPTION_INVALID`.
 */
export function createMemoryStore(options: StoreLimits = {}): ContentStore {
  return new MemoryStore(resolveLimits(options));
}

class MemoryStore implements ContentStore {
  /** The least recently used first. */
  readonly #entries = new Map<string, Entry>();
  readonly #limits: ResolvedLimits;
  #bytes = 0;

  constructor(limits: ResolvedLimits) {
    this.#limits = limits;
  }

  async get(handle: string, { tenant }: StoreScope): Promise<Uint8Array | undefined> {
    const key = keyOf(handle, tenant);
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#remove(key, entry);
    if (this.#limits.now() - entry.putAt >= this.#limits.ttlMs) return undefined;
    this.#add(key, entry);
    return new Uint8Array(entry.token);
  }

  async put(handle: string, token: Uint8Array, { tenant }: StoreScope): Promise<void> {
    const key = keyOf(handle, tenant);
    const known = this.#entries.get(key);
    if (known !== undefined) this.#remove(key, known);
    const needed = bytesOfEntry(key, token);
    if (needed > this.#limits.maxBytes) throw new Error(`a value of ${needed} bytes is above the store's limit`);
    this.#add(key, { token: new Uint8Array(token), putAt: this.#limits.now() });
    for (const [oldest, entry] of this.#entries) {
      if (this.#bytes <= this.#limits.maxBytes) break;
      this.#remove(oldest, entry);
    }
  }

  #add(key: string, entry: Entry): void {
    this.#entries.set(key, entry);
    this.#bytes += bytesOfEntry(key, entry.token);
  }

  #remove(key: string, entry: Entry): void {
    this.#entries.delete(key);
    this.#bytes -= bytesOfEntry(key, entry.token);
  }
}

const keyOf = (handle: string, tenant: string): string => `${tenant}\0${handle}`;
