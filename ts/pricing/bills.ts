// What a request cost, and what it would have cost the other way: sent as it came where it was reduced, or reduced where it
// was only observed. The provider's own count of tokens is the measure of both.

import { getOrInsert, setNewest } from "../base/maps.js";
import type { PriceOverrides, SplitTokens } from "../contract/price-types.js";
import { dayAt } from "../models/day.js";
import { factsOf } from "../models/facts.js";
import { splitBill, type TokenUsage } from "../tokens/usage.js";
import { priceTokens } from "./prices.js";
import { RemovedRatio } from "./removed-ratio.js";
import { surchargeOf } from "./surcharges.js";

/** What is needed of a request's account. */
export interface BilledRequest {
  model: string | undefined;
  host: string | undefined;
  wire: string;
  session: string | undefined;
  /** Tells the conversations of one session apart. @default it has one */
  conversation?: string | undefined;
  /** Whether the smaller request was sent. */
  replaced: boolean;
  /** Whether that was refused, and the request sent again as it came, without old thinking. @default false */
  recovered?: boolean;
  recoveredFrom?: string | undefined;
  /** Why it went as it came; `keep_alive`: without Tamis nothing would have been sent. */
  skipped?: string | undefined;
  /** Tokens that only renewals have kept in the cache. @default none */
  keptTokens?: number | undefined;
  report:
    | {
        tokens?: { before: number; after: number; method?: string };
        /** It was only sent because the model had asked for originals: it is in no other way. @default false */
        forOriginals?: boolean;
        messageCount?: number;
        cache: { moved?: boolean; lostTokens?: number };
      }
    | undefined;
  billed: TokenUsage | undefined;
  /**
   * Bills of requests before it that only Tamis made, to answer the model's calls for originals; undefined for one that is not
   * understood. @default none
   */
  earlier?: readonly (TokenUsage | undefined)[];
}

/** One way to send a request. */
export interface Bill {
  tokens: SplitTokens;
  /** Its price in tokens of fresh input: by the table of models. */
  weight: number;
  /** In US dollars; undefined where no price is known. */
  cost: number | undefined;
  /** Of the input alone. */
  inputCost: number | undefined;
  /** What is billed and in no cost here because its price is not known, in words; empty where nothing is. */
  lacks: readonly string[];
}

/** A request's two bills. */
export interface TwoBills {
  /** As the provider counted. */
  actual: Bill;
  /** The other way. Where nothing was removed, the same. */
  other: Bill;
}

/** Two requests that were sent, as one. */
function together(one: Bill, other: Bill | undefined): Bill {
  if (other === undefined) return { ...one, lacks: [...one.lacks, "a retrieval without a usage that is understood"] };
  const sum = (a: number | undefined, b: number | undefined) =>
    a === undefined || b === undefined ? undefined : a + b;
  return {
    tokens: addTokens(one.tokens, other.tokens),
    weight: one.weight + other.weight,
    cost: sum(one.cost, other.cost),
    inputCost: sum(one.inputCost, other.inputCost),
    lacks: [...new Set([...one.lacks, ...other.lacks])],
  };
}

function addTokens(one: SplitTokens, other: SplitTokens): SplitTokens {
  const hourWrite = (one.hourWrite ?? 0) + (other.hourWrite ?? 0);
  return {
    ...one,
    fresh: one.fresh + other.fresh,
    cacheRead: one.cacheRead + other.cacheRead,
    cacheWrite: one.cacheWrite + other.cacheWrite,
    output: one.output + other.output,
    ...(hourWrite > 0 && { hourWrite }),
  };
}

const isRenewal = ({ skipped }: BilledRequest): boolean => skipped === "keep_alive";
const NOTHING_BILLED: SplitTokens = { fresh: 0, cacheRead: 0, cacheWrite: 0, output: 0 };

/** The same input without the renewals: what they kept would have been written again. */
function expired(tokens: SplitTokens, keptTokens = 0): SplitTokens {
  const lost = Math.min(tokens.cacheRead, keptTokens);
  if (lost === 0) return tokens;
  return { ...tokens, cacheRead: tokens.cacheRead - lost, cacheWrite: tokens.cacheWrite + lost };
}

/** Conversations that are remembered. */
const MOST_SESSIONS = 1000;

