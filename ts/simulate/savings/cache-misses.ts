// What a provider's cache lost of a session, by its bills: which requests, why, and what it cost; and the input bill with another
// lifetime of the cache on the same gaps between requests.
import type { SplitTokens } from "../../contract/price-types.js";
import { type CacheCause, diagnoseCache, type PrintedRequest } from "../../pricing/diagnose-cache.js";
import type { LastAnswer } from "../../pricing/return-odds.js";
import { isRecord } from "../../text/json-value.js";
import { WIRES } from "../../wires/index.js";
import { cacheRuleFor } from "../cache-rule.js";
import type { LoggedSession, Payment } from "../logs/session.js";
import { inputOf, type Prices } from "./money.js";

/** Why a cache had lost what was sent before: as {@link CacheCause}, or `compaction`: the history became a summary. */
export type MissCause = Exclude<CacheCause, "first" | "hit"> | "compaction";

/** A request whose beginning the cache had lost. */
export interface CacheMiss {
  /** The request, from 1, among those that the session is billed for. */
  request: number;
  /** When it was answered, as an ISO date; absent if the log does not say. */
  time?: string;
  /** Empty if the log does not say. */
  model: string;
  /** Why. */
  cause: MissCause;
  /** Whether the log itself names the cause. */
  isStated: boolean;
  /** Seconds since the request before; absent if unknown. */
  idleSeconds?: number;
  /** Tokens of its input. */
  inputTokens: number;
  /** Of these, tokens from the cache. */
  cachedTokens: number;
  /** Tokens that the request before had sent, too, and that were not read from the cache. */
  lostTokens: number;
  /** The newest earlier request of the session all of whose input the cache still had, from 1; absent where there is none. */
  keptRequest?: number;
  /** US dollars that these cost more than reading them from the cache; absent where no price is known. */
  dollars?: number;
}

/** The cache of one session. */
export interface SessionCache {
  /** Requests with a bill that had one before them. */
  compared: number;
  /** Of these, those without a time, or without one of the request before. */
  untimed: number;
  /** Of these, those with an earlier time than the request before. */
  backwards: number;
  /** The requests whose beginning was lost. */
  misses: CacheMiss[];
  /** The input bill by lifetime; absent where the model's cache has no choice of five minutes or an hour, or no price. */
  lifetimes?: SessionLifetimes;
}

/** What a session's input would have cost, in US dollars. */
export interface SessionLifetimes {
  /** As it was billed. */
  billed: number;
  /** With each lifetime. */
  options: { seconds: number; dollars: number; gaps: IdleGap[] }[];
}

/** Times without a request that are longer than a lifetime, and what renewing the entry meanwhile costs and saves. */
export interface IdleGap {
  /** Renewals that keep the entry until the next request; absent after the last one. */
  renewals?: number;
  /** US dollars of one renewal, which reads all that is cached. */
  renewal: number;
  /** US dollars that a kept entry saves. */
  saved: number;
  /** What keeping all that is cached saves, in prices of one renewal. */
  gain: number;
  /** What the answer before it was. */
  last: LastAnswer;
}

/** What is known beside the session. */
export interface CacheOptions {
  prices: Prices;
  /** Requests before it do not count, in milliseconds. @default all count */
  since?: number;
  /** When Tamis moved the boundary of masking, in milliseconds, by the agent's name of the session. @default never */
  moves?: ReadonlyMap<string, readonly number[]>;
}

export const FIVE_MINUTES = 300;
export const HOUR = 3_600;

/** A history that lost fewer tokens may have been estimated: some agents round what they count. */
const SHRUNK_TOKENS = 1_024;

/** Looks at each request of a session beside the one before. Linear. */
export function cacheOf(logged: LoggedSession, options: CacheOptions): SessionCache {
  const { since = Number.NEGATIVE_INFINITY, prices } = options;
  const found: SessionCache = { compared: 0, untimed: 0, backwards: 0, misses: [] };
  // A log that has only sums says nothing about single requests.
  if (logged.payments.length !== logged.billed.length) return found;
  const lifetimes = lifetimesFor(logged, prices);
  let before = logged.before;
  for (const [index, payment] of logged.payments.entries()) {
    const pair = comparedWith(payment, before, logged, { isFirst: index === 0, moves: options.moves });
    if (!(payment.time < since)) {
      lifetimes?.add(payment, before, { pair, last: lastAnswer(logged, index - 1) });
      if (pair !== undefined) count(found, pair);
      if (pair?.cause !== undefined && pair.cause !== "hit")
        found.misses.push({ ...missOf(index, payment, pair, prices), ...keptBy(logged.payments, index) });
    }
    before = payment;
  }
  if (logged.isEnd && before !== undefined) lifetimes?.end(before, lastAnswer(logged, logged.payments.length - 1));
  return { ...found, ...lifetimes?.bills };
}

