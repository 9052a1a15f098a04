// For how long a launch should have the provider's cache kept, by the agent's own logs. Nothing is written or sent anywhere.
import { DAY_MS } from "../base/clock.js";
import { lifeSecondsOf } from "../models/cache-mode.js";
import { factsOf } from "../models/facts.js";
import {
  collectSavings,
  type HourSavings,
  hoursThatPay,
  type LogFile,
  readLogFile,
  usualPlaces,
} from "../simulate/index.js";
import { newestLogsOf } from "./prefix/usage.js";
import type { AgentProfile } from "./schema.js";
import { ownArguments } from "./settings.js";

/** How an agent is told its cache's lifetime. */
export type LifetimeProfile = NonNullable<AgentProfile["cacheLifetime"]>;

/** Most time for reading logs when an agent starts, in milliseconds. */
const MOST_MS = 300;
/** A larger log is left out: a session is in memory as a whole. */
const MOST_BYTES = 64 * 1024 * 1024;
/** Cache entries that are older have expired, whatever was asked for. */
const HOUR_MS = 3_600_000;
/** Logs that were written before say too little about how somebody works today. */
export const HOUR_DAYS = 30;

export interface ReadTime {
  /** Milliseconds since 1970. */
  now: number;
  /** Most time for it, in milliseconds; a megabyte or a file more is read at most. @default 300 */
  mostMs?: number;
  /** Asked often: whether to read no further. @default never */
  isEnded?: () => boolean;
}

/** What logs say. */
export interface ReadHours {
  /** Where an hour pays. */
  hours: HourSavings;
  /** False where there was no time for all of them. */
  isWhole: boolean;
}

/**
 * Where an hour would have paid on the agent's logs of the last 30 days, the newest read first for as long as there is time.
 * What cannot be read is left out.
 */
export async function readHours(
  { logs }: LifetimeProfile,
  { now, mostMs = MOST_MS, isEnded = () => false }: ReadTime,
): Promise<ReadHours> {
  const hasNoTime = timer(mostMs);
  const since = now - HOUR_DAYS * DAY_MS;
  const files = newestLogsOf(logs, since).filter(({ bytes }) => bytes <= MOST_BYTES);
  const isOver = () => isEnded() || hasNoTime();
  const savings = await collectSavings(files, { since, replays: false, isOver });
  return { hours: hoursThatPay(savings, logs), isWhole: savings.isWhole };
}

/** Where an agent's logs are looked for. */
export const placesOf = ({ logs }: LifetimeProfile): string[] =>
  usualPlaces().flatMap(({ agent, path }) => (agent === logs ? [path] : []));

/**
 * The lifetime of a session that these arguments go on with, as another one might lose what is cached: `hour` if its newest
 * entry has it, `client` if the agent's own choice has to stay, or nothing is known. `client`, too, for a new session that answers
 * once: nobody makes it wait, so that an hour only makes its writes dearer. Undefined where logs may decide: any other new session,
 * or one whose cache has expired.
 */
export async function lifetimeToKeep(
  profile: LifetimeProfile,
  { args, cwd, now, mostMs = MOST_MS }: ReadTime & { args: readonly string[]; cwd: string },
): Promise<"hour" | "client" | undefined> {
  const own = ownArguments(args);
  const has = (pattern: string) => own.some((arg) => new RegExp(pattern).test(arg));
  const isAny = has(profile.resumes);
  if (!isAny && !has(profile.continues)) return has(profile.once) ? "client" : undefined;
  const isOver = timer(mostMs);
  const id = isAny ? own.map((arg) => ID.exec(arg)?.[0]).find((one) => one !== undefined) : undefined;
  const found = new Set<"hour" | "client">();
  for (const file of newestLogsOf(profile.logs, now - HOUR_MS)) {
    if (id !== undefined && !file.path.includes(id)) continue;
    const newest = await newestIn(file, isOver);
    if (newest === "sub-agent" || (id === undefined && newest?.project !== undefined && newest.project !== cwd))
      continue;
    if (newest === undefined) return "client";
    const { isHourly, lifeMs } = newest;
    if (now - file.changedAt <= lifeMs) found.add(isHourly ? "hour" : "client");
    if (id !== undefined || !isAny) break;
  }
  return found.size > 1 ? "client" : [...found][0];
}

const ID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/** Whether there is no time left. */
function timer(mostMs: number): () => boolean {
  const end = performance.now() + mostMs;
  return () => performance.now() >= end;
}

/** The newest entry that a log's main agent wrote to the cache; undefined where it is not known. */
async function newestIn({ path }: LogFile, isOver: () => boolean) {
  let newest: { isHourly: boolean; lifeMs: number; project: string | undefined } | undefined;
  let hasSub = false;
  for await (const session of readLogFile(path, new Set(), isOver)) {
    if ("reason" in session) continue;
    hasSub ||= session.isSubAgent;
    const written = session.payments.findLast(({ tokens }) => tokens.cacheWrite > 0);
    if (session.isSubAgent || written === undefined) continue;
    const isHourly = (written.tokens.hourWrite ?? 0) > 0;
    const { cache } = factsOf({ model: written.model }).row;
    newest = { isHourly, lifeMs: lifeSecondsOf(cache, isHourly) * 1000, project: session.project };
  }
  // What was not read may be newer.
  if (isOver()) return undefined;
  return newest ?? (hasSub ? "sub-agent" : undefined);
}
