// Renews the provider's cache of idle conversations while that is worth its price: for keys that are billed, where a cache lives
// for minutes from its last use.
//
//   an answer ends ──▶ idle ── just before the cache expires: worth it, ours, within the cap? ── yes ──▶ the request once more,
//        ▲               │                                        │ no                                  ended at its first event
//        └─ next request ┘                                        └──▶ forgotten

import type { Dispatcher } from "undici";
import { setNewest } from "../../base/maps.js";
import { dayAt } from "../../models/day.js";
import { factsOf } from "../../models/facts.js";
import type { ModelRow } from "../../models/rows.js";
import { priceTokens } from "../../pricing/prices.js";
import { splitBill, type TokenUsage } from "../../tokens/usage.js";
import { WIRES } from "../../wires/index.js";
import { AnswerReader } from "../account/answer-facts.js";
import { Finished } from "../account/finished.js";
import type { RequestAccount } from "../account/request-account.js";
import { relay, type UpstreamRequest } from "../upstream/relay.js";
import type { IdleTimes } from "./idle-times.js";
import type { Owners } from "./owners.js";
import type { Gone, Renewable } from "./renewable.js";
import { FirstEvent, renewalOf } from "./renewal.js";

/** What renewing needs of its gateway. */
export interface KeepAliveParts {
  owners: Owners;
  idleTimes: IdleTimes;
  /** Most US dollars for one conversation; 0 renews nothing. */
  mostUsd: () => number;
  /** Rows of models that the configuration has. */
  models: () => readonly ModelRow[];
  /** Whether nothing may be sent now: reducing is switched off, or a limit of costs is reached. */
  isOff: () => boolean;
  /** Connections to an upstream by its origin; undefined once the configuration has it no more. */
  dispatcherTo: (origin: string) => Dispatcher | undefined;
  /** Counts a renewal, as any request. */
  onFinished: (finished: Finished) => void;
}

/** A conversation whose last request has been answered. */
interface Idle {
  readonly conversation: string;
  readonly renewable: Renewable;
  readonly of: Asked;
  readonly last: "calls" | "words";
  readonly host: string;
  readonly lifeMs: number;
  /** Tokens that the provider's cache has of it. */
  readonly cached: number;
  /** Tokens of its last request. */
  readonly tokens: number;
  /** How often it is worth while. */
  readonly most: number;
  /** What one renewal costs, in US dollars. */
  readonly price: number;
  /** When the cache was used last; `performance.now()`. */
  usedAt: number;
  renewals: number;
  /** Up to how many lifetimes it is counted as idle. */
  counted: number;
  timer: NodeJS.Timeout | undefined;
}

/** What a renewal says of itself as the request did; the rest of one, such as its bodies, is not kept. */
type Asked = Pick<Finished, (typeof ASKED)[number]>;
const ASKED = ["wire", "path", "session", "caller", "who", "model", "host", "upstream"] as const;

/** What is known of a conversation beyond its last request. */
interface Known {
  spentUsd: number;
  isHourly: boolean;
}

/** Bodies of idle conversations that are held, in sum. Those idle longest are let go. */
const MOST_BYTES = 64 * 1024 * 1024;
/** Conversations and hosts of which something is remembered. */
const MOST_KNOWN = 2_000;
/** A cache that lives longer than this needs nobody to renew it. */
const LONGEST_LIFE_MS = 10 * 60_000;
/** A renewal is sent so much of the lifetime before its end. */
const MARGIN = 0.1;
/** A renewal that finds less than this of what the cache had has come too late. */
const WHOLE_SHARE = 0.5;
/** After so many wrong expectations a host's cache is not what the facts say. */
const MOST_SURPRISES = 2;

export class KeepAlive {
  readonly #parts: KeepAliveParts;
  readonly #idle = new Map<string, Idle>();
  readonly #known = new Map<string, Known>();
  /** By host: how often its cache died early, or was there although it had expired. */
  readonly #surprises = new Map<string, number>();
  #bytes = 0;
  #isEnded = false;

  constructor(parts: KeepAliveParts) {
    this.#parts = parts;
  }

  get isOn(): boolean {
    return this.#parts.mostUsd() > 0 && !this.#isEnded;
  }

  /** A conversation goes on. @returns tokens that only renewals have kept in the cache */
  goesOn(conversation: string | undefined, caller: string | undefined): Gone | undefined {
    const idle = conversation === undefined ? undefined : this.#idle.get(conversation);
    if (idle === undefined) return undefined;
    this.#forget(idle);
    const lifetimes = (performance.now() - idle.renewable.sentAt) / idle.lifeMs;
    if (lifetimes <= 1) return undefined;
    this.#parts.idleTimes.add(caller, idle.last, lifetimes, { from: idle.counted });
    return { host: idle.host, cached: idle.cached, isRenewed: idle.renewals > 0 };
  }

