// One session: what was paid for it, and what each policy would have made of that.
import { addNumbers } from "../../base/sums.js";
import { addGap, type Gaps, NO_NAME, noGaps } from "../../pricing/gaps.js";
import { costOf, totalOf } from "../cache.js";
import { type CacheRule, cacheRuleOf, isKnownModel } from "../cache-rule.js";
import type { Grounding } from "../grounding.js";
import type { Kept } from "../kept/kept.js";
import type { LoggedSession, Payment } from "../logs/session.js";
import { SEND_EVERYTHING } from "../policies.js";
import { type ReplayOptions, replaySession, type SessionBill } from "../replay.js";
import { readSession, type Session } from "../trace.js";
import { cacheOf, type SessionCache } from "./cache-misses.js";
import type { Choice } from "./choices.js";
import { type Content, contentOf, scaledTo } from "./content.js";
import { type Dollars, inputOf, NO_PRICES, noDollars, type Prices } from "./money.js";

/** A session under one policy. */
export interface PolicyOutcome {
  /** Its input bill over that of sending everything. */
  ratio: number;
  /** Dollars saved; negative where the policy would have cost more, 0 where no price is known. */
  saved: number;
  /** What its calls name, and how much of that the requests still have; undefined where it is not known. */
  grounding?: Grounding;
  /** What is left of what its answers need; undefined where it is not known. */
  kept?: Kept;
  /** The same bill and dollars if what edits have lost is read once more; undefined where it is not known. */
  withReReads?: { ratio: number; saved: number };
  /** How often its context lasts as long, see {@link lastsOf}; undefined where that is not known. */
  contextLasts?: number;
}

/** What was paid on one day to one model. */
export interface DayPaid {
  /** `2026-11-25`, in UTC; empty if the log has no times. */
  day: string;
  /** Empty if the log does not say. */
  model: string;
  /** How many. */
  requests: number;
  /** Of input and output. */
  tokens: number;
  /** At the price list; 0 for unknown prices. */
  dollars: number;
  /** Of the requests, those without a known price; absent where all have one. */
  unpriced?: number;
}

/** Prices of a cache, relative to fresh input. */
export interface CacheWeights {
  /** The cache's name. */
  cache: string;
  /** Of a token that was read from the cache. */
  read: number;
  /** Of a token that was written to the cache. */
  write: number;
  /** Whether they are the model's own, as opposed to its vendor's newest or its wire's. */
  isKnown: boolean;
}

/** One session of a log. */
export interface SavedSession {
  /** The file's path, with the window's number if there are several. */
  name: string;
  /** The agent. */
  agent: string;
  /** The folder in which it worked; empty if the log does not say. */
  project: string;
  /** The model that answered last; empty if the log does not say. */
  model: string;
  /** Whether a sub-agent wrote it. */
  isSubAgent: boolean;
  /** When its first request was sent, as an ISO date; absent if unknown. */
  startedAt?: string;
  /** How many were paid for, or would have been. */
  requests: number;
  /** What was paid. */
  dollars: Dollars;
  /** Whether the dollars are the replay's, because the log has no bill. */
  isEstimated: boolean;
  /** Whether a request has no price in the list, or is of a login: its tokens count, its dollars do not. */
  isUnpriced: boolean;
  /** What the dollars lack: requests without a price or a bill, and what else has no known price. */
  gaps: Gaps;
  /** The input bill in tokens of fresh input, by the cache and the relative prices of `weighedAs`. 0 where it was not replayed. */
  weight: number;
  /** The prices of the cache by which the input is weighed; absent where it was not replayed. */
  weighedAs?: CacheWeights;
  /** The input's dollars by what it was made of. */
  content: Content;
  /** By day and model. */
  days: DayPaid[];
  /** What the provider's cache lost of it, by its bills. */
  cache: SessionCache;
  /** The input bill of the unreduced replay over the recorded one; absent with fewer than {@link FEWEST_BILLED} bills. */
  agreement?: number;
  /** One entry a policy, in their order; empty where the session could not be replayed. */
  outcomes: PolicyOutcome[];
}

/** A session with fewer billed requests says too little about the replay. */
const FEWEST_BILLED = 10;