/** What a request was answered with; words where the log does not have it any more. */
function lastAnswer({ trace }: LoggedSession, index: number): LastAnswer {
  const { wire, request, cuts = [], inherited } = trace;
  const list: unknown = wire === undefined ? undefined : Reflect.get(request, WIRES.of(wire).listKey);
  const answer: unknown = Array.isArray(list) ? list[cuts[(inherited?.steps ?? 0) + index] ?? list.length] : undefined;
  const blocks = isRecord(answer) && Array.isArray(answer.content) ? answer.content : [];
  return blocks.some((block) => isRecord(block) && block.type === "tool_use") ? "calls" : "words";
}

/** A request beside the one before. */
interface Pair {
  cause: MissCause | "hit";
  isStated: boolean;
  /** Undefined where a time is missing or the clock ran back. */
  idleSeconds: number | undefined;
  isBackwards: boolean;
  lostTokens: number;
}

function count(found: SessionCache, { idleSeconds, isBackwards }: Pair): void {
  found.compared++;
  if (isBackwards) found.backwards++;
  else if (idleSeconds === undefined) found.untimed++;
}

function comparedWith(
  payment: Payment,
  before: Payment | undefined,
  { trace, sessionId = "", isAfterSummary }: LoggedSession,
  { isFirst, moves }: { isFirst: boolean; moves: CacheOptions["moves"] },
): Pair | undefined {
  if (before === undefined || trace.wire === undefined) return undefined;
  const idle = payment.time - before.time;
  const moved = moves?.get(sessionId)?.some((at) => before.time < at && at <= payment.time) === true;
  const [now, earlier] = [printed(payment, trace.wire), printed(before, trace.wire)];
  const { cause: byRequests, lostTokens } = diagnoseCache({ ...now, moved }, earlier);
  const stated = payment.missCause;
  const isSummary = isFirst && isAfterSummary;
  const isShrunk = earlier.inputTokens - now.inputTokens > SHRUNK_TOKENS;
  const cause = (): Pair["cause"] => {
    if (byRequests === "hit" || byRequests === "first") return "hit";
    if (isSummary) return "compaction";
    if (moved && (stated === undefined || stated === "client_edit")) return byRequests;
    if (stated !== undefined && stated !== "hit" && stated !== "first") return stated;
    return byRequests === "unknown" && isShrunk ? "client_edit" : byRequests;
  };
  return {
    cause: cause(),
    isStated: !isSummary && stated !== undefined,
    idleSeconds: idle >= 0 ? idle / 1000 : undefined,
    isBackwards: idle < 0,
    lostTokens,
  };
}

/** What a log has of a request: the model, the time and the bill. */
function printed({ time, model, tokens }: Payment, wire: PrintedRequest["print"]["wire"]): PrintedRequest {
  return {
    // Without a spread, after which V8 makes a shape for each object.
    print: {
      host: undefined,
      tools: "",
      system: "",
      parameters: "",
      messages: [],
      isMarked: true,
      at: time,
      wire,
      model,
      isHourly: isHourly(tokens),
    },
    inputTokens: inputTokensOf(tokens),
    cachedTokens: tokens.cacheRead,
  };
}

/** A request whose input is no longer than what was read: until there the history is as it was. */
function keptBy(payments: readonly Payment[], index: number): Pick<CacheMiss, "keptRequest"> {
  const cached = payments[index]?.tokens.cacheRead ?? 0;
  const kept = payments.slice(0, index).findLastIndex(({ tokens }) => inputTokensOf(tokens) <= cached);
  return kept < 0 ? {} : { keptRequest: kept + 1 };
}

const inputTokensOf = ({ fresh, cacheRead, cacheWrite }: SplitTokens): number => fresh + cacheRead + cacheWrite;
const isHourly = ({ hourWrite = 0 }: SplitTokens): boolean => hourWrite > 0;

function missOf(index: number, { time, model, tokens }: Payment, pair: Pair, prices: Prices): CacheMiss {
  const { cause, isStated, idleSeconds, lostTokens } = pair;
  const [billed, read] = [tokens, withRead(tokens, lostTokens)].map((one) => priceOf(prices, { time, model }, one));
  return {
    request: index + 1,
    ...(Number.isFinite(time) ? { time: new Date(time).toISOString() } : {}),
    model: model ?? "",
    cause: cause as MissCause,
    isStated,
    ...(idleSeconds === undefined ? {} : { idleSeconds }),
    inputTokens: inputTokensOf(tokens),
    cachedTokens: tokens.cacheRead,
    lostTokens,
    ...(billed === undefined || read === undefined ? {} : { dollars: billed - read }),
  };
}

function priceOf(prices: Prices, { time, model }: Pick<Payment, "time" | "model">, tokens: SplitTokens) {
  const price = prices.price(model, tokens, time);
  return price === undefined ? undefined : inputOf(price.dollars);
}

