import { TamisError } from "../../base/errors.js";
import { installCommand } from "../../base/install-command.js";
import { requireHere } from "../../base/require-here.js";
import type { RedisClient } from "./shared-state.js";

type Redis = new (url: string, options: object) => RedisClient & { on(event: string, listener: () => void): unknown };

/** Time between two attempts to connect, in milliseconds. */
const LEAST_RETRY_MS = 100;
const MOST_RETRY_MS = 5_000;

/**
 * A connection to Redis or Valkey that is made in the background, and made again whenever it is lost. Calls while there is
 * none fail at once.
 *
 * @throws TamisError `PEER_MISSING` without the package `ioredis`
 */
export function connectRedis(url: string, timeoutMs: number): RedisClient {
  let found: { Redis: Redis };
  try {
    found = requireHere("ioredis") as { Redis: Redis };
  } catch (cause) {
    throw new TamisError("PEER_MISSING", `[shared] needs the package ioredis: ${installCommand("ioredis")}`, { cause });
  }
  const client = new found.Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: Math.max(1_000, timeoutMs),
    commandTimeout: timeoutMs,
    retryStrategy: (times: number) => Math.min(MOST_RETRY_MS, LEAST_RETRY_MS * 2 ** Math.min(times, 10)),
  });
  // What goes wrong is seen by the calls.
  client.on("error", () => {});
  return client;
}