/** How sessions are judged. */
export interface JudgeOptions {
  choices: readonly Choice[];
  prices: Prices;
  /** Payments before it do not count, in milliseconds. */
  since: number;
  /** Whether the session is replayed, which a session without bills needs to be counted. */
  replays: boolean;
  /** When Tamis moved the boundary of masking, in milliseconds, by the agent's name of the session. @default never */
  moves?: ReadonlyMap<string, readonly number[]>;
  /** Whether a login pays the session. @default never */
  isLogin?: ((session: LoggedSession) => boolean) | undefined;
}

/** Judges one session. Undefined where nothing was paid since then, or with nothing to replay. */
export async function judgeSession(logged: LoggedSession, given: JudgeOptions): Promise<SavedSession | undefined> {
  const isLogin = given.isLogin?.(logged) === true;
  const options = isLogin ? { ...given, prices: NO_PRICES } : given;
  const { since, prices, choices, replays } = options;
  if (logged.span !== undefined && logged.span[1] < since) return undefined;
  const payments = logged.payments.filter(({ time }) => !(time < since));
  const paid = ofLogin(isLogin, payAll(payments, prices));
  const session = replays ? readSession(logged.trace) : { reason: "not asked for" };
  const base = { ...describe(logged, paid, payments), cache: cacheOf(logged, options) };
  if ("reason" in session) return payments.length === 0 ? undefined : { ...base, content: scaledTo(NOTHING, 0) };
  const rule = cacheRuleOf(session);
  const replay = async (choice: Pick<Choice, "policy">) =>
    (await replaySession(session, choice.policy, [rule], asked(choice)))[0];
  const everything = await replay({ policy: SEND_EVERYTHING });
  if (everything === undefined) return undefined;
  const isEstimated = payments.length === 0;
  const dollars = isEstimated ? estimate(session, everything, logged, prices) : paid.dollars;
  const outcomes: PolicyOutcome[] = [];
  for (const choice of choices) outcomes.push(outcomeOf(await replay(choice), everything, inputOf(dollars)));
  return {
    ...base,
    requests: isEstimated ? session.steps.cuts.length : base.requests,
    ...{ dollars, isEstimated, outcomes },
    ...(isEstimated ? ofLogin(isLogin, estimatedGaps(session, rateOf(session, logged, prices))) : {}),
    weight: isEstimated ? everything.cost : sumWeights(payments, rule),
    weighedAs: {
      ...{ cache: rule.name, read: rule.read / 10_000, write: rule.write / 10_000 },
      isKnown: isKnownModel(session.wire, session.model),
    },
    content: scaledTo(contentOf(session, rule), inputOf(dollars)),
    ...agreementOf(logged, everything, rule),
  };
}

/** Sending everything keeps everything. */
const asked = ({ policy }: Pick<Choice, "policy">): ReplayOptions => {
  const isReduced = policy !== SEND_EVERYTHING;
  return { eachRequest: true, grounding: isReduced, kept: isReduced };
};

const NOTHING: Content = { system: 1, words: 0, results: 0, thinking: 0, arguments: 0, answers: 0 };

function describe(logged: LoggedSession, paid: Paid, payments: readonly Payment[]): Omit<SavedSession, "cache"> {
  const { trace, agent, project = "", isSubAgent, span } = logged;
  const named: unknown = Reflect.get(trace.request, "model");
  return {
    ...{ name: trace.name, agent, project, isSubAgent },
    model: typeof named === "string" ? named : (payments.at(-1)?.model ?? ""),
    ...(span === undefined ? {} : { startedAt: new Date(span[0]).toISOString() }),
    requests: payments.reduce((sum, { requests }) => sum + requests, 0),
    ...paid,
    gaps: { ...paid.gaps, unbilled: payments.length === 0 ? 0 : logged.unbilled },
    isEstimated: false,
    content: NOTHING,
    outcomes: [],
    weight: 0,
  };
}

/** What the payments weigh in tokens of fresh input. */
const sumWeights = (payments: readonly Payment[], rule: CacheRule): number =>
  payments.reduce((sum, { tokens: { fresh, cacheRead, cacheWrite } }) => {
    return sum + costOf({ fresh, read: cacheRead, written: cacheWrite }, rule);
  }, 0);

/** Of a session without bills: all of its requests have a price, or none has. */
function estimatedGaps(session: Session, rate: number | undefined): Pick<SavedSession, "gaps" | "isUnpriced"> {
  const gaps = noGaps();
  const isUnpriced = rate === undefined;
  if (isUnpriced) addGap(gaps.unpriced, session.model ?? NO_NAME, session.steps.cuts.length);
  return { gaps, isUnpriced };
}

