// For how long a launched agent has the provider's cache kept, and what is said of it.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { HOUR_DAYS, type LaunchPlan, lifetimeToKeep, placesOf, readHours } from "../../agents/index.js";
import { DAY_MS } from "../../base/clock.js";
import { dollarText } from "../../base/dollars.js";
import { makeFolder } from "../../base/make-folder.js";
import { writeSafely } from "../../base/write-safely.js";
import { stateFolder } from "../../ledger/index.js";
import type { HourSaving, HourSavings } from "../../simulate/index.js";
import { isRecord, parseRecord } from "../../text/json-value.js";
import { counted, percent } from "../shared/terminal.js";

/** What an agent is told, and what the user is. */
export interface LaunchLifetime {
  /** Variables for the agent. */
  variables: Readonly<Record<string, string>>;
  /** Lines on start, without line feeds. */
  lines: readonly string[];
  /** Lines at the end, by whether an answer was billed for an hour. */
  endLines(hasHourWrites: boolean): readonly string[];
  /** Reads on while the agent runs, where there was no time for all logs, for the next launch. Gives what ends that. */
  learn(): () => void;
}

/**
 * Has the cache kept for an hour where that would have cost less on the agent's own logs. Nothing that goes wrong here is a reason
 * not to start.
 *
 * @param args The user's arguments.
 * @param keeps Whether what logs say may be kept until tomorrow.
 * @returns Undefined where nothing can be said.
 */
export async function chooseLifetime(
  { profile, cacheLifetime }: LaunchPlan,
  args: readonly string[],
  keeps: boolean,
): Promise<LaunchLifetime | undefined> {
  if (cacheLifetime === undefined) return undefined;
  const { variables: names, value } = cacheLifetime;
  try {
    const now = Date.now();
    const kept = await lifetimeToKeep(cacheLifetime, { args, cwd: process.cwd(), now });
    const { hours, learn } = await hoursOf(profile.name, cacheLifetime, now, keeps);
    const variables: Record<string, string> = {};
    const parts: string[] = [];
    if (kept === "hour") parts.push("is kept for 1 hour, as this session's was");
    else if (kept === undefined && hours.main !== undefined) parts.push(savingText("", hours.main));
    if (parts.length > 0) variables[names.main] = value;
    if (hours.subAgents !== undefined) {
      variables[names.subAgents] = value;
      parts.push(savingText("of sub-agents ", hours.subAgents));
    }
    if (parts.length === 0) return { variables, lines: [], endLines: () => [], learn };
    const off = `\`tamis config set run.cache_lifetime client\` leaves it to ${profile.title}`;
    const line = `the prompt cache ${parts.join("; that ")}; ${off}`;
    const isMain = names.main in variables;
    const notAsked = isMain ? [notBilled(profile.title, names.main)] : [];
    const endLines = (hasHourWrites: boolean) =>
      hasHourWrites ? [billedAsSent(isMain ? "" : " of sub-agents")] : notAsked;
    return { variables, lines: [line], endLines, learn };
  } catch {
    return undefined;
  }
}

/** What an hour saves shows only after a pause, and nobody knows what the same run would have been without. */
const billedAsSent = (whose: string): string =>
  `the prompt cache${whose} was kept for 1 hour, as this launch asked: both bills have its writes at the price of an hour; what that saved or cost is in neither, and tamis savings compares it`;

const notBilled = (agent: string, variable: string): string =>
  `this launch asked for a prompt cache of 1 hour, and no answer was billed for one: this version of ${agent} may not know ${variable}`;

function savingText(whose: string, { sessions, saved, paid }: HourSaving): string {
  const less = `${dollarText(saved)} less, ${percent(saved, paid)} of everything paid`;
  return `${whose}is kept for 1 hour instead of 5 minutes: on ${counted(sessions, "session")} of the last ${HOUR_DAYS} days that would have cost ${less}`;
}

/** Read once a day: one launch in many waits for it. */
async function hoursOf(
  agent: string,
  profile: NonNullable<LaunchPlan["cacheLifetime"]>,
  now: number,
  keeps: boolean,
): Promise<{ hours: HourSavings; learn: LaunchLifetime["learn"] }> {
  const file = join(stateFolder(), "cache-lifetimes.json");
  const all = readAll(file);
  const from = placesOf(profile).join("\n");
  const last = all[agent];
  if (isRecord(last) && last.from === from && isOfToday(last.at, now)) {
    const { main, subAgents } = last;
    const hours = { ...(isSaving(main) ? { main } : {}), ...(isSaving(subAgents) ? { subAgents } : {}) };
    return { hours, learn: () => () => {} };
  }
  const { hours, isWhole } = await readHours(profile, { now });
  const keep = (said: HourSavings) => write(file, { ...readAll(file), [agent]: { at: now, from, ...said } });
  if (keeps) keep(hours);
  return { hours, learn: keeps && !isWhole ? () => learnLater(profile, now, keep) : () => () => {} };
}

/** By then the agent has asked its first question. */
const LEARN_AFTER_MS = 5_000;
const MOST_LEARN_MS = 60_000;

/** A megabyte of lines is read at a time, between which requests are answered. */
function learnLater(
  profile: NonNullable<LaunchPlan["cacheLifetime"]>,
  now: number,
  keep: (hours: HourSavings) => void,
): () => void {
  let hasEnded = false;
  const read = () => readHours(profile, { now, mostMs: MOST_LEARN_MS, isEnded: () => hasEnded });
  const timer = setTimeout(() => {
    void read().then(
      ({ hours }) => (hasEnded ? undefined : keep(hours)),
      () => {},
    );
  }, LEARN_AFTER_MS);
  return () => {
    hasEnded = true;
    clearTimeout(timer);
  };
}

const isOfToday = (at: unknown, now: number): boolean => typeof at === "number" && at <= now && now - at < DAY_MS;

const isSaving = (value: unknown): value is HourSaving =>
  isRecord(value) && ["sessions", "saved", "paid"].every((key) => Number.isFinite(value[key]));

function readAll(file: string): Record<string, unknown> {
  try {
    return parseRecord(readFileSync(file, "utf8")) ?? {};
  } catch {
    return {};
  }
}

/** The next launch reads the logs again where this fails. */
function write(file: string, all: object): void {
  try {
    makeFolder(stateFolder(), 0o700);
    writeSafely(file, JSON.stringify(all), { mode: 0o600, links: "replace", durable: false });
  } catch {}
}
