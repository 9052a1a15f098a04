// Why the provider's cache did or did not have the beginning of a request.
import { cacheFor, lifeSecondsOf } from "../models/cache-mode.js";
import { dayAt } from "../models/day.js";
import { factsOf } from "../models/facts.js";
import type { RequestPrint } from "./request-print.js";

/**
 * Why:
 * - `first`: nothing was sent before;
 * - `hit`: the cache had what was sent before, or all but a few tokens of it;
 * - `model`: another model was asked, which has a cache of its own;
 * - `tool_list`, `system`, `parameters`: the client changed the tools, the system prompt, or what else comes before the
 *   messages for the provider (the choice of tools, thinking, the form of the answer);
 * - `client_edit`: the client changed or removed an earlier message;
 * - `timeout`: the entry had expired;
 * - `our_move`: the boundary of masking moved, which changes earlier results;
 * - `unmarked`: the model caches only what the client marks, and it marked nothing;
 * - `short`: the provider caches no beginning as short as this;
 * - `unknown`: none of these; the provider let it go, or another of its machines answered.
 */
export type CacheCause =
  | "first"
  | "hit"
  | "model"
  | "tool_list"
  | "system"
  | "parameters"
  | "client_edit"
  | "timeout"
  | "our_move"
  | "unmarked"
  | "short"
  | "unknown";

/** What became of the cache at one request. */
export interface CacheDiagnosis {
  /** Why. */
  cause: CacheCause;
  /** A sentence for people. */
  message: string;
  /** Tokens that were sent before and were not read from the cache. */
  lostTokens: number;
  /** 0-based index of the first message that differs from the one sent before; absent where none does. */
  messageIndex?: number;
}

/** A request, and its bill. */
export interface PrintedRequest {
  /** As it came from the client. */
  print: RequestPrint;
  /** Tokens of the whole input, as the provider counted. */
  inputTokens: number;
  /** Of these, tokens from the cache. */
  cachedTokens: number;
  /** Whether it moved the boundary of masking (`report.cache.moved`). @default false */
  moved?: boolean | undefined;
}

/** A loss of fewer tokens, or of a smaller share, is none: providers cache in steps and by whole blocks. */
const SMALL_TOKENS = 1_024;
const SMALL_SHARE = 0.05;

/**
 * Why the provider's cache did or did not have the beginning of a request. Pure; linear in the number of messages.
 *
 * @param current The request.
 * @param previous The one before in the same conversation; undefined for the first.
 */
export function diagnoseCache(current: PrintedRequest, previous: PrintedRequest | undefined): CacheDiagnosis {
  if (previous === undefined) return { cause: "first", message: TEXTS.first, lostTokens: 0 };
  const expected = Math.min(previous.inputTokens, current.inputTokens);
  const lostTokens = Math.max(0, expected - current.cachedTokens);
  const found = firstDifference(previous.print, current.print);
  const place = found === undefined ? {} : { messageIndex: found };
  if (lostTokens <= Math.max(SMALL_TOKENS, SMALL_SHARE * expected))
    return { cause: "hit", message: TEXTS.hit, lostTokens, ...place };
  const cause = causeOf(current, previous, found);
  const where = cause === "client_edit" && found !== undefined ? ` (message ${found})` : "";
  return { cause, message: `${TEXTS[cause]}${where}`, lostTokens, ...place };
}

function causeOf(current: PrintedRequest, previous: PrintedRequest, found: number | undefined): CacheCause {
  const [now, before] = [current.print, previous.print];
  const { row } = factsOf({ model: now.model, host: now.host, wire: now.wire, asOf: dayAt(now.at) });
  const cache = cacheFor(row.cache, before);
  if (now.model !== before.model) return "model";
  if (cache.marker === "needed" && !before.isMarked) return "unmarked";
  if (now.tools !== before.tools) return "tool_list";
  if (now.system !== before.system) return "system";
  if (previous.inputTokens < cache.minimumTokens) return "short";
  const isExpired = now.at - before.at > lifeSecondsOf(cache, before.isHourly) * 1000;
  if (isExpired && current.cachedTokens === 0) return "timeout";
  if (now.parameters !== before.parameters) return "parameters";
  if (found !== undefined) return "client_edit";
  if (isExpired) return "timeout";
  return current.moved === true ? "our_move" : "unknown";
}

/** The first message of the one before that is not the same in the other; undefined where all are there. */
function firstDifference(before: RequestPrint, now: RequestPrint): number | undefined {
  const at = before.messages.findIndex((hash, index) => now.messages[index] !== hash);
  return at < 0 ? undefined : at;
}

const TEXTS: Readonly<Record<CacheCause, string>> = {
  first: "the first request of the conversation: nothing was cached yet",
  hit: "the cache had what was sent before",
  model: "another model was asked, and each has its own cache",
  tool_list: "the client changed its list of tools, which comes before everything else",
  system: "the client changed its system prompt, which comes before all messages",
  parameters: "the client changed the choice of tools, thinking or the form of the answer",
  client_edit: "the client changed or removed an earlier message",
  timeout: "more time had passed than the provider keeps what is cached",
  our_move: "the boundary of masking moved: earlier results became placeholders",
  unmarked: "the client marked nothing for the cache, and this model caches nothing else",
  short: "the provider caches no beginning as short as this",
  unknown: "nothing in the request explains it: the provider let it go, or another of its machines answered",
};

/** The sentence of a cause, without a place. */
export const cacheText = (cause: CacheCause): string => TEXTS[cause] ?? cause;
