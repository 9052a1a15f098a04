import { TamisError } from "../../base/errors.js";
import { installCommand } from "../../base/install-command.js";
import { requireHere } from "../../base/require-here.js";
import { configInvalid } from "../config/issues.js";
import type { GatewaySettings } from "../config/settings.js";
import { CALL_MS, type RedisClient, type SharedOutcome, SharedState } from "./shared-state.js";

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
function connectRedis(url: string): RedisClient {
  let found: { Redis: Redis };
  try {
    found = requireHere("ioredis") as { Redis: Redis };
  } catch (cause) {
    throw new TamisError("PEER_MISSING", `[shared] needs the package ioredis: ${installCommand("ioredis")}`, { cause });
  }
  const client = new found.Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 1_000,
    commandTimeout: CALL_MS,
    retryStrategy: (times: number) => Math.min(MOST_RETRY_MS, LEAST_RETRY_MS * 2 ** Math.min(times, 10)),
  });
  // What goes wrong is seen by the calls.
  client.on("error", () => {});
  return client;
}

/** The variable with the address of Redis. It counts before the configuration's. */
export const URL_VARIABLE = "TAMIS_REDIS_URL";
export const NO_URL = `needs redis_url, or the address of Redis in the environment variable ${URL_VARIABLE}`;

/** Where to find Redis. */
interface Places {
  /** A connection of the caller's. */
  redis?: RedisClient;
  /** The variables, one of which may have the address. */
  env?: NodeJS.ProcessEnv;
}

/**
 * What `[shared]` describes; undefined where there is no such table.
 *
 * @throws TamisError `CONFIG_INVALID` where the address is not there; `PEER_MISSING`
 */
export function openShared(
  { shared }: GatewaySettings,
  { redis, env = process.env }: Places,
  count: (what: string, outcome: SharedOutcome) => void,
): SharedState | undefined {
  if (shared === undefined) return undefined;
  const url = env[URL_VARIABLE] || shared.redisUrl;
  if (redis === undefined && !url) {
    throw configInvalid([{ path: ["shared"], message: NO_URL }], undefined);
  }
  return new SharedState(redis ?? connectRedis(url as string), count);
}
