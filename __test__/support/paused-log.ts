// Logs of Claude Code with pauses between requests, billed as Anthropic's cache would.
import { claudeLog } from "./claude-log.js";

/** One session. */
export interface PausedSession {
  /** Its id, which no other log has. */
  id: string;
  /** When it begins, in milliseconds since 1970; undefined: its lines have no times. */
  start: number | undefined;
  /** Seconds in front of each request but the first; negative for a clock that runs back. */
  pauses: readonly number[];
  /** For how long its cache is kept. @default five minutes */
  isHourly?: boolean;
  isSubAgent?: boolean;
  /** The folder in which the agent works. @default "/srv/app" */
  cwd?: string;
}

const FIRST_TOKENS = 50_000;
const NEW_TOKENS = 1_000;

/** The log's text. */
export function pausedLog(session: PausedSession): string {
  const { id, start, pauses, isHourly = false, isSubAgent = false, cwd = "/srv/app" } = session;
  const life = isHourly ? 3_600 : 300;
  let seconds = 0;
  const answers = [0, ...pauses].map((pause, at) => {
    seconds += pause;
    const tokens = FIRST_TOKENS + at * NEW_TOKENS;
    const read = at === 0 || pause > life ? 0 : tokens - NEW_TOKENS;
    const written = tokens - read;
    const usage = {
      ...{ input_tokens: 0, cache_read_input_tokens: read, cache_creation_input_tokens: written, output_tokens: 10 },
      cache_creation: { [isHourly ? "ephemeral_1h_input_tokens" : "ephemeral_5m_input_tokens"]: written },
    };
    const more = start === undefined ? {} : { timestamp: new Date(start + seconds * 1000).toISOString() };
    return { said: `step ${at}`, usage, more };
  });
  return claudeLog(id, answers, {
    ...{ sessionId: id, cwd },
    ...(isSubAgent ? { isSidechain: true, agentId: `g${id}` } : {}),
  });
}
