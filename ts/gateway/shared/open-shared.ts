import { configInvalid } from "../config/issues.js";
import type { GatewaySettings } from "../config/settings.js";
import { connectRedis } from "./connect.js";
import { type RedisClient, type SharedOutcome, SharedState } from "./shared-state.js";

/** The variable with the address of Redis. It counts before the configuration's. */
export const URL_VARIABLE = "TAMIS_REDIS_URL";
export const NO_URL = `needs redis_url, or the address of Redis in the environment variable ${URL_VARIABLE}`;
/** Beginning of every key. */
const PREFIX = "tamis";
/** How long each value is kept after it was last written. */
const TTL_MS = 24 * 3_600_000;
/** Time for one call of Redis. */
const CALL_MS = 100;

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
  const client = redis ?? connectRedis(url as string, CALL_MS);
  return new SharedState(client, { prefix: PREFIX, timeoutMs: client.timeoutMs ?? CALL_MS, ttlMs: TTL_MS }, count);
}