/** The same input, had `more` tokens of it come from the cache: of those written, then of fresh ones; fewer if negative. */
function withRead(tokens: SplitTokens, more: number): SplitTokens {
  const { fresh, cacheRead, cacheWrite, hourWrite = 0 } = tokens;
  const written = Math.max(0, cacheWrite - more);
  return {
    ...tokens,
    fresh: fresh - Math.max(0, more - cacheWrite),
    cacheRead: cacheRead + more,
    cacheWrite: written,
    ...(hourWrite > 0 ? { hourWrite: (hourWrite * written) / cacheWrite } : {}),
  };
}

/** The bills of a session with each lifetime. */
class Lifetimes {
  readonly #prices: Prices;
  readonly #lifetimes: SessionLifetimes = {
    billed: 0,
    options: [FIVE_MINUTES, HOUR].map((seconds) => ({ seconds, dollars: 0, gaps: [] })),
  };
  /** Whether the entries of the request before live for an hour; a request that wrote nothing changes nothing. */
  #isHourly = false;
  #priced = 0;

  constructor(prices: Prices) {
    this.#prices = prices;
  }

  get bills(): { lifetimes?: SessionLifetimes } {
    return this.#priced === 0 ? {} : { lifetimes: this.#lifetimes };
  }

  add(
    payment: Payment,
    before: Payment | undefined,
    { pair, last }: { pair: Pair | undefined; last: LastAnswer },
  ): void {
    const { tokens } = payment;
    const wasHourly = before !== undefined && before.tokens.cacheWrite > 0 ? isHourly(before.tokens) : this.#isHourly;
    this.#isHourly = tokens.cacheWrite > 0 ? isHourly(tokens) : wasHourly;
    const billed = priceOf(this.#prices, payment, tokens);
    if (billed === undefined) return;
    this.#priced++;
    this.#lifetimes.billed += billed;
    for (const option of this.#lifetimes.options) {
      const { seconds } = option;
      const isActual = wasHourly === (seconds === HOUR);
      const read = before === undefined || pair === undefined || isActual ? 0 : moreRead(pair, tokens, seconds);
      const dollars = this.#dollars(payment, withRead(tokens, read), seconds);
      option.dollars += dollars;
      if (before === undefined || pair?.idleSeconds === undefined || pair.idleSeconds <= seconds) continue;
      const isLost = pair.cause === "timeout" || read < 0;
      const hit = isLost ? this.#dollars(payment, withRead(tokens, read < 0 ? 0 : pair.lostTokens), seconds) : dollars;
      const renewals = Math.ceil(pair.idleSeconds / seconds) - 1;
      this.#addGap(option.gaps, before, { renewals, saved: dollars - hit, last });
    }
  }

  /** After the session's last request, an entry is renewed for nothing. */
  end(before: Payment, last: LastAnswer): void {
    if (this.#priced === 0) return;
    for (const { gaps } of this.#lifetimes.options) this.#addGap(gaps, before, { saved: 0, last });
  }

  #addGap(gaps: IdleGap[], before: Payment, gap: Omit<IdleGap, "renewal" | "gain">): void {
    const tokens = inputTokensOf(before.tokens);
    const priced = (kind: object) =>
      priceOf(this.#prices, before, { fresh: 0, cacheRead: 0, cacheWrite: 0, output: 0, ...kind }) ?? 0;
    const [renewal, written] = [priced({ cacheRead: tokens }), priced({ cacheWrite: tokens })];
    gaps.push({ ...gap, renewal, gain: renewal === 0 ? 0 : (written - renewal) / renewal });
  }

  /** Where the request itself wrote for this lifetime, it stays as it was billed. */
  #dollars(payment: Payment, tokens: SplitTokens, seconds: number): number {
    const { hourWrite: _, ...rest } = tokens;
    const hourly = seconds === HOUR ? { ...rest, hourWrite: rest.cacheWrite } : rest;
    const isSame = tokens.cacheWrite === 0 || isHourly(tokens) === (seconds === HOUR);
    return priceOf(this.#prices, payment, isSame ? tokens : hourly) ?? 0;
  }
}

/** How many more tokens another lifetime reads: what had expired is there, or what was there has expired. */
function moreRead({ cause, idleSeconds, lostTokens }: Pair, { cacheRead }: SplitTokens, seconds: number): number {
  if (idleSeconds === undefined) return 0;
  if (cause === "timeout") return idleSeconds <= seconds ? lostTokens : 0;
  return cause === "hit" && idleSeconds > seconds ? -cacheRead : 0;
}

/** Undefined where the model's cache does not live for five minutes or an hour, as the client wants. */
function lifetimesFor({ trace }: LoggedSession, prices: Prices): Lifetimes | undefined {
  const { wire, request } = trace;
  if (wire === undefined) return undefined;
  const model: unknown = Reflect.get(request, "model");
  const name = typeof model === "string" ? model : undefined;
  const [short, long] = [false, true].map((isLong) => cacheRuleFor(wire, name, isLong).lifeMs / 1000);
  return short === FIVE_MINUTES && long === HOUR ? new Lifetimes(prices) : undefined;
}