  answered(finished: Finished, account: RequestAccount, stop: string | undefined): void {
    const { renewable, keptCache } = finished;
    const { conversation, billed } = account;
    if (billed === undefined) return;
    if (keptCache !== undefined && !keptCache.isRenewed && (billed.cachedTokens ?? 0) >= 0.9 * keptCache.cached)
      this.#isSurprised(keptCache.host);
    if (!this.isOn || renewable === undefined || conversation === undefined) return;
    const idle = this.#idleOf(finished, account, billed, renewable, stop);
    if (idle === undefined) return;
    this.#forgetSmaller(account, idle.tokens);
    this.#keep(idle);
  }

  /** Renews nothing any more. */
  end(): void {
    this.#isEnded = true;
    this.#parts.idleTimes.end();
    for (const idle of this.#idle.values()) this.#forget(idle);
  }

  #idleOf(
    finished: Finished,
    { model, host = "", conversation = "", wire, subscription, caller }: RequestAccount,
    billed: TokenUsage,
    renewable: Renewable,
    stop: string | undefined,
  ): Idle | undefined {
    const tokens = splitBill(billed);
    const known = this.#knownOf(conversation);
    if (tokens.cacheWrite > 0) known.isHourly = (tokens.hourWrite ?? 0) > 0;
    if (subscription !== undefined || model === undefined || known.isHourly) return undefined;
    const { row } = factsOf({ model, host, wire, asOf: dayAt(Date.now()) }, this.#parts.models());
    const lifeMs = row.cache.lifeSeconds * 1000;
    const isRenewable = WIRES.of(wire).cache.byClient && row.cache.lifePolicy !== "fixed" && lifeMs <= LONGEST_LIFE_MS;
    const cached = tokens.cacheRead + tokens.cacheWrite;
    if (!isRenewable || cached === 0 || (this.#surprises.get(host) ?? 0) >= MOST_SURPRISES) return undefined;
    const cost = (usage: object) => priceTokens({ model, usage: { output: 0, ...usage } as never })?.cost;
    const kept = cost({ fresh: tokens.fresh, cacheRead: cached, output: 1 });
    const [read, written] = [cost({ cacheRead: cached }), cost({ cacheWrite: cached })];
    if (kept === undefined || read === undefined || written === undefined || kept <= 0) return undefined;
    const last = stop === "tool_use" ? "calls" : "words";
    const asked = Object.fromEntries(ASKED.map((name) => [name, finished[name]])) as Asked;
    const most = this.#parts.idleTimes.of(caller).renewals(last, (written - read) / kept);
    return {
      ...{ conversation, renewable, of: asked, last, host, lifeMs, cached, most, price: kept },
      tokens: cached + tokens.fresh,
      usedAt: row.cache.lifeClock === "answer" ? performance.now() : renewable.sentAt,
      ...{ renewals: 0, counted: 1, timer: undefined },
    };
  }

  /** A sub-agent has answered, and the agent that it works for goes on with more: nobody comes back to it. */
  #forgetSmaller({ session, conversation }: RequestAccount, tokens: number): void {
    if (session === undefined) return;
    for (const other of this.#idle.values()) {
      const isOver = other.of.session === session && other.last === "words" && other.tokens < tokens;
      if (isOver && other.conversation !== conversation) this.#forget(other);
    }
  }

  #keep(idle: Idle): void {
    const before = this.#idle.get(idle.conversation);
    if (before !== undefined) this.#forget(before);
    // What is sent may be used again once it is sent.
    const body = Buffer.from(idle.renewable.request.body as Uint8Array);
    const kept = { ...idle, renewable: { ...idle.renewable, request: { ...idle.renewable.request, body } } };
    this.#idle.set(kept.conversation, kept);
    this.#bytes += body.length;
    for (const oldest of this.#idle.values()) {
      if (this.#bytes <= MOST_BYTES && this.#idle.size <= MOST_KNOWN) break;
      this.#forget(oldest);
    }
    if (!this.#idle.has(kept.conversation)) return;
    void this.#parts.owners.claim(kept.conversation);
    this.#wait(kept);
  }

  #forget(idle: Idle): void {
    clearTimeout(idle.timer);
    if (this.#idle.get(idle.conversation) !== idle) return;
    this.#idle.delete(idle.conversation);
    this.#bytes -= (idle.renewable.request.body as Uint8Array).length;
  }

  #wait(idle: Idle): void {
    const at = idle.usedAt + idle.lifeMs * (1 - MARGIN);
    idle.timer = setTimeout(() => void this.#renew(idle), Math.max(0, at - performance.now())).unref();
  }

  async #renew(idle: Idle): Promise<void> {
    const isStill = () => this.#idle.get(idle.conversation) === idle && this.isOn;
    const isAlive = () => performance.now() - idle.usedAt < idle.lifeMs;
    const { spentUsd } = this.#knownOf(idle.conversation);
    // A machine that slept wakes up to a cache that is gone.
    this.#countIdle(idle);
    const isWorth = idle.renewals < idle.most && spentUsd + idle.price <= this.#parts.mostUsd();
    if (!isStill()) return;
    if (!isWorth || !isAlive() || this.#parts.isOff() || !(await this.#parts.owners.isOwner(idle.conversation))) {
      this.#stop(idle);
      return;
    }
    const request = await renewalOf(idle.renewable.request);
    if (!isStill()) return;
    const dispatcher = request && this.#parts.dispatcherTo(String(request.origin));
    if (request === undefined || dispatcher === undefined || !isAlive()) this.#forget(idle);
    else await this.#send(idle, request, dispatcher);
  }

  /** Nothing more is renewed; whether the conversation goes on is still learned. */
  #stop(idle: Idle): void {
    if (this.#idle.get(idle.conversation) !== idle) return;
    this.#bytes -= (idle.renewable.request.body as Uint8Array).length;
    idle.renewable.request.body = EMPTY;
    idle.timer = setTimeout(() => this.#countIdle(idle), idle.lifeMs).unref();
  }

  #countIdle(idle: Idle): void {
    const lifetimes = (performance.now() - idle.renewable.sentAt) / idle.lifeMs;
    this.#parts.idleTimes.add(idle.of.caller, idle.last, lifetimes, { from: idle.counted, wentOn: false });
    idle.counted = Math.max(idle.counted, lifetimes);
  }

  async #send(idle: Idle, request: UpstreamRequest, dispatcher: Dispatcher): Promise<void> {
    const { wire, path } = idle.of;
    const sentAt = performance.now();
    const finished = new Finished("reduce", wire, request.method, path, sentAt);
    Object.assign(finished, idle.of, { skipped: "keep_alive", conversation: idle.conversation });
    const out = new FirstEvent();
    const relayed = await relay(dispatcher, request, out, {
      wire: wire ?? "anthropic",
      added: () => [],
      mayRetry: false,
      mayRecover: false,
      recover: async () => undefined,
      watch: (headers) => {
        const reader = new AnswerReader(headers["content-type"], headers["content-encoding"]);
        finished.reader = reader;
        return reader;
      },
    });
    finished.relayed = { ...relayed, clientGone: false };
    finished.status = relayed.status ?? out.status;
    finished.failure = relayed.failure;
    finished.renewed = (usage) => this.#renewed(idle, sentAt, finished.status, usage);
    this.#parts.onFinished(finished);
  }

  /** The provider has answered a renewal. @param billed Undefined where its usage is not understood, or missing */
  #renewed(idle: Idle, sentAt: number, status: number | undefined, billed: TokenUsage | undefined): void {
    idle.renewals++;
    const { model = "" } = idle.of;
    const tokens = billed === undefined ? undefined : splitBill(billed);
    const cost = tokens === undefined ? undefined : priceTokens({ model, usage: tokens })?.cost;
    const known = this.#knownOf(idle.conversation);
    const isFailed = status === undefined || status >= 400;
    known.spentUsd += cost ?? (isFailed ? 0 : idle.price);
    const isFound = tokens !== undefined && tokens.cacheRead >= WHOLE_SHARE * idle.cached;
    if (tokens !== undefined && !isFound) this.#isSurprised(idle.host);
    if (isFailed || !isFound) {
      this.#stop(idle);
      return;
    }
    idle.usedAt = sentAt;
    if (this.#idle.get(idle.conversation) === idle) this.#wait(idle);
  }

  #isSurprised(host: string): void {
    setNewest(this.#surprises, host, (this.#surprises.get(host) ?? 0) + 1, MOST_KNOWN);
  }

  #knownOf(conversation: string): Known {
    const known = this.#known.get(conversation) ?? { spentUsd: 0, isHourly: false };
    return setNewest(this.#known, conversation, known, MOST_KNOWN);
  }
}

const EMPTY = new Uint8Array();
