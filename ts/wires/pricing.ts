import { cacheFor } from "../models/cache-mode.js";
import type { ModelRow } from "../models/rows.js";
import type { PolicySettings } from "../policy/policy.js";
import type { JsonRecord } from "../text/json-value.js";
import { believedRow, type Destination } from "./believed-row.js";
import { type AnchorPlace, type CachePrices, scaled } from "./cache-facts.js";
import type { WireDefinition } from "./define-wire.js";
import { type Markers, readMarkers } from "./markers.js";
import { readThinking } from "./thinking.js";

/** What a request's model allows with the thinking in its history. */
interface ThinkingRule {
  /** Whether old thinking may be left out, and saves something. */
  goes: boolean;
  /** Whether the provider checks thinking against everything before it, so that no edit may be in front of any. */
  checks: boolean;
  /** Whether it goes with a move at any step, not only where the user speaks. */
  drops: boolean;
}

/** The rule of conversations without thinking. */
const NO_THINKING: ThinkingRule = { goes: false, checks: false, drops: false };

/**
 * The rule of a model, by the table and the policy's `cache.thinking`.
 *
 * @param byHand Whether the request asks for thinking by hand: an open loop must begin with its thinking then, so that it
 * cannot go before the user speaks.
 * @param isUnjudged Whether the row says nothing of the model, and some of its thinking is signed, so that it may be
 * checked.
 */
function thinkingRule(
  { thinkingIsBlock }: WireDefinition,
  { thinking: { history, removal, openLoop } }: ModelRow,
  setting: PolicySettings["cache"]["thinking"],
  { byHand, isUnjudged }: { byHand: boolean; isUnjudged: boolean },
): ThinkingRule {
  const isBilled = history === "kept" || history === "bound";
  const goes = isBilled && thinkingIsBlock && removal !== "refused" && setting !== "keep";
  const checks = isUnjudged || history === "bound";
  const isFree = !byHand || openLoop === "free";
  return { goes, checks, drops: goes && checks && isFree && setting === "drop" };
}

/** A request's cache and thinking, as decisions see them. */
export interface Pricing {
  /** Undefined if the provider caches no part of the request. */
  prices: CachePrices | undefined;
  /** Where the request takes our breakpoints. */
  anchorPlace: AnchorPlace;
  thinking: ThinkingRule;
  /** Sizes at which the prices change. */
  limits: Limits;
}

/** A request and where it goes. */
export interface PricedRequest extends Destination {
  request: JsonRecord;
}

/** What a conversation says of its thinking. */
export interface ThinkingFacts {
  /** Whether it may ask for thinking by hand. */
  byHand: boolean;
  /** Whether some of its thinking is signed. */
  isSigned: () => boolean;
}

/** The settings that decide about prices. */
export type PricedSettings = Pick<PolicySettings, "cache" | "models">;

/** Sizes at which prices change; undefined ones do not matter to the request. */
export interface Limits {
  /** Tokens of the shortest request that is cached. */
  minimumTokens?: number | undefined;
  /** Longer requests cost `times` / 10,000 as much, all of their tokens. */
  dear?: { aboveTokens: number; times: number } | undefined;
  /** The provider finds what was sent only so many units before the end of a request. @default it finds all */
  lookBackUnits?: number | undefined;
}

/** The thinking of a request alone, as {@link pricingOf} has it. */
export function thinkingOf(asked: PricedRequest, { cache, models }: PricedSettings): ThinkingRule {
  const { row, by } = believedRow(asked, models, () => readMarkers(asked.wire, asked.request).any);
  const { byHand, isSigned } = thinkingFactsOf(asked);
  return thinkingRule(asked.wire, row, cache.thinking, { byHand, isUnjudged: by === "wire" && isSigned() });
}

/** The prices of a request: the policy's own, else by the table of models. */
export function pricingOf(asked: PricedRequest, settings: PricedSettings, markers: Markers): Pricing {
  return pricingAt(asked, thinkingFactsOf(asked), settings, markers);
}

function thinkingFactsOf({ wire, request }: PricedRequest): ThinkingFacts {
  const list = request[wire.listKey];
  const isSigned = () => Array.isArray(list) && readThinking(wire, list).some(({ signed }) => signed);
  return { byHand: wire.thinksByHand(request), isSigned };
}

/** The prices of requests to a destination. */
export function pricingAt(
  asked: Destination,
  facts: ThinkingFacts,
  { cache: { prices, thinking }, models }: PricedSettings,
  markers: Markers,
): Pricing {
  const believed = byModel(asked, models, markers, { ...facts, setting: thinking });
  if (prices === "auto") return believed;
  return { ...believed, prices: { read: scaled(prices.read), write: scaled(prices.write) } };
}

/**
 * That nothing is cached without a marker holds for the provider's own wire only: on another one a host is in between,
 * which may set markers that are not seen here.
 */
function byModel(
  asked: Destination,
  own: readonly ModelRow[],
  markers: Markers,
  { setting, byHand, isSigned }: ThinkingFacts & { setting: PolicySettings["cache"]["thinking"] },
): Pricing {
  const { wire } = asked;
  const { byClient, markerKey } = wire.cache;
  const { row, by } = believedRow(asked, own, () => markers.any);
  const { dear } = row;
  const cache = cacheFor(row.cache, { isMarked: asksForMode(wire, markers) });
  const isUnjudged = by === "wire" && isSigned();
  const thinking = thinkingRule(wire, row, setting, { byHand, isUnjudged });
  const limits = {
    minimumTokens: cache.minimumTokens,
    dear: dear && { aboveTokens: dear.aboveTokens, times: scaled(dear.times) },
  };
  const isSilent = byClient ? cache.marker === "needed" : markerKey !== undefined && cache.finding === "exact";
  if (isSilent && !markers.any && !markers.isAutomatic) return { ...NOT_CACHED, thinking, limits };
  const isAnchored = markerKey !== undefined && cache.finding === (byClient ? "look-back" : "exact");
  const { read, write, writeLong = write } = cache;
  const lookBackUnits = cache.finding === "look-back" && !isAnchored ? LOOK_BACK_UNITS : undefined;
  return {
    prices: { read: scaled(read), write: scaled(markers.hourly ? writeLong : write) },
    anchorPlace: !isAnchored ? "nowhere" : byClient ? "block" : "part",
    thinking,
    limits: { ...limits, lookBackUnits },
  };
}

/** Whether a request marks what its model's vendor is to cache. */
export const asksForMode = (
  { cache }: WireDefinition,
  { any, controls }: Pick<Markers, "any" | "controls">,
): boolean => (cache.byClient ? any : controls);

/** The provider looks through 20 blocks. A unit may be several blocks, and the newest are this step's own. */
export const LOOK_BACK_UNITS = 8;

const NOT_CACHED: Pricing = { prices: undefined, anchorPlace: "nowhere", thinking: NO_THINKING, limits: {} };
