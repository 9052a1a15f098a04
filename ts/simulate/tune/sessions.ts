// The sessions that policies are tried on: some of the logs, so that memory and time stay bounded, in two parts.
import { setImmediate as nextTurn } from "node:timers/promises";
import { groupedBy } from "../../base/maps.js";
import { textsOf } from "../../wires/transcript.js";
import { type CacheRule, cacheRuleOf } from "../cache-rule.js";
import type { LogFile } from "../logs/find-logs.js";
import { readLogFile, type UnreadableFile } from "../logs/read-file.js";
import { SEND_EVERYTHING } from "../policies.js";
import { replaySession } from "../replay.js";
import { PriceBook } from "../savings/money.js";
import { readSession, type Session } from "../trace.js";
import { seededRandom } from "./search.js";

/** A session, and what it costs to send all of it. */
export interface TunedSession {
  session: Session;
  rule: CacheRule;
  file: string;
  /** The input bill of sending everything, in fresh tokens. */
  cost: number;
  /** What a fresh token costs, so that sessions of dear models weigh more; 1 where no price is known. */
  rate: number;
}

/** How sessions are chosen. */
export interface ChooseOptions {
  /** Most bytes of logs that are read. A larger file is left out, unless there is no other. */
  mostBytes: number;
  /** Only sessions whose project has this in its path. */
  project: string;
  /** Only files that were changed since, in milliseconds. */
  since: number;
  seed: number;
  isOver: () => boolean;
  /** Called with the share of the bytes that are read, from 0 to 1. */
  onRead: (share: number, name: string) => void;
}

/** What was read. */
export interface ChosenSessions {
  sessions: TunedSession[];
  /** Files that could not be read, and why. */
  skipped: UnreadableFile[];
  /** Files read, and files there are. */
  files: { read: number; of: number };
}

/** Reads as many logs as there is room for, chosen by chance. */
export async function chooseSessions(all: readonly LogFile[], options: ChooseOptions): Promise<ChosenSessions> {
  const { isOver, onRead, project } = options;
  const files = sample(
    all.filter(({ changedAt }) => changedAt >= options.since),
    options,
  );
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const prices = new PriceBook();
  const [sessions, skipped, seen]: [TunedSession[], UnreadableFile[], Set<string>] = [[], [], new Set()];
  let done = 0;
  for (const file of files) {
    if (isOver()) break;
    for await (const entry of readLogFile(file.path, seen)) {
      if ("reason" in entry) skipped.push(entry);
      else if ((entry.project ?? "").includes(project)) {
        const session = readSession(entry.trace);
        if (!("reason" in session)) sessions.push(await weigh(session, file, prices));
      }
      await nextTurn();
    }
    done += file.bytes;
    onRead(bytes === 0 ? 1 : done / bytes, file.path);
  }
  return { sessions: sessions.filter(({ cost }) => cost > 0), skipped, files: { read: files.length, of: all.length } };
}

/** Files by chance, in name order: copies in resumed sessions are billed where they were first. */
function sample(all: readonly LogFile[], { mostBytes, seed }: ChooseOptions): LogFile[] {
  const chosen: LogFile[] = [];
  let bytes = 0;
  for (const file of shuffled(all, seededRandom(seed))) {
    if (bytes + file.bytes > mostBytes) continue;
    chosen.push(file);
    bytes += file.bytes;
  }
  if (chosen.length === 0) chosen.push(...all.toSorted((a, b) => a.bytes - b.bytes).slice(0, 1));
  return chosen.sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function weigh(session: Session, { path }: LogFile, prices: PriceBook): Promise<TunedSession> {
  const rule = cacheRuleOf(session);
  const [bill] = await replaySession(session, SEND_EVERYTHING, [rule]);
  const rate = prices.freshRate(session.model, Date.parse(session.asOf ?? "")) ?? 1;
  return { session, rule, file: path, cost: bill?.cost ?? 0, rate };
}

/** The share of the costs that the search sees. */
const SEEN_SHARE = 0.6;

/**
 * A part to search on, and one kept aside, by chance. Sessions of one file are in one part; with one file only, the
 * sessions of it are divided. The second part is empty with one session.
 */
export function divide(sessions: readonly TunedSession[], seed: number): [seen: TunedSession[], aside: TunedSession[]] {
  const files = new Set(sessions.map(({ file }) => file));
  const keyOf = (one: TunedSession) => (files.size > 1 ? one.file : one.session.name);
  const groups = groupedBy(sessions, keyOf);
  const parts: [TunedSession[], TunedSession[]] = [[], []];
  const costs = [0, 0];
  for (const group of shuffled([...groups.values()], seededRandom(seed + 1))) {
    // Where a part is missing most of its share.
    const part = (costs[0] ?? 0) * (1 - SEEN_SHARE) <= (costs[1] ?? 0) * SEEN_SHARE ? 0 : 1;
    parts[part].push(...group);
    costs[part] = (costs[part] ?? 0) + group.reduce((sum, { cost, rate }) => sum + cost * rate, 0);
  }
  return parts;
}

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((one) => ({ one, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ one }) => one);
}

/** The tools with most text in their results, the largest first. */
export function largestTools(sessions: readonly TunedSession[], most: number): string[] {
  const chars = new Map<string, number>();
  for (const { session } of sessions) {
    for (const { toolName = "", content } of session.transcript.results) {
      const own = textsOf(content).reduce((sum, text) => sum + text.length, 0);
      chars.set(toolName, (chars.get(toolName) ?? 0) + own);
    }
  }
  return [...chars]
    .sort((a, b) => b[1] - a[1])
    .slice(0, most)
    .map(([name]) => name);
}
