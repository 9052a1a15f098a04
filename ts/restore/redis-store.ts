import { createHash } from "node:crypto";
import { DAY_MS } from "../base/clock.js";
import type { ContentStore, StoreScope } from "./content-store.js";

/** The part of a Redis client (`ioredis`) that a store uses. */
export interface RedisLike {
  /** The bytes of a key; null if there are none. */
  getBuffer(key: string): Promise<Uint8Array | null>;
  /** Keeps bytes under a key for a time in milliseconds. */
  set(key: string, value: Uint8Array, unit: "PX", ttlMs: number): Promise<unknown>;
}

/** Options of {@link createRedisStore}. */
export interface RedisStoreOptions {
  /** The beginning of every key. @default "tamis" */
  prefix?: string;
  /** How long a value is kept after it was last put, in milliseconds. @default 86400000 (a day) */
  ttlMs?: number;
}

/**
 * A store in Redis or Valkey, for processes of several machines. What it keeps is plaintext there, unless the store is given
 * to `encryptedStore`; no key has any text of a value or a tenant's name. Redis itself forgets what is expired; how much it
 * keeps is its own `maxmemory`.
 *
 * @param client A connected client of `ioredis`, which stays the caller's.
 */
export function createRedisStore(client: RedisLike, options: RedisStoreOptions = {}): ContentStore {
  const { prefix = "tamis", ttlMs = DAY_MS } = options;
  const keyOf = (handle: string, { tenant }: StoreScope) => `${prefix}:1:content:${hashOf(tenant)}:${handle}`;
  return {
    async get(handle, scope) {
      return (await client.getBuffer(keyOf(handle, scope))) ?? undefined;
    },
    async put(handle, token, scope) {
      // ioredis takes bytes for a text unless they are a Buffer.
      const bytes = Buffer.from(token.buffer, token.byteOffset, token.byteLength);
      await client.set(keyOf(handle, scope), bytes, "PX", ttlMs);
    },
  };
}

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 32);
