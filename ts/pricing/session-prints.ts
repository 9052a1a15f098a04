import { setNewest } from "../base/maps.js";
import type { Steps } from "../base/steps.js";
import type { Wire } from "../contract/report.js";
import type { JsonRecord } from "../text/json-value.js";
import type { TokenUsage } from "../tokens/usage.js";
import { type CacheDiagnosis, diagnoseCache, type PrintedRequest } from "./diagnose-cache.js";
import { printSteps } from "./request-print.js";

/** Conversations of which the last request is remembered. @default of {@link SessionPrints} */
const MOST_SESSIONS = 200;

/** What is known of a request once its answer has ended. */
export interface AnsweredRequest {
  /** When it arrived, in milliseconds since 1970. */
  at: number;
  wire: Wire;
  host: string | undefined;
  model: string | undefined;
  /** The client's own id of the conversation. */
  session: string | undefined;
  billed: TokenUsage | undefined;
  report: { cache: { moved?: boolean } } | undefined;
}

/** Remembers the last request of each conversation by its hashes, and says what became of the cache at the next. */
export class SessionPrints {
  readonly #last = new Map<string, PrintedRequest>();
  readonly #most: number;

  /** @param most Conversations that are remembered; those used longest ago are forgotten first. */
  constructor(most = MOST_SESSIONS) {
    this.#most = most;
  }

  /** Undefined without a bill, and for what is no conversation. Linear in the body, which is parsed. */
  *look(body: JsonRecord, request: AnsweredRequest): Steps<CacheDiagnosis | undefined> {
    const { billed, wire, host, at, model, report } = request;
    if (billed === undefined) return undefined;
    const print = yield* printSteps(body, { wire, at, host, model });
    const first = print?.messages[0];
    if (print === undefined || first === undefined) return undefined;
    const { inputTokens, cachedTokens } = billed;
    const current = { print, inputTokens, cachedTokens, moved: report?.cache.moved === true };
    // Sub-agents share the client's id, and begin in another way.
    const key = `${request.session ?? ""}\n${first}`;
    const previous = this.#last.get(key);
    setNewest(this.#last, key, current, this.#most);
    return diagnoseCache(current, previous);
  }
}
