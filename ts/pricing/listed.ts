// Finds a model in the installed price list, whatever a host or a router wrote around its name. The list knows hosts
// apart, so the most exact entry wins: the name as it is, the host's, the vendor's, OpenRouter's.
import { loadPeer } from "../base/load-peer.js";
import { requireHere } from "../base/require-here.js";
import { type ModelName, readModelName } from "../models/name.js";
import { CONTEXT_LIMITS, HOSTS } from "../models/name-parts.js";

type PriceList = typeof import("@pydantic/genai-prices", { with: { "resolution-mode": "import" }});
export type Listed = NonNullable<ReturnType<PriceList["calcPrice"]>>;
type Usage = Parameters<PriceList["calcPrice"]>[0];

/** Tokens as the list names them: those of the cache are part of the input, those for an hour part of the written. */
export interface ListedUsage {
  input_tokens: number;
  cache_read_tokens: number;
  cache_write_tokens: number;
  cache_write_1h_tokens: number;
  output_tokens: number;
}

let list: PriceList | undefined;

/** The list is large, so it is loaded at first use. It is never updated over the network. */
export function loadList(): PriceList {
  list ??= loadPeer<PriceList>("@pydantic/genai-prices", "a price", () => requireHere("@pydantic/genai-prices"));
  return list;
}

/** Where to look: a name, at a provider of the list or, without one, at the one that the list itself takes. */
interface Place {
  name: string;
  provider: string | undefined;
}

const OPENROUTER = HOSTS.find(({ prefixes }) => prefixes.includes("openrouter"))?.provider;

/** The entry whose prices hold for a model. @param provider The caller's choice; no other is looked at. */
export function findPrice(
  model: string,
  provider: string | undefined,
  usage: Usage,
  at: Date | undefined,
): Listed | undefined {
  const name = readModelName(model);
  const places =
    provider === undefined ? pricePlaces(model, name) : namesOf(model, name).map((one) => ({ name: one, provider }));
  return firstListed(places, usage, at);
}

/** The model's context limit in tokens: the lower one of host and vendor, else OpenRouter's, else the family's. */
export function findContext(model: string): number | undefined {
  const name = readModelName(model);
  if (name.contextTokens !== undefined) return name.contextTokens;
  const base = { ...name, last: name.own, isFineTuned: false };
  const limits = [hostPlaces(name), [{ name: model, provider: undefined }, ...vendorPlaces(base)]].map(contextAt);
  const found = limits.filter((limit) => limit !== undefined);
  return found.length > 0 ? Math.min(...found) : (contextAt(routerPlaces(base)) ?? familyLimit(name.own));
}

const familyLimit = (own: string): number | undefined =>
  CONTEXT_LIMITS.find(({ models, but }) => models.test(own) && !but.test(own))?.tokens;

function pricePlaces(model: string, name: ModelName): Place[] {
  const exact = [
    { name: model, provider: undefined },
    { name: model, provider: OPENROUTER },
  ];
  // A price of its own is in the list under the whole name, or nowhere.
  if (name.variant !== "same") return exact;
  if (name.isUnpriced) return [];
  const isAtVendor = name.host === undefined ? isVendors(name) : name.host.atVendorPrices === true;
  const beyond = isAtVendor ? vendorPlaces(name) : [];
  const isRouted = name.host === undefined;
  return [
    ...exact.slice(0, 1),
    ...hostPlaces(name),
    ...beyond,
    ...(isRouted ? routerPlaces(name, name.family?.isOpen === true) : []),
  ];
}

/** The model's own name, without a date, where its vendor's prices hold for it; else undefined. */
export function atVendor(model: string, provider: string | undefined): string | undefined {
  const name = readModelName(model);
  const { family, host, variant, isUnpriced, isFineTuned } = name;
  if (variant !== "same" || isUnpriced || isFineTuned || family === undefined) return undefined;
  if (provider !== undefined && provider !== family.provider) return undefined;
  const isAtVendor = host === undefined ? isVendors(name) : host.atVendorPrices === true;
  return isAtVendor ? withoutDate(name.own) : undefined;
}

/** Whether a name without a host must be its vendor's: no one else serves the model, or the vendor's name is before it. */
function isVendors({ family, before }: ModelName): boolean {
  if (family === undefined) return false;
  return family.isOpen !== true || ["", "models", family.slug, family.provider].includes(before);
}

function hostPlaces(name: ModelName): Place[] {
  const { host, inHost, last } = name;
  if (host === undefined) return [];
  const inPath = inHost === "" ? [] : [inHost];
  return [...inPath, ...namesOf(last, name)].map((one) => ({ name: one, provider: host.provider }));
}

function vendorPlaces(name: ModelName): Place[] {
  const { family, isFineTuned, last } = name;
  if (family === undefined) return [];
  // Fine-tuned models have prices of their own.
  const names = isFineTuned ? [last] : namesOf(name.own, name);
  return names.map((one) => ({ name: one, provider: family.provider }));
}

/**
 * OpenRouter's entry, under the vendor that the name says, else under the family's.
 *
 * @param asSaid Only under the vendor that the name says: open models have a price at each host.
 */
function routerPlaces(name: ModelName, asSaid = false): Place[] {
  if (name.isFineTuned) return [];
  const slugs = [name.before, (asSaid ? undefined : name.family?.slug) ?? ""].filter((slug) => slug !== "");
  const dotted = name.own.replace(/-(\d)-(\d)(?=-|$)/, "-$1.$2");
  const names = [name.last, name.own, dotted, withoutDate(dotted)];
  return slugs.flatMap((slug) => names.map((one) => ({ name: `${slug}/${one}`, provider: OPENROUTER })));
}

/** The name as given, the model's own, and that without its date. */
function namesOf(given: string, { own, isFineTuned }: ModelName): string[] {
  return isFineTuned ? [given] : [given, own, withoutDate(own)];
}

const withoutDate = (name: string): string => name.replace(/-(?:\d{8}|\d{4}-\d{2}-\d{2}|latest)$/, "");

function firstListed(places: readonly Place[], usage: Usage, at?: Date): Listed | undefined {
  for (const { name, provider } of places) {
    const found = look(name, provider, usage, at);
    if (found !== undefined) return found;
  }
  return undefined;
}

function contextAt(places: readonly Place[]): number | undefined {
  for (const { name, provider } of places) {
    const limit = look(name, provider, { input_tokens: 0 })?.model.context_window;
    if (limit !== undefined) return limit;
  }
  return undefined;
}

function look(name: string, provider: string | undefined, usage: Usage, at?: Date): Listed | undefined {
  const options = {
    ...(provider === undefined ? {} : { providerId: provider }),
    ...(at === undefined ? {} : { timestamp: at }),
  };
  return loadList().calcPrice(usage, name, options) ?? undefined;
}