/** What is remembered of a conversation. */
interface KnownSession {
  /** Billed tokens that its last request had left out; undefined before its first. */
  saved: number | undefined;
  /** The same by the estimate. */
  removed: number;
  /** Input tokens of its last request the other way; undefined before its first. */
  otherTotal: number | undefined;
  /** Estimated tokens of its last request as it came; undefined before its first. */
  whole: number | undefined;
  /** What calls for originals have added to it: up to how many tokens, and how many these are. */
  originals: { end: number; tokens: number }[];
  /** Billed tokens of its last answer. */
  output: number;
  /** By how the tokens of its requests were counted: what is learned of one count is wrong for another. */
  ratios: Map<string | undefined, RemovedRatio>;
  /** Its last request was too small for the cache: the next finds nothing there, although no entry has expired. */
  isUncached: boolean;
}

/** Makes the bills of requests as they come. */
export class Bills {
  readonly #sessions = new Map<string, KnownSession>();

  /** @param prices The user's own prices */
  constructor(private readonly prices: PriceOverrides = {}) {}

  /** Undefined without a bill of the provider's. */
  of(request: BilledRequest): TwoBills | undefined {
    const { billed } = request;
    if (billed === undefined) return undefined;
    const tokens = splitBill(billed);
    const actual = this.#bill(request, tokens);
    const other = isRenewal(request) ? NOTHING_BILLED : expired(this.#other(request, tokens), request.keptTokens);
    const { earlier = [] } = request;
    return {
      actual: earlier.map((one) => one && this.#bill(request, splitBill(one))).reduce<Bill>(together, actual),
      other: other === tokens ? actual : this.#bill(request, other),
    };
  }

  #bill({ model, host, wire }: BilledRequest, tokens: SplitTokens): Bill {
    const { cache } = factsOf({ model, host, wire, asOf: dayAt(Date.now()) }).row;
    const { fresh, cacheRead, cacheWrite, hourWrite = 0, output } = tokens;
    const written = (cacheWrite - hourWrite) * cache.write + hourWrite * (cache.writeLong ?? cache.write);
    const times = model === undefined || tokens.terms === undefined ? 1 : surchargeOf(model, tokens.terms).times;
    const weight = (fresh + cacheRead * cache.read + written + output * OUTPUT_WEIGHT) * times;
    const price = model === undefined ? undefined : priceTokens({ model, usage: tokens }, this.prices);
    return { tokens, weight, cost: price?.cost, inputCost: price?.inputCost, lacks: price?.lacks ?? [] };
  }

  #other(request: BilledRequest, actual: SplitTokens): SplitTokens {
    const { report, replaced } = request;
    const total = actual.fresh + actual.cacheRead + actual.cacheWrite;
    const { before = 0, after = 0, method } = report?.tokens ?? {};
    const measured = replaced ? after : before;
    if (report === undefined || measured <= 0 || total <= 0) return actual;
    const known = this.#sessionOf(request);
    const added = originalsIn(known, request, before);
    const answer = known.output;
    known.output = actual.output;
    if (request.recovered === true && (request.recoveredFrom ?? "thinking") === "thinking")
      return afterRefusal(known, actual, Math.max(0, total - (added * total) / measured));
    const { saved: savedBefore, removed: removedBefore, otherTotal: totalBefore = 0 } = known;
    const removed = replaced ? before - after : 0;
    known.removed = removed;
    const learned = getOrInsert(known.ratios, method, () => new RemovedRatio());
    const moved = replaced && report.cache.moved === true;
    learned.learn({ whole: before, removed, billed: total, moved, messages: report.messageCount });
    const ratio = learned.ratio ?? total / measured;
    const isAlive = known.isUncached || isFound(request);
    known.isUncached = isAlive && total < factsOf(request).row.cache.minimumTokens;
    const saved = (before - after) * ratio;
    known.saved = saved;
    const isSame = saved === 0 && !replaced;
    const fromCache = isSame || !isAlive ? 0 : cachedDifference(request, { saved, savedBefore, ratio });
    const sign = replaced ? 1 : -1;
    const otherTotal = Math.max(0, total + sign * saved - added * ratio);
    known.otherTotal = otherTotal;
    // The answer to the request before would have been this one.
    if (isForOriginals(request)) return { ...NOTHING_BILLED, output: actual.output - answer };
    const found = Math.min(otherTotal, Math.max(0, actual.cacheRead + sign * fromCache - added * ratio));
    // What had been removed is there again: only the provider's cache of the smaller requests does not go on.
    const isGivenUp = removed < removedBefore / 2 && otherTotal >= totalBefore && actual.cacheRead > 0;
    const read = isGivenUp ? Math.max(found, totalBefore) : found;
    if (saved === 0 && added === 0 && read === actual.cacheRead) return actual;
    return withRest(actual, read, otherTotal - read);
  }

