import type { RequestAccount } from "../../gateway/index.js";
import { type CacheDiagnosis, diagnoseCache, type PrintedRequest, printRequest } from "../../pricing/index.js";

/** Conversations of which the last request is remembered. */
const MOST_SESSIONS = 200;

/** Remembers the last request of each conversation by its hashes, and says what became of the cache at the next. */
export class SessionPrints {
  readonly #last = new Map<string, PrintedRequest>();

  /** Undefined without a bill, and for what is no conversation. */
  look(body: Uint8Array, account: Omit<RequestAccount, "request">): CacheDiagnosis | undefined {
    const { billed, wire, host, at, model, report } = account;
    if (billed === undefined) return undefined;
    const print = printRequest(body, { wire, at, host, model });
    const first = print?.messages[0];
    if (print === undefined || first === undefined) return undefined;
    const { inputTokens, cachedTokens } = billed;
    const current = { print, inputTokens, cachedTokens, moved: report?.cache.moved === true };
    // Sub-agents share the client's id, and begin in another way.
    const key = `${account.session ?? ""}\n${first}`;
    const previous = this.#last.get(key);
    this.#last.delete(key);
    this.#last.set(key, current);
    for (const oldest of this.#last.keys()) {
      if (this.#last.size <= MOST_SESSIONS) break;
      this.#last.delete(oldest);
    }
    return diagnoseCache(current, previous);
  }
}
