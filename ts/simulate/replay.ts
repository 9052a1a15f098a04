import { type Billed, type Cache, costOf, createCache, type Sent, totalOf } from "./cache.js";
import type { CacheRule } from "./cache-rule.js";
import { type Grounding, groundingOf } from "./grounding.js";
import { type Kept, keptOf } from "./kept/kept.js";
import type { SimulatedPolicy, TransformPolicy } from "./policies.js";
import { PrefixTree } from "./prefix-tree.js";
import { PrefixWatch } from "./prefix-watch.js";
import { type Rendered, renderSchedule, type Schedule } from "./schedule.js";
import { PREFIX_UNITS, type Session } from "./trace.js";
import { renderTransformed, TransformWatch } from "./transformed.js";
import type { UnitTable } from "./unit-table.js";

/** The bill of one session under one policy and one cache. Tokens are summed over its requests. */
export interface SessionBill {
  /** In fresh tokens. */
  cost: number;
  /** Tokens sent. */
  tokens: number;
  /** Of the tokens sent, those read from the cache. */
  readTokens: number;
  /** Of the tokens sent, those written to the cache. */
  writtenTokens: number;
  /** Tokens of the largest request. */
  peakTokens: number;
  /** Requests that do not begin with all messages of the one before. */
  moves: number;
  /**
   * Requests that the model would refuse, and the unreduced ones not, because something before their thinking is not as
   * it was sent. Missing if the session has no thinking, or its model does not check it.
   */
  prefixFailures?: number;
  /** What the session's calls name, and how much of that is still visible; if requested and known. */
  grounding?: Grounding;
  /** What is left of what the session's answers need; if requested and known. */
  kept?: Kept;
  /**
   * The bill in fresh tokens, if each edit whose lines are not all there costs one more request: it reads what was sent from
   * the cache and writes a result of {@link RE_READ_TOKENS} tokens, which every later request reads; with `kept`.
   */
  costWithReReads?: number;
  /** The bill of each request, if requested. */
  requests?: Billed[];
}

/** Tokens of a result that is read once more. */
export const RE_READ_TOKENS = 3_000;

type Requests = Iterable<Rendered> | AsyncIterable<Rendered>;

/** What bills have besides tokens. */
export interface ReplayOptions {
  /** @default false */
  eachRequest?: boolean;
  /** @default false */
  grounding?: boolean;
  /** What is kept, and the bill with re-reads. @default false */
  kept?: boolean;
}

/** The bills of a session under each of the rules, in their order. */
export async function replaySession(
  session: Session,
  policy: SimulatedPolicy,
  rules: readonly CacheRule[],
  options: ReplayOptions = {},
): Promise<SessionBill[]> {
  const isSent = "transform" in policy || policy.isByProvider !== true;
  const billAll = async (requests: Requests, schedule: Schedule, caches: readonly CacheRule[]) => {
    const kept = options.kept === true ? keptOf(session, schedule) : undefined;
    const lostAt = kept?.lostAt;
    const bills = await billRequests(session, requests, caches, {
      ...{ eachRequest: options.eachRequest ?? false, isSent, lostAt },
    });
    const told = {
      ...(options.grounding === true ? { grounding: groundingOf(session, schedule) } : {}),
      ...(kept === undefined ? {} : { kept }),
    };
    return bills.map((bill) => ({ ...bill, ...told }));
  };
  const billOne = (schedule: Schedule, caches: readonly CacheRule[]) =>
    billAll(renderSchedule(session, schedule), schedule, caches);
  if ("transform" in policy) {
    const { requests, stretches } = await transformed(session, policy, options);
    return billAll(requests, { stretches, anchors: false }, rules);
  }
  const [first] = rules;
  if (first === undefined) return [];
  if (!policy.usesPrices) return billOne(policy.schedule(session, first), rules);
  const bills: SessionBill[] = [];
  for (const rule of rules) bills.push(...(await billOne(policy.schedule(session, rule), [rule])));
  return bills;
}

/** What a function sends; all of it at once where the bill depends on what it leaves of what answers need. */
async function transformed(session: Session, policy: TransformPolicy, { kept, grounding }: ReplayOptions) {
  if (kept !== true && grounding !== true) return { requests: renderTransformed(session, policy), stretches: [] };
  const watch = new TransformWatch(session);
  const requests: Rendered[] = [];
  for await (const request of renderTransformed(session, policy, watch)) requests.push(request);
  return { requests, stretches: watch.stretches };
}

interface BillOptions {
  eachRequest: boolean;
  isSent: boolean;
  /** Steps of edits whose lines are not all there. @default re-reads are not counted */
  lostAt: readonly number[] | undefined;
}

