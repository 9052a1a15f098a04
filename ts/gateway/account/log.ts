import { pino } from "pino";
import { CREDENTIALS } from "../edge.js";
import { countedTokens, type Finished, skippedOf } from "./finished.js";
import { type Cost, usd } from "./money.js";

/**
 * Keys that must never appear in a log line, wherever an object with them might be logged. A request is logged without
 * any headers ({@link Finished}); this list covers what other code logs.
 */
const SECRETS = [...CREDENTIALS, "proxy-authorization", "cookie", "key", "apiKey"];
const PATHS = SECRETS.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.headers["${name}"]`]);

/** What log lines are written to, such as a stream of Node's. */
export interface LogTarget {
  /** Gets one line of JSON, with its end. */
  write(line: string): void;
}

interface LogLine {
  (members: object, text?: string): void;
  (text: string): void;
}

/** What the gateway uses of a logger; pino's loggers have it. */
export interface Logger {
  /** The lowest level that is written, by pino's names: `info`. */
  level: string;
  /** Whether lines of a level are written. */
  isLevelEnabled(level: string): boolean;
  /** Writes a line of the level info: its members and its text, or its text alone. */
  info: LogLine;
  /** The same of the level warn. */
  warn: LogLine;
  /** The same of the level error. */
  error: LogLine;
  /** A logger with more members in each line; by it a logger is told from a stream. */
  child(members: object): unknown;
}

/** Bytes of lines that wait until stderr takes them; further lines are left out. */
const MOST_WAITING_BYTES = 1024 * 1024;

/**
 * Writes JSON lines to `destination`. A line that it does not take, as on a full disk, is lost: no request fails for it.
 *
 * @default stderr
 */
export function createLogger(level: string, destination: LogTarget = toStderr()): Logger {
  const options = { level, base: {}, redact: { paths: PATHS, censor: "[redacted]" } };
  const write = (line: string) => {
    try {
      destination.write(line);
    } catch {
      // There is no other place to say so.
    }
  };
  return pino(options, { write });
}

/** Writes without waiting. After a failure the next line is a new attempt: the disk may have space again. */
function toStderr(): LogTarget {
  let stream: ReturnType<typeof pino.destination> | undefined;
  return {
    write(line) {
      stream ??= pino
        .destination({ fd: 2, sync: false, maxLength: MOST_WAITING_BYTES })
        .on("error", function (this: NonNullable<typeof stream>, error: NodeJS.ErrnoException) {
          // Pino itself ends a stream whose reader has gone.
          if (error.code === "EPIPE" || stream !== this) return;
          stream = undefined;
          this.destroy();
        });
      stream.write(line);
    },
  };
}

/** Writes one line per request, without headers, bodies and queries. */
export function logFinished(logger: Logger, finished: Finished, cost?: Cost): void {
  const { failure, relayed, prepared } = finished;
  const level = failure === undefined ? "info" : "warn";
  if (!logger.isLevelEnabled(level)) return;
  const { report } = prepared ?? {};
  const tokens = countedTokens(finished);
  logger[level](
    {
      kind: finished.kind,
      method: finished.method,
      path: finished.path,
      status: finished.status,
      session: finished.session,
      caller: finished.caller,
      virtualKey: finished.who?.key,
      team: finished.who?.team,
      user: finished.who?.user,
      policy: prepared?.policy === "default" ? undefined : prepared?.policy,
      tokensBefore: tokens?.before,
      tokensAfter: tokens?.after,
      stage: report?.reductionStage,
      condensed: prepared?.condensed === undefined ? undefined : true,
      batch: prepared?.batch,
      skipped: skippedOf(finished),
      upstream: finished.upstream,
      chosenBy: finished.chosenBy === "path" ? undefined : finished.chosenBy,
      costUsd: cost === undefined ? undefined : usd(cost.billedUsd),
      savedUsd: cost === undefined ? undefined : usd(cost.savedUsd),
      reduceMs: round(prepared?.reduceMs),
      firstByteMs: finished.firstByteAt === undefined ? undefined : round(finished.firstByteAt - finished.startedAt),
      ms: round(performance.now() - finished.startedAt),
      answerBytes: relayed?.bytesOut,
      reason: failure?.reason,
      cause: finished.cause,
      recovered: finished.recovered !== undefined || undefined,
      recoveredFrom: finished.recovered,
      clientGone: relayed?.clientGone || undefined,
    },
    failure === undefined ? "request" : "request failed",
  );
}

const round = (millis: number | undefined) => (millis === undefined ? undefined : Math.round(millis * 1000) / 1000);
