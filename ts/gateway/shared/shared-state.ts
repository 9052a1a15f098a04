import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { DAY_MS } from "../../base/clock.js";
import type { SummaryStore } from "../../pipeline/summary/store.js";
import type { RemoteSessions } from "../../reduce/session/remote.js";
import type { ContentStore } from "../../restore/content-store.js";
import { createRedisStore, type RedisLike } from "../../restore/redis-store.js";

/** Failures in a row after which nothing is asked for a while. */
const MOST_FAILURES = 3;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Keeps calls away from what has failed several times in a row: for a pause that doubles each time, after which one call
 * tries again. So a server that hangs costs a few requests its timeout, and not every request.
 */
export class Breaker {
  #failures = 0;
  #pauseMs = FIRST_PAUSE_MS;
  #closedUntil = 0;
  #isTrying = false;
  readonly #now: () => number;

  /** @param now A clock that never goes back, in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Whether calls are made; false while it waits. */
  get isUp(): boolean {
    return this.#failures < MOST_FAILURES;
  }

  /** The result of a call within `timeoutMs`; undefined where it fails, is late, or is not made. */
  async call<T>(make: () => Promise<T>, timeoutMs: number): Promise<{ value: T } | undefined> {
    const isTrial = !this.isUp;
    if (isTrial && (this.#now() < this.#closedUntil || this.#isTrying)) return undefined;
    if (isTrial) this.#isTrying = true;
    try {
      const value = await within(make(), timeoutMs);
      this.#failures = 0;
      this.#pauseMs = FIRST_PAUSE_MS;
      return { value };
    } catch {
      // Calls that were under way when the pause began fail for the same reason, and say nothing new.
      if (isTrial || this.isUp) this.#failed();
      return undefined;
    } finally {
      if (isTrial) this.#isTrying = false;
    }
  }

  #failed(): void {
    this.#failures++;
    if (this.isUp) return;
    this.#closedUntil = this.#now() + this.#pauseMs;
    this.#pauseMs = Math.min(LONGEST_PAUSE_MS, this.#pauseMs * 2);
  }
}

function within<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("late")), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** The part of a Redis client that is used. */
export interface RedisClient extends Partial<RedisLike> {
  mgetBuffer(...keys: string[]): Promise<(Buffer | null)[]>;
  set(key: string, value: string | Uint8Array, unit: "PX", ttlMs: number): Promise<unknown>;
  disconnect(): void;
}

/** Beginning of every key. */
const PREFIX = "tamis";
/** How long each value is kept after it was last written. */
const TTL_MS = DAY_MS;
/** Time for one call; after it the request goes on without. */
export const CALL_MS = 100;

/** What became of calls, for metrics. */
export type SharedOutcome = "hit" | "miss" | "written" | "failed" | "unusable";

const READY_POLL_MS = 50;

/** Version of the keys: another one's data lies elsewhere, and nothing reads it. */
const VERSION = 1;

/**
 * What the gateways of several machines know together. No call ever rejects or takes longer than its timeout: where Redis is
 * gone, slow, full or holds something else, each gateway goes by its own memory.
 */
export class SharedState implements RemoteSessions {
  readonly #client: RedisClient;
  readonly #breaker = new Breaker();
  readonly #count: (what: string, outcome: SharedOutcome) => void;
  readonly #writing = new Set<Promise<unknown>>();

  constructor(client: RedisClient, count: (what: string, outcome: SharedOutcome) => void) {
    this.#client = client;
    this.#count = count;
  }

  /** Whether Redis answers, as far as is known. */
  get isUp(): boolean {
    return this.#breaker.isUp;
  }

  /** Resolves once Redis has answered, at the latest after `mostMs`: the first requests should not go by themselves. */
  async ready(mostMs: number): Promise<void> {
    const until = performance.now() + mostMs;
    const ask = () =>
      this.#client.mgetBuffer(this.#keyOf("session", "")).then(
        () => true,
        () => false,
      );
    while (performance.now() < until) {
      const late = sleep(until - performance.now(), false, { ref: false });
      if (await Promise.race([ask(), late])) return;
      await sleep(READY_POLL_MS);
    }
  }

  read(names: readonly string[]): Promise<(string | undefined)[]> {
    return this.#read("session", names);
  }

  async write(name: string, entry: string): Promise<void> {
    await this.#set("session", name, entry);
  }

  /** Says who has sent a conversation's last request. */
  async claim(conversation: string, owner: string): Promise<void> {
    await this.#set("owner", conversation, owner);
  }

  /** Who has sent it; undefined where nobody has said so, and where Redis does not answer. */
  async ownerOf(conversation: string): Promise<string | undefined> {
    const [owner] = await this.#read("owner", [conversation]);
    return owner;
  }

  unusable(): void {
    this.#count("session", "unusable");
  }

  /** Summaries of one policy; `memory` is asked where Redis has none. */
  summaries(policy: string, memory: SummaryStore): SummaryStore {
    const nameOf = (key: string) => `${policy}\n${key}`;
    return {
      get: async (key) => {
        const own = await memory.get(key);
        if (own !== undefined) return own;
        const [text] = await this.#read("summary", [nameOf(key)]);
        if (text !== undefined) await memory.put(key, text);
        return text;
      },
      put: async (key, text) => {
        await memory.put(key, text);
        await this.#set("summary", nameOf(key), text);
      },
    };
  }

  /** Originals. Its calls reject where Redis fails or is late: what cannot be kept is sent whole. */
  contents(ttlMs: number): ContentStore {
    const store = createRedisStore(this.#client as RedisLike, { prefix: PREFIX, ttlMs });
    const call = async <T>(make: () => Promise<T>, outcomeOf: (value: T) => SharedOutcome) => {
      const done = await this.#breaker.call(make, CALL_MS);
      this.#count("content", done === undefined ? "failed" : outcomeOf(done.value));
      if (done === undefined) throw new Error("Redis does not answer");
      return done.value;
    };
    return {
      get: (handle, scope) =>
        call(
          () => store.get(handle, scope),
          (found) => (found === undefined ? "miss" : "hit"),
        ),
      put: (handle, token, scope) =>
        call(
          () => store.put(handle, token, scope),
          () => "written",
        ),
    };
  }

  /** Waits for what is being written, and closes the connection. */
  async close(): Promise<void> {
    await Promise.all(this.#writing);
    this.#client.disconnect();
  }

  async #read(what: string, names: readonly string[]): Promise<(string | undefined)[]> {
    const keys = names.map((name) => this.#keyOf(what, name));
    const found = await this.#breaker.call(() => this.#client.mgetBuffer(...keys), CALL_MS);
    if (found === undefined) this.#count(what, "failed");
    else this.#count(what, found.value.some((value) => value !== null) ? "hit" : "miss");
    return names.map((_, at) => found?.value[at]?.toString("utf8"));
  }

  async #set(what: string, name: string, value: string): Promise<void> {
    const setting = this.#breaker.call(() => this.#client.set(this.#keyOf(what, name), value, "PX", TTL_MS), CALL_MS);
    this.#writing.add(setting);
    const done = await setting;
    this.#writing.delete(setting);
    this.#count(what, done === undefined ? "failed" : "written");
  }

  /** Names have ids of conversations in them: keys have only their hash. */
  #keyOf(what: string, name: string): string {
    return `${PREFIX}:${VERSION}:${what}:${createHash("sha256").update(name).digest("hex").slice(0, 40)}`;
  }
}