async function billRequests(
  session: Session,
  requests: Requests,
  rules: readonly CacheRule[],
  { eachRequest, isSent, lostAt }: BillOptions,
): Promise<SessionBill[]> {
  const ratio = session.learned?.ratio ?? 1;
  const lines = rules.map(
    (rule) => new Line(rule, createCache(rule, session.units), ratio, { eachRequest, counts: lostAt !== undefined }),
  );
  const lost = new Map<number, number>();
  for (const at of lostAt ?? []) lost.set(at, (lost.get(at) ?? 0) + 1);
  const readers = [false, true].flatMap((forgets) => {
    const own = lines.filter(({ rule }) => rule.forgetsReasoning === forgets);
    return own.length === 0 ? [] : [new Reader(session, own, forgets)];
  });
  const watch = PrefixWatch.of(session);
  const cleared = new ClearedLater(session);
  let failures = 0;
  let step = 0;
  let before = 0;
  const send = (rendered: Rendered) => {
    const isMove = step > 0 && rendered.shared < before;
    before = rendered.ids.length;
    // Thinking is checked against what was sent, so what the provider itself clears breaks nothing.
    const isBroken = isSent && watch?.isBroken(rendered, step) === true;
    if (isBroken && step >= session.firstBilled) failures++;
    const sent = cleared.asSent(rendered, step);
    for (const reader of readers) reader.send(sent, step, isMove, lost.get(step));
    step++;
  };
  // Waiting for what is there takes longer than sending it.
  if (Symbol.asyncIterator in requests) for await (const rendered of requests) send(rendered);
  else for (const rendered of requests) send(rendered);
  return lines.map(({ bill }) => (watch === undefined ? bill : { ...bill, prefixFailures: failures }));
}

/** The session as seen by providers that read requests alike. */
class Reader {
  readonly #session: Session;
  readonly #lines: readonly Line[];
  readonly #forgetter: Forgetter | undefined;
  readonly #tree: PrefixTree;

  constructor(session: Session, lines: readonly Line[], forgets: boolean) {
    this.#session = session;
    this.#lines = lines;
    this.#forgetter = forgets ? new Forgetter(session.units) : undefined;
    this.#tree = new PrefixTree(session.units.tokens);
    this.#warm();
  }

  /** @param lost Edits of the answer whose lines are not all there. */
  send(rendered: Rendered, step: number, isMove: boolean, lost = 0): void {
    const { anchors, frontAnchor, breakpoints } = rendered;
    const { constantUnits, times, learned, firstBilled } = this.#session;
    const { ids, shared } = this.#forgetter?.forget(rendered) ?? rendered;
    const prefixLength = Math.min(constantUnits, ids.length);
    const sent = this.#sent(ids, shared, { prefixLength, anchors, frontAnchor, breakpoints, time: times?.[step] });
    const held = learned?.heldTokens[step] ?? Number.POSITIVE_INFINITY;
    for (const line of this.#lines) {
      if (step < firstBilled) line.warm(sent);
      else line.add(sent, isMove, held, lost);
    }
  }

  #sent(
    ids: readonly number[],
    shared: number,
    { prefixLength, anchors, frontAnchor, breakpoints, time }: Omit<Sent, "ids" | "path" | "tokens" | "firstNew">,
  ): Sent {
    const firstNew = this.#tree.size;
    const path = this.#tree.walk(ids, shared);
    // Without spreads, after which V8 makes a shape for each object.
    return { ids, path, tokens: this.#tree.tokens, firstNew, prefixLength, anchors, frontAnchor, breakpoints, time };
  }

  /** Sends what other sessions left in the cache, without billing it. */
  #warm(): void {
    const { prefixIds, units, times } = this.#session;
    const [cached] = prefixIds;
    if (!units.tokens[cached]) return;
    const sent = this.#sent([cached], 0, { prefixLength: 1, anchors: [], time: times?.[0] });
    for (const line of this.#lines) line.warm(sent);
  }
}

/** What is read once more, because edits need what is gone. */
class ReReads {
  /** In fresh tokens. */
  cost = 0;
  readonly #rule: CacheRule;
  #carried = 0;

  constructor(rule: CacheRule) {
    this.#rule = rule;
  }

