// The money that a reduction saved, at the mix of cached and fresh tokens at which both requests are billed.
import type { ReduceOptions } from "../contract/backend.js";
import type { PriceOverrides } from "../contract/price-types.js";
import type { Report, ReportCost } from "../contract/report.js";
import { loadTokenBackend } from "../load/token-backend.js";
import { priceTokens } from "../pricing/prices.js";
import { isRecord } from "../text/json-value.js";
import { measureRequest } from "../tokens/request/index.js";
import { WIRES } from "../wires/index.js";
import { readMarkers } from "../wires/markers.js";

/** A request before and after its reduction. */
export interface ReducedPair {
  before: Uint8Array | object;
  /** The same object if nothing changed; undefined if it was not created. */
  after: Uint8Array | object | undefined;
  report: Report;
}

/** Adds `cost` and `savedCost`, or the reason why there are none, if the options ask for them. */
export function noteCost(pair: ReducedPair, options: ReduceOptions): void {
  if (options.cost !== true && options.prices === undefined) return;
  const { report } = pair;
  const found = costOf(pair, options.prices);
  if (typeof found === "string") report.costUnknown = found;
  else {
    report.cost = found;
    report.savedCost = found.before - found.after;
  }
}

const CACHING = ["auto", "rent"];

function costOf({ before, after, report }: ReducedPair, prices: PriceOverrides | undefined): ReportCost | string {
  const { model, cache, wire } = report;
  if (report.skipped !== undefined || wire === undefined) return "the request was not read";
  if (model === undefined) return "the request names no model: give one in options.model";
  if (!CACHING.includes(cache.strategy)) {
    return `cache.strategy "${cache.strategy}" does not tell what the provider has cached, and a list price would be wrong`;
  }
  const tokens = billedTokens({ before, after, report });
  if (typeof tokens === "string") return tokens;
  const [old, reduced] = [tokens.before, tokens.after].map((usage) => priceTokens({ model, usage }, prices));
  if (old === undefined || reduced === undefined)
    return `no price is known for the model ${JSON.stringify(model.slice(0, 60))}; options.prices takes your own`;
  const { currency, source, matched } = reduced;
  return { before: old.cost, after: reduced.cost, currency, source, matched, tokens };
}

/**
 * Splits the tokens of both requests by price. Tokens sent before are those kept, those that this move makes the
 * provider write again, and those that masking removed. If nothing had ever been masked, all of them would be read from
 * the cache, with system prompt and tools; now only the kept ones are. The rest is new and is written. Without a cache
 * all tokens are fresh.
 */
function billedTokens({ before, after, report }: ReducedPair): ReportCost["tokens"] | string {
  // The counts of `report.cache` are already corrected.
  const { tokenRatio = 1 } = report.cache;
  const corrected = (tokens: number) => Math.round(tokens * tokenRatio);
  const measure = (request: Uint8Array | object) => {
    const measured = measureRequest(request, askOf(report), false, loadTokenBackend());
    const { totalTokens, overheadTokens, messages } = measured;
    const inFront = messages.reduce((rest, { tokens }) => rest - tokens, totalTokens - overheadTokens);
    return { totalTokens: corrected(totalTokens), prefixTokens: corrected(inFront) };
  };
  const { totalTokens, prefixTokens } = measure(before);
  const { keptTokens, lostTokens = 0, savedTokens = 0 } = report.cache;
  if (keptTokens === undefined) {
    const isMade = after !== undefined && after !== before;
    if (!isMade && report.maskedCount + report.clippedCount > 0)
      return "the reduced request was not made, so it cannot be measured";
    return { before: { fresh: totalTokens }, after: { fresh: isMade ? measure(after).totalTokens : totalTokens } };
  }
  const sent = keptTokens + lostTokens + savedTokens;
  // A system prompt that is a message is part of the sent tokens.
  const prefix = sent > 0 ? prefixTokens : 0;
  const forHour = isForHour(before, report);
  const split = (total: number, read: number) => {
    const cacheRead = Math.min(total, read);
    const cacheWrite = total - cacheRead;
    return { cacheRead, cacheWrite, ...(forHour ? { hourWrite: cacheWrite } : {}) };
  };
  return {
    before: split(totalTokens, prefix + sent),
    after: split(Math.max(0, totalTokens - savedTokens), prefix + keptTokens),
  };
}

/** Whether a message asks the provider's cache to keep it for an hour, which has a price of its own. */
function isForHour(request: Uint8Array | object, { wire }: Report): boolean {
  const found = wire === undefined ? undefined : WIRES.find(wire);
  if (found?.cache.byClient !== true) return false;
  const value: unknown = request instanceof Uint8Array ? JSON.parse(Buffer.from(request).toString("utf8")) : request;
  return isRecord(value) && readMarkers(found, value).hourly;
}

function askOf({ wire, model }: Report) {
  return { ...(wire === undefined ? {} : { wire }), ...(model === undefined ? {} : { model }), allowUnknown: true };
}
