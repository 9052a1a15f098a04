import { createHash } from "node:crypto";
import { TamisError } from "../base/errors.js";
import type { ContentStore, Erasing, StoreScope } from "./content-store.js";

/** The part of a Redis client (`ioredis`) that a store uses. */
export interface RedisLike {
  /** The bytes of a key; null if there are none. */
  getBuffer(key: string): Promise<Uint8Array | null>;
  /** Keeps bytes under a key for a time in milliseconds. */
  set(key: string, value: Uint8Array, unit: "PX", ttlMs: number): Promise<unknown>;
  /** One page of the keys that a pattern fits, and where the next one begins. @default values cannot be erased */
  scan?(cursor: string, match: "MATCH", pattern: string, count: "COUNT", many: number): Promise<[string, string[]]>;
  /** Removes keys; resolves to how many there were. @default values cannot be erased */
  del?(...keys: string[]): Promise<number>;
  /** Adds to a set. @default values cannot be erased by user */
  sadd?(key: string, member: string): Promise<unknown>;
  /** All of a set. @default values cannot be erased by user */
  smembers?(key: string): Promise<string[]>;
  /** Says how long a key is kept. @default values cannot be erased by user */
  pexpire?(key: string, ttlMs: number): Promise<unknown>;
}

/** Options of {@link createRedisStore}. */
export interface RedisStoreOptions {
  /** The beginning of every key. @default "tamis" */
  prefix?: string;
  /** How long a value is kept after it was last put, in milliseconds. @default 86400000 (a day) */
  ttlMs?: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;

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
  const userKey = (user: string) => `${prefix}:1:user:${hashOf(user)}`;
  return {
    async get(handle, scope) {
      return (await client.getBuffer(keyOf(handle, scope))) ?? undefined;
    },
    async put(handle, token, scope) {
      const { user } = scope;
      // First who it is of: what is kept can then be erased, whenever this process ends.
      if (user !== undefined) {
        await client.sadd?.(userKey(user), keyOf(handle, scope));
        await client.pexpire?.(userKey(user), ttlMs);
      }
      // ioredis takes bytes for a text unless they are a Buffer.
      const bytes = Buffer.from(token.buffer, token.byteOffset, token.byteLength);
      await client.set(keyOf(handle, scope), bytes, "PX", ttlMs);
    },
    async erase(which) {
      const removed = await eraseKeys(client, await keysOf(which));
      if ("user" in which) await client.del?.(userKey(which.user));
      return removed;
    },
  };

  function keysOf(which: Erasing): Promise<string[]> {
    if ("user" in which) return client.smembers?.(userKey(which.user)) ?? Promise.reject(cannot("smembers"));
    const tenant = "all" in which ? "*" : hashOf(which.tenant);
    return scanned(client, `${escaped(prefix)}:1:content:${tenant}:*`);
  }
}

const SCAN_COUNT = 1_000;

async function scanned(client: RedisLike, pattern: string): Promise<string[]> {
  if (client.scan === undefined) throw cannot("scan");
  const keys = new Set<string>();
  let cursor = "0";
  do {
    const [next, found] = await client.scan(cursor, "MATCH", pattern, "COUNT", SCAN_COUNT);
    for (const key of found) keys.add(key);
    cursor = next;
  } while (cursor !== "0");
  return [...keys];
}

async function eraseKeys(client: RedisLike, keys: readonly string[]): Promise<number> {
  if (client.del === undefined) throw cannot("del");
  let removed = 0;
  for (let at = 0; at < keys.length; at += SCAN_COUNT) removed += await client.del(...keys.slice(at, at + SCAN_COUNT));
  return removed;
}

const escaped = (text: string): string => text.replace(/[\\*?[\]]/g, "\\$&");

const cannot = (method: string): TamisError =>
  new TamisError("OPTION_INVALID", `the Redis client has no method ${method}, which erasing needs`);

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 32);
