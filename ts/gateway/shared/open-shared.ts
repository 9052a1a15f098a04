import { configInvalid } from "../config/issues.js";
import type { GatewaySettings } from "../config/settings.js";
import { connectRedis } from "./connect.js";
import { type RedisClient, type SharedOutcome, SharedState } from "./shared-state.js";

const HOUR_MS = 3_600_000;

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
  const { redisUrl, redisUrlEnv, timeoutMs, prefix, ttlHours } = shared;
  const url = redisUrl ?? (redisUrlEnv === undefined ? undefined : env[redisUrlEnv]);
  if (redis === undefined && !url) {
    const message = `the environment variable ${redisUrlEnv} is not set; it holds the address of Redis`;
    throw configInvalid([{ path: ["shared", "redis_url_env"], message }], undefined);
  }
  const client = redis ?? connectRedis(url as string, timeoutMs);
  return new SharedState(client, { prefix, timeoutMs, ttlMs: ttlHours * HOUR_MS }, count);
}