  /** What is known of a request's conversation; nothing where it has no name. */
  #sessionOf({ session, conversation, model }: BilledRequest): KnownSession {
    const never = { saved: undefined, removed: 0, otherTotal: undefined, whole: undefined, output: 0 };
    const fresh: KnownSession = { ...never, originals: [], ratios: new Map(), isUncached: false };
    const name = session ?? conversation;
    if (name === undefined) return fresh;
    const key = `${name}\n${conversation}\n${model}`;
    return setNewest(this.#sessions, key, this.#sessions.get(key) ?? fresh, MOST_SESSIONS);
  }
}

/** Whether there is a request only because of Tamis. Where it only observes there are no originals to ask for. */
const isForOriginals = ({ report, replaced, skipped }: BilledRequest): boolean =>
  report?.forOriginals === true && (replaced || skipped === undefined);

/**
 * Estimated tokens of a request that are in it only because the model had asked for originals, at once and with nothing else;
 * those of a turn with other calls are not known, and count as the conversation's own. `before`: all of its tokens.
 */
function originalsIn(known: KnownSession, request: BilledRequest, before: number): number {
  // A history that has become shorter was rewound or summarised.
  known.originals = known.originals.filter(({ end }) => end <= before);
  const grown = before - (known.whole ?? before);
  known.whole = before;
  if (isForOriginals(request) && grown > 0) known.originals.push({ end: before, tokens: grown });
  return known.originals.reduce((sum, { tokens }) => sum + tokens, 0);
}

/**
 * The other way of a request that was sent again as it came: what the last one had would have been read from the cache. Of one
 * that was not seen all of it is taken, where the cache lives: the reduction is not to look better than it is. The old thinking,
 * which would have been sent, is not known and left out for the same reason.
 */
function afterRefusal(known: KnownSession, actual: SplitTokens, total: number): SplitTokens {
  const cached = known.otherTotal ?? (actual.cacheRead > 0 ? total : 0);
  const read = Math.max(actual.cacheRead, Math.min(total, cached));
  Object.assign(known, { saved: 0, removed: 0, otherTotal: total });
  return withRest(actual, read, total - read);
}

/**
 * Tokens that come out of the cache one way and not the other: those that the move makes the provider write again, and
 * those that were removed from what it had already got.
 */
function cachedDifference(
  { report }: BilledRequest,
  { saved, savedBefore, ratio }: { saved: number; savedBefore: number | undefined; ratio: number },
): number {
  const { moved = false, lostTokens = 0 } = report?.cache ?? {};
  // What is removed at arrival was never in the cache; a move removes what was.
  const old = moved || savedBefore === undefined ? saved : Math.min(saved, savedBefore);
  return old + lostTokens * ratio;
}

/** Whether the cache is alive: an entry that has expired is found neither way; a move can also be why nothing was found. */
const isFound = ({ report, billed, replaced }: BilledRequest): boolean =>
  (billed?.cachedTokens ?? 0) > 0 || (replaced && report?.cache.moved === true);

/** Output costs about five times as much as input with most vendors. */
const OUTPUT_WEIGHT = 5;

/** Other tokens from the cache; the rest is written or fresh as the actual rest is. */
function withRest(actual: SplitTokens, cacheRead: number, rest: number): SplitTokens {
  const { fresh, cacheWrite, hourWrite, output, terms } = actual;
  const written = shareOf(rest, cacheWrite, fresh + cacheWrite);
  const hours = hourWrite === undefined ? {} : { hourWrite: shareOf(written, hourWrite, cacheWrite) };
  return {
    fresh: rest - written,
    cacheRead,
    cacheWrite: written,
    ...hours,
    output,
    ...(terms === undefined ? {} : { terms }),
  };
}

/** As much of `amount` as `part` is of `whole`; all of it is exactly all, where a division could round to more. */
function shareOf(amount: number, part: number, whole: number): number {
  if (whole === 0) return 0;
  return part >= whole ? amount : Math.min(amount, (amount * part) / whole);
}
