import type { Registry } from "prom-client";
import { IdleWork } from "../../base/idle-work.js";
import { getOrInsert } from "../../base/maps.js";
import { runNow, type Steps } from "../../base/steps.js";
import type { CacheDiagnosis } from "../../pricing/diagnose-cache.js";
import { SessionPrints } from "../../pricing/session-prints.js";
import { parseInSteps } from "../../text/parse-in-steps.js";
import type { Logger } from "./log.js";
import { QuickCounter } from "./quick-counter.js";
import type { RequestAccount } from "./request-account.js";

/** Larger requests are not looked at where it must be done at once: others wait meanwhile. */
const MOST_BYTES_AT_ONCE = 256 * 1024;
/** Conversations of which the last request is remembered: 22 chars for each of its messages. */
const MOST_SESSIONS = 2_000;

/** What became of providers' caches, by cause. */
interface CauseSums {
  requests: number;
  lostTokens: number;
}

/** Says why providers' caches had the beginnings of requests, or not: in metrics, in `/stats`, and of each miss in the log. */
export class CacheWatch {
  readonly #prints = new SessionPrints(MOST_SESSIONS);
  readonly #idle = new IdleWork();
  readonly #causes: QuickCounter;
  readonly #lost: QuickCounter;
  readonly #sums = new Map<string, CauseSums>();
  readonly #logger: Logger;

  constructor(registry: Registry, logger: Logger) {
    this.#logger = logger;
    const counter = (name: string, help: string) => new QuickCounter(registry, name, help, ["wire", "cause"]);
    this.#causes = counter(
      "tamis_cache_causes_total",
      "Requests by why the provider's cache had their beginning, or not",
    );
    this.#lost = counter("tamis_cache_lost_tokens_total", "Tokens sent before that were not read from the cache");
  }

  /** Looks at a request: at once, or while no other one comes. @param isNow Its bytes may not be kept. */
  add(account: RequestAccount, isNow: boolean): void {
    const { request, ...known } = account;
    const body = request?.body;
    if (body === undefined || known.billed === undefined) return;
    if (!isNow) this.#idle.add(() => this.#look(body, known), body.length);
    else if (body.length <= MOST_BYTES_AT_ONCE) runNow(this.#look(body, known));
  }

  /** Reads what waits for a quiet moment, as far as a moment is enough. */
  async end(): Promise<void> {
    await this.#idle.end();
  }

  /** For `/stats`; nothing before the first request. */
  shown(): { cache?: Record<string, CauseSums> } {
    return this.#sums.size === 0 ? {} : { cache: Object.fromEntries(this.#sums) };
  }

  *#look(body: Uint8Array, account: Omit<RequestAccount, "request">): Steps {
    const parsed = yield* parseInSteps(body);
    const diagnosis = parsed && (yield* this.#prints.look(parsed, account));
    if (diagnosis === undefined) return;
    const { cause, lostTokens } = diagnosis;
    this.#causes.add([account.wire, cause]);
    this.#lost.add([account.wire, cause], lostTokens);
    const sums = getOrInsert(this.#sums, cause, () => ({ requests: 0, lostTokens: 0 }));
    sums.requests++;
    sums.lostTokens += lostTokens;
    if (cause !== "first" && cause !== "hit") this.#log(account, diagnosis);
  }

  #log({ session, model, host }: Omit<RequestAccount, "request">, diagnosis: CacheDiagnosis): void {
    const { cause: cache, lostTokens, messageIndex } = diagnosis;
    this.#logger.info({ cache, lostTokens, messageIndex, session, model, host }, "cache miss");
  }
}
