// All sessions of all logs, one after the other.
import { setImmediate as nextTurn } from "node:timers/promises";
import type { PriceOverrides } from "../../contract/price-types.js";
import type { Policy, PolicyInput } from "../../policy/policy.js";
import type { LogFile } from "../logs/find-logs.js";
import { readLogFile, type UnreadableFile } from "../logs/read-file.js";
import type { LoggedSession } from "../logs/session.js";
import { type Choice, choicesWith } from "./choices.js";
import { PriceBook } from "./money.js";
import { judgeSession, type SavedSession } from "./one-session.js";
import { type Savings, sumUp } from "./sum-up.js";

/** How logs are read and judged. */
export interface SavingsOptions {
  /** Only what was paid from this time on, in milliseconds. @default everything */
  since?: number;
  /** Only sessions whose project has this in its path. @default all */
  project?: string;
  /** Own prices, which win over the list. @default the installed list */
  prices?: PriceOverrides;
  /** Also judge these policies. @default none */
  policies?: readonly { name: string; settings: PolicyInput | Policy }[];
  /** Whether policies are judged. Without, what was paid is added up, several times as fast. @default true */
  replays?: boolean;
  /**
   * When Tamis moved the boundary of masking, in milliseconds since 1970, by the agent's own name of the session: cache misses
   * after it are its own. @default never
   */
  moves?: ReadonlyMap<string, readonly number[]>;
  /** Whether a login pays a session, which then has no dollars. @default never */
  isLogin?: (session: LoggedSession) => boolean;
  /** Called with each session that counts, before it is let go. @default none */
  onSession?: (session: LoggedSession) => void;
  /** Called after each session, with the bytes of the files that are done. @default none */
  onProgress?: (bytes: number, name: string) => void;
  /** Ends the reading; what is done is returned. @default none */
  signal?: AbortSignal;
  /** Asked often, within a log too: whether to read no further. Everything read until then counts. @default never */
  isOver?: () => boolean;
}

/**
 * What the sessions of these logs cost, and what each policy would have made of it. Nothing is sent anywhere. One session
 * is in memory at a time. What cannot be read is listed, and the rest goes on.
 */
export async function collectSavings(files: readonly LogFile[], options: SavingsOptions = {}): Promise<Savings> {
  const { since = Number.NEGATIVE_INFINITY, project = "", onProgress, signal } = options;
  const { replays = true, moves } = options;
  const choices: readonly Choice[] = replays ? choicesWith(options.policies) : [];
  const judge = {
    choices,
    prices: new PriceBook(options.prices),
    since,
    replays,
    isLogin: options.isLogin,
    ...(moves === undefined ? {} : { moves }),
  };
  const sessions: SavedSession[] = [];
  const skipped: UnreadableFile[] = [];
  const seenAnswers = new Set<string>();
  const isEnded = () => signal?.aborted === true;
  const { isOver } = options;
  let bytes = 0;
  let readable = 0;
  for (const file of files) {
    if (isEnded() || isOver?.()) break;
    if (file.changedAt >= since) {
      for await (const entry of readLogFile(file.path, seenAnswers, isOver)) {
        if (isEnded()) break;
        if ("reason" in entry) skipped.push(entry);
        else {
          readable++;
          const isMeant = (entry.project ?? "").includes(project);
          const session = isMeant ? await judgeSession(entry, judge) : undefined;
          if (session !== undefined) {
            sessions.push(session);
            options.onSession?.(entry);
          }
        }
        onProgress?.(bytes, file.path);
        // Signals and the progress bar have their turn.
        await nextTurn();
      }
    }
    bytes += file.bytes;
    onProgress?.(bytes, file.path);
  }
  return sumUp(sessions, choices, { skipped, readable, isWhole: !isEnded() && isOver?.() !== true });
}
