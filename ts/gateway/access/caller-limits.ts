import { createHmac, randomBytes } from "node:crypto";
import { CREDENTIALS, headerOf } from "../edge.js";
import type { Refusal } from "../refusal.js";

/** Counts the requests of each caller, in this process. */
export class CallerLimits {
  /** Open requests by caller; whoever has none is not there. */
  readonly #open = new Map<string, number>();
  readonly #key = randomBytes(32);

  /** A name for whoever has the credential of a request; the credential is not kept. */
  nameOf(rawHeaders: readonly string[]): string {
    const credential = CREDENTIALS.map((name) => headerOf(rawHeaders, name)).find((value) => value !== undefined);
    return createHmac("sha256", this.#key)
      .update(credential ?? "")
      .digest("base64url")
      .slice(0, 22);
  }

  /**
   * Lets a request in, to be ended by the function that is returned; or says why not, and when to ask again.
   *
   * @param most Requests at one time; 0: no limit.
   */
  enter(caller: string, most: number): (() => void) | Refusal {
    if (most === 0) return nothing;
    const open = this.#open.get(caller) ?? 0;
    if (open >= most) return REFUSED;
    this.#open.set(caller, open + 1);
    let isOpen = true;
    return () => {
      if (isOpen) this.#leave(caller);
      isOpen = false;
    };
  }

  #leave(caller: string): void {
    const open = this.#open.get(caller) ?? 0;
    if (open > 1) this.#open.set(caller, open - 1);
    else this.#open.delete(caller);
  }
}

const nothing = () => {};
const REFUSED: Refusal = {
  reason: "rate_limited",
  message: "too many requests of this caller at one time (concurrent_requests)",
  retryAfterSeconds: 1,
};