  /** A request of so many tokens, whose answer has so many edits that need what is gone. */
  add(tokens: number, lost: number): void {
    this.cost += costOf({ read: this.#carried, written: 0, fresh: 0 }, this.#rule);
    for (let edit = 0; edit < lost; edit++) {
      this.cost += costOf({ read: tokens + this.#carried, written: RE_READ_TOKENS, fresh: 0 }, this.#rule);
      this.#carried += RE_READ_TOKENS;
    }
  }
}

/** The running bill of one cache. */
class Line {
  readonly bill: SessionBill = { cost: 0, tokens: 0, readTokens: 0, writtenTokens: 0, peakTokens: 0, moves: 0 };
  readonly rule: CacheRule;
  readonly #cache: Cache;
  /** Billed tokens for each estimated one. */
  readonly #ratio: number;

  readonly #reReads: ReReads | undefined;

  constructor(
    rule: CacheRule,
    cache: Cache,
    ratio: number,
    { eachRequest, counts }: { eachRequest: boolean; counts: boolean },
  ) {
    this.rule = rule;
    this.#cache = cache;
    this.#ratio = ratio;
    if (eachRequest) this.bill.requests = [];
    if (counts) this.#reReads = new ReReads(rule);
  }

  warm(sent: Sent): void {
    this.#cache.bill(sent);
  }

  /** @param held The most estimated tokens that the provider still had. */
  add(sent: Sent, isMove: boolean, held: number, lost: number): void {
    const billed = this.#scaled(this.#cache.bill(sent), held);
    const tokens = totalOf(billed);
    const { bill } = this;
    bill.cost += costOf(billed, this.rule);
    bill.tokens += tokens;
    bill.readTokens += billed.read;
    bill.writtenTokens += billed.written;
    bill.peakTokens = Math.max(bill.peakTokens, tokens);
    if (isMove) bill.moves++;
    bill.requests?.push(billed);
    if (this.#reReads === undefined) return;
    this.#reReads.add(tokens, lost);
    bill.costWithReReads = bill.cost + this.#reReads.cost;
  }

  #scaled({ read, written, fresh }: Billed, held: number): Billed {
    const lost = Math.max(0, read - held);
    const scale = (tokens: number) => Math.round(tokens * this.#ratio);
    return { read: scale(read - lost), written: scale(written + lost), fresh: scale(fresh) };
  }
}

/**
 * Requests as they were sent before the agent itself cleared results: a log's window after a clearing has them without these
 * results, and the cache does not know them so. Linear in what was cleared, for each step before it.
 */
class ClearedLater {
  readonly #session: Session;
  /** The units that the request before had otherwise. */
  #last = NOTHING;

  constructor(session: Session) {
    this.#session = session;
  }

  /** The request of a step. Steps come in order. */
  asSent(rendered: Rendered, step: number): Rendered {
    const { before, steps } = this.#session;
    const cut = steps.cuts[step] ?? 0;
    const now = before.find(({ messages }) => cut < messages)?.units ?? NOTHING;
    const last = this.#last;
    this.#last = now;
    if (now.size === 0 && last.size === 0) return rendered;
    const ids = [...rendered.ids];
    for (const [unit, id] of now) if (PREFIX_UNITS + unit < ids.length) ids[PREFIX_UNITS + unit] = id;
    const others = [...now.keys(), ...last.keys()].filter((unit) => now.get(unit) !== last.get(unit));
    const shared = Math.min(rendered.shared, PREFIX_UNITS + Math.min(...others));
    return { ...rendered, ids, shared };
  }
}

const NOTHING: ReadonlyMap<number, number> = new Map();

/**
 * Requests as read by a provider that leaves out reasoning before the user's newest message. Each omitted piece becomes an
 * empty unit, so that the places of the others do not change. Linear in the requests' changes, apart from histories that
 * lose their newest message of the user.
 */
class Forgetter {
  readonly #units: UnitTable;
  readonly #ids: number[] = [];
  /** Place of the user's newest message; -1 if there is none. */
  #end = -1;

  constructor(units: UnitTable) {
    this.#units = units;
  }

  /** The next request of a session. The list is valid until the next call. */
  forget({ ids, shared }: Pick<Rendered, "ids" | "shared">): Pick<Rendered, "ids" | "shared"> {
    const before = this.#end;
    this.#end = this.#newestUser(ids, before < shared ? shared : 0, before < shared ? before : -1);
    let first = Math.min(shared, this.#ids.length);
    this.#ids.length = ids.length;
    const from = this.#end < before ? 0 : Math.min(first, Math.max(0, before));
    for (let place = from; place < ids.length; place++) {
      const id = this.#isOld(ids[place], place) ? this.#units.nothing : (ids[place] ?? 0);
      if (place < first && this.#ids[place] !== id) first = place;
      this.#ids[place] = id;
    }
    return { ids: this.#ids, shared: first };
  }

  #isOld(id: number | undefined, place: number): boolean {
    return place < this.#end && id !== undefined && this.#units.roles[id] === "reasoning";
  }

  #newestUser(ids: readonly number[], from: number, known: number): number {
    for (let place = ids.length - 1; place >= from; place--) {
      if (this.#units.roles[ids[place] ?? 0] === "user") return place;
    }
    return known;
  }
}
