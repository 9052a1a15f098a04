import { isRecord } from "../baseline/value.js";
import { CONVERSATION_KEYS } from "../report-basis.js";
import { type Billed, type Cache, costOf, createCache, type Sent } from "./cache.js";
import type { CacheRule } from "./cache-rule.js";
import { requestAt } from "./masks.js";
import type { SimulatedPolicy } from "./policies.js";
import { PrefixTree } from "./prefix-tree.js";
import { type Rendered, renderSchedule } from "./schedule.js";
import type { Session } from "./session.js";

/** What one session came to under one policy and one cache. Tokens are summed over its requests. */
export interface SessionBill {
  /** In fresh tokens. */
  cost: number;
  /** Tokens sent. */
  tokens: number;
  /** Of them, read from the cache, and written to it. */
  readTokens: number;
  writtenTokens: number;
  /** Tokens of the largest request. */
  peakTokens: number;
  /** Requests that do not begin with all of the one before. */
  moves: number;
  /** How the tokens of each request are billed, where that was asked for. */
  requests?: Billed[];
}

/** The bill of a session for each of the rules, in their order. */
export async function replaySession(
  session: Session,
  policy: SimulatedPolicy,
  rules: readonly CacheRule[],
  options: { eachRequest?: boolean } = {},
): Promise<SessionBill[]> {
  const billAll = (requests: Iterable<Rendered> | AsyncIterable<Rendered>, caches: readonly CacheRule[]) =>
    billRequests(session, requests, caches, options.eachRequest ?? false);
  if ("transform" in policy) return billAll(renderTransformed(session, policy.transform), rules);
  const [first] = rules;
  if (first === undefined) return [];
  if (!policy.usesPrices) return billAll(renderSchedule(session, policy.schedule(session, first)), rules);
  const bills: SessionBill[] = [];
  for (const rule of rules) {
    bills.push(...(await billAll(renderSchedule(session, policy.schedule(session, rule)), [rule])));
  }
  return bills;
}

async function* renderTransformed(
  session: Session,
  transform: Extract<SimulatedPolicy, { transform: unknown }>["transform"],
): AsyncGenerator<Rendered> {
  for (const [index, cut] of session.steps.cuts.entries()) {
    const request = await transform(requestAt(session, cut), { session, index, cut });
    const list = isRecord(request) ? request[CONVERSATION_KEYS[session.wire]] : undefined;
    const messages: readonly unknown[] = Array.isArray(list) ? list : [];
    yield { ids: [...session.prefixIds, ...messages.flatMap((message) => session.idsOf(message))], anchors: [] };
  }
}

async function billRequests(
  session: Session,
  requests: Iterable<Rendered> | AsyncIterable<Rendered>,
  rules: readonly CacheRule[],
  eachRequest: boolean,
): Promise<SessionBill[]> {
  const tree = new PrefixTree(session.units.tokens);
  const lines = rules.map((rule) => new Line(rule, createCache(rule, session.units)));
  if (eachRequest) for (const { bill } of lines) bill.requests = [];
  warm(session, tree, lines);
  let step = 0;
  let [previousLength, previousEnd] = [0, 0];
  for await (const { ids, anchors } of requests) {
    const firstNew = tree.size;
    const path = tree.walk(ids);
    const isMove = path[previousLength] !== previousEnd;
    previousLength = ids.length;
    previousEnd = path[ids.length] ?? 0;
    const prefixLength = Math.min(session.constantUnits, ids.length);
    const sent: Sent = { ids, path, tokens: tree.tokens, firstNew, prefixLength, anchors, time: session.times?.[step] };
    for (const line of lines) line.add(sent, isMove);
    step++;
  }
  return lines.map(({ bill }) => bill);
}

/** Sends what other sessions have left in the cache, at nobody's cost. */
function warm({ prefixIds: [cached], units, times }: Session, tree: PrefixTree, lines: readonly Line[]): void {
  if (!units.tokens[cached]) return;
  const firstNew = tree.size;
  const path = tree.walk([cached]);
  const sent = { ids: [cached], path, tokens: tree.tokens, firstNew, prefixLength: 1, anchors: [], time: times?.[0] };
  for (const line of lines) line.warm(sent);
}

/** The running bill of one cache. */
class Line {
  readonly bill: SessionBill = { cost: 0, tokens: 0, readTokens: 0, writtenTokens: 0, peakTokens: 0, moves: 0 };
  readonly #rule: CacheRule;
  readonly #cache: Cache;

  constructor(rule: CacheRule, cache: Cache) {
    this.#rule = rule;
    this.#cache = cache;
  }

  warm(sent: Sent): void {
    this.#cache.bill(sent);
  }

  add(sent: Sent, isMove: boolean): void {
    const billed = this.#cache.bill(sent);
    const tokens = sent.tokens[sent.path.at(-1) ?? 0] ?? 0;
    const { bill } = this;
    bill.cost += costOf(billed, this.#rule);
    bill.tokens += tokens;
    bill.readTokens += billed.read;
    bill.writtenTokens += billed.written;
    bill.peakTokens = Math.max(bill.peakTokens, tokens);
    if (isMove) bill.moves++;
    bill.requests?.push(billed);
  }
}
