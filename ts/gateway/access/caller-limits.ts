import { createHmac, randomBytes } from "node:crypto";
import { headerOf } from "../edge.js";
import type { Refusal } from "../refusal.js";

/** What one caller may do; 0: no limit. */
export interface CallerLimit {
  requestsPerMinute: number;
  concurrentRequests: number;
}

/** Callers that are remembered; those that asked longest ago are forgotten first, which lets them ask again. */
const MOST_CALLERS = 10_000;
const MINUTE_MS = 60_000;

interface CallerState {
  /** Requests that may be made at once, filled again evenly over a minute. */
  tokens: number;
  at: number;
  open: number;
}

/** Counts the requests of each caller, in this process. */
export class CallerLimits {
  readonly #states = new Map<string, CallerState>();
  readonly #key = randomBytes(32);
  readonly #now: () => number;

  /** @param now A clock that never goes back, in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** A name for whoever has the credential of a request; the credential is not kept. */
  nameOf(rawHeaders: readonly string[]): string {
    const names = ["authorization", "x-api-key", "x-goog-api-key", "api-key"];
    const credential = names.map((name) => headerOf(rawHeaders, name)).find((value) => value !== undefined);
    return createHmac("sha256", this.#key)
      .update(credential ?? "")
      .digest("base64url")
      .slice(0, 22);
  }

  /** Lets a request in, to be ended by the function that is returned; or says why not, and when to ask again. */
  enter(caller: string, { requestsPerMinute, concurrentRequests }: CallerLimit): (() => void) | Refusal {
    if (requestsPerMinute === 0 && concurrentRequests === 0) return nothing;
    const state = this.#stateOf(caller, requestsPerMinute);
    if (concurrentRequests > 0 && state.open >= concurrentRequests) return refused(SAME_TIME, 1);
    if (requestsPerMinute > 0) {
      if (state.tokens < 1) return refused(PER_MINUTE, Math.ceil((1 - state.tokens) * (60 / requestsPerMinute)));
      state.tokens--;
    }
    state.open++;
    let isOpen = true;
    return () => {
      if (isOpen) state.open--;
      isOpen = false;
    };
  }

  #stateOf(caller: string, requestsPerMinute: number): CallerState {
    const now = this.#now();
    const state = this.#states.get(caller) ?? { tokens: requestsPerMinute, at: now, open: 0 };
    const filled = state.tokens + ((now - state.at) * requestsPerMinute) / MINUTE_MS;
    state.tokens = Math.min(requestsPerMinute, filled);
    state.at = now;
    this.#states.delete(caller);
    this.#states.set(caller, state);
    for (const [oldest, { open }] of this.#states) {
      if (this.#states.size <= MOST_CALLERS) break;
      if (open === 0) this.#states.delete(oldest);
      else break;
    }
    return state;
  }
}

const nothing = () => {};
const PER_MINUTE = "too many requests of this caller in a minute (requests_per_minute)";
const SAME_TIME = "too many requests of this caller at one time (concurrent_requests)";
const refused = (message: string, retryAfterSeconds: number): Refusal => ({
  reason: "rate_limited",
  message,
  retryAfterSeconds,
});
