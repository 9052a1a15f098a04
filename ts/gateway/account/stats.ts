import { getOrInsert } from "../../base/maps.js";
import { packageVersion } from "../../base/version.js";
import { contextLimitOf } from "../../pricing/prices.js";
import { billedInAll } from "../../tokens/usage.js";
import { countedTokens, type Finished, skippedOf } from "./finished.js";
import { type Cost, lackOf, usd } from "./money.js";
import type { RequestAccount } from "./request-account.js";
import type { GatewayTotals } from "./totals.js";
import { BoundedNames } from "./who.js";

/** Sums over the requests of one name. */
class Sums {
  requests = 0;
  /** Requests whose body was made smaller. */
  reduced = 0;
  /** Of the requests that were read, as estimated. */
  tokensBefore = 0;
  tokensAfter = 0;
  /** As providers billed. */
  inputTokens = 0;
  cachedTokens = 0;
  cacheWriteTokens = 0;
  outputTokens = 0;
  /** Of the answers that have a bill and a price. */
  billedUsd = 0;
  savedUsd = 0;
  /** Answered requests without a usage that is understood: neither tokens nor dollars of them are here. */
  unbilled = 0;
  /** Answered requests with a usage and without a known price: their tokens are here, their dollars are not. */
  unpriced = 0;
  /** Answered requests with a price that leaves out a part of what is billed, such as a service tier. */
  partlyPriced = 0;
}

/** What `/stats` says beside the sums. */
export interface StatsNow {
  totals: Readonly<GatewayTotals>;
  openRequests: number;
  inFlightBytes: number;
  sessions: number;
  mode: string;
  /** More about the present, by name. */
  more: Record<string, unknown>;
}

/** Sums over all requests since the start, for people and for the page; of no request is anything else kept. */
export class Stats {
  readonly #startedAt = Date.now();
  readonly #all = new Sums();
  readonly #by = {
    wire: new Table(),
    model: new Table(),
    policy: new Table(),
    upstream: new Table(),
    team: new Table(),
    key: new Table(),
  };
  readonly #skipped = new Map<string, number>();
  readonly #refused = new Map<string, number>();
  #errors = 0;

  /** Counts a request; `account` and `cost` where it asked a model and was billed. */
  add(finished: Finished, account: RequestAccount | undefined, cost: Cost | undefined): void {
    const { failure, prepared, wire, who, relayed } = finished;
    if (failure !== undefined) count(this.#refused, failure.reason);
    const skipped = skippedOf(finished);
    if (skipped !== undefined) count(this.#skipped, skipped);
    if ((relayed?.status ?? 0) >= 500) this.#errors++;
    const tables = this.#by;
    addTo(this.#all, finished, account, cost);
    addTo(tables.wire.of(wire), finished, account, cost);
    addTo(tables.model.of(account?.model ?? listed(finished.model)), finished, account, cost);
    addTo(tables.policy.of(prepared?.policy), finished, account, cost);
    addTo(tables.upstream.of(finished.upstream), finished, account, cost);
    addTo(tables.team.of(who?.team), finished, account, cost);
    addTo(tables.key.of(who?.key ?? finished.caller), finished, account, cost);
  }

  /** As JSON. */
  json({ totals, more, ...now }: StatsNow): string {
    const by = Object.fromEntries(Object.entries(this.#by).map(([name, table]) => [name, table.shown()]));
    return JSON.stringify({
      format: "tamis-stats-1",
      version: packageVersion(),
      startedAt: new Date(this.#startedAt).toISOString(),
      uptimeSeconds: Math.round((Date.now() - this.#startedAt) / 1000),
      ...now,
      ...more,
      requests: totals.requests,
      all: shown(this.#all),
      by,
      skipped: Object.fromEntries(this.#skipped),
      refused: Object.fromEntries(this.#refused),
      upstreamErrors: this.#errors,
    });
  }
}

/** Sums by name; the names are bounded. */
class Table {
  readonly #names = new BoundedNames();
  readonly #sums = new Map<string, Sums>();

  of(name: string | undefined): Sums {
    return getOrInsert(this.#sums, this.#names.labelOf(name), () => new Sums());
  }

  shown(): Record<string, Sums> {
    return Object.fromEntries([...this.#sums].map(([name, sums]) => [name, shown(sums)]));
  }
}

function addTo(sums: Sums, finished: Finished, account: RequestAccount | undefined, cost: Cost | undefined): void {
  const tokens = countedTokens(finished);
  sums.requests++;
  if (finished.prepared?.replaced) sums.reduced++;
  sums.tokensBefore += tokens?.before ?? 0;
  sums.tokensAfter += tokens?.after ?? 0;
  const billed = account && billedInAll(account);
  sums.inputTokens += billed?.inputTokens ?? 0;
  sums.cachedTokens += billed?.cachedTokens ?? 0;
  sums.cacheWriteTokens += billed?.cacheWriteTokens ?? 0;
  sums.outputTokens += billed?.outputTokens ?? 0;
  sums.billedUsd += cost?.billedUsd ?? 0;
  sums.savedUsd += cost?.savedUsd ?? 0;
  const lack = account && lackOf(account, cost);
  if (lack !== undefined) sums[LACKS[lack]]++;
}

const LACKS = { usage: "unbilled", price: "unpriced", part: "partlyPriced" } as const;

/** A model that only the request names may be any text: it is shown where the list of prices has it. */
const listed = (model: string | undefined): string | undefined =>
  contextLimitOf(model) === undefined ? undefined : model;

const shown = (sums: Sums): Sums => ({ ...sums, billedUsd: usd(sums.billedUsd), savedUsd: usd(sums.savedUsd) });

const count = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