/** What a login paid has no price because it has no bill. */
function ofLogin<T extends Pick<SavedSession, "gaps">>(isLogin: boolean, { gaps, ...rest }: T): T {
  const logins = gaps.unpriced.reduce((sum, { requests }) => sum + requests, 0);
  return { ...rest, gaps: isLogin ? { ...gaps, unpriced: [], logins } : gaps } as T;
}

interface Paid {
  dollars: Dollars;
  days: DayPaid[];
  isUnpriced: boolean;
  gaps: Gaps;
}

function payAll(payments: readonly Payment[], prices: Prices): Paid {
  const dollars = noDollars();
  const days = new Map<string, DayPaid>();
  const gaps = noGaps();
  for (const { time, model = "", tokens, requests } of payments) {
    const price = prices.price(model === "" ? undefined : model, tokens, time);
    if (price === undefined) addGap(gaps.unpriced, model || NO_NAME, requests);
    else addNumbers(dollars, price.dollars);
    for (const what of price?.lacks ?? []) addGap(gaps.lacks, what, requests);
    const day = dayOf(time);
    const known: DayPaid = days.get(`${day} ${model}`) ?? { day, model, requests: 0, tokens: 0, dollars: 0 };
    known.requests += requests;
    known.tokens += tokens.fresh + tokens.cacheRead + tokens.cacheWrite + tokens.output;
    known.dollars += price?.dollars.total ?? 0;
    if (price === undefined) known.unpriced = (known.unpriced ?? 0) + requests;
    days.set(`${day} ${model}`, known);
  }
  return { dollars, days: [...days.values()], isUnpriced: gaps.unpriced.length > 0, gaps };
}

const dayOf = (time: number): string => (Number.isFinite(time) ? new Date(time).toISOString().slice(0, 10) : "");

/** The replay's bill at the price of fresh input. The replay has no answers, so their price is missing. */
function estimate(session: Session, { cost }: SessionBill, logged: LoggedSession, prices: Prices): Dollars {
  const rate = rateOf(session, logged, prices);
  const total = rate === undefined ? 0 : (cost * rate) / 1e6;
  return { ...noDollars(), total, fresh: total };
}

const rateOf = (session: Session, { span }: LoggedSession, prices: Prices): number | undefined =>
  prices.freshRate(session.model, span?.[0] ?? Number.NaN);

function outcomeOf(bill: SessionBill | undefined, everything: SessionBill, input: number): PolicyOutcome {
  const judged = (cost: number | undefined) => {
    const ratio = cost === undefined || everything.cost === 0 ? 1 : cost / everything.cost;
    return { ratio, saved: input * (1 - ratio) };
  };
  const { grounding, kept, costWithReReads } = bill ?? {};
  const contextLasts = lastsOf(everything, bill);
  return {
    ...judged(bill?.cost),
    ...(contextLasts === undefined ? {} : { contextLasts }),
    ...(grounding === undefined ? {} : { grounding }),
    ...(kept === undefined ? {} : { kept, withReReads: judged(costWithReReads) }),
  };
}

/** Requests of a session that is long enough to say how its context grows. */
const FEWEST_GROWN = 30;

/**
 * How often a context lasts as long until it is full or has to be compacted: the growth of the session's requests over that
 * of the reduced ones, each up to its largest request. Undefined for sessions of fewer than 30 requests, for those that do not
 * grow, and where nothing is known of the requests.
 */
function lastsOf(everything: SessionBill, reduced: SessionBill | undefined): number | undefined {
  const [sent, left] = [everything, reduced].map((bill) => bill?.requests?.map(totalOf));
  const start = sent?.[0];
  if (sent === undefined || left === undefined || start === undefined || sent.length < FEWEST_GROWN) return undefined;
  const grown = (tokens: readonly number[]) => tokens.reduce((most, one) => Math.max(most, one), 0) - start;
  return grown(sent) > 0 && grown(left) > 0 ? grown(sent) / grown(left) : undefined;
}

function agreementOf({ billed }: LoggedSession, { cost }: SessionBill, rule: CacheRule): { agreement?: number } {
  if (billed.length < FEWEST_BILLED) return {};
  const recorded = billed.reduce((sum, one) => sum + costOf(one, rule), 0);
  return recorded === 0 ? {} : { agreement: cost / recorded };
}
