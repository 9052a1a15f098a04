// Which recordings are replayed under which policies, against which caches.
import type { CacheRule, SimulatedPolicy } from "../../ts/simulate/index.js";
import type { BuiltPackage, Rooms } from "../package-under-test.js";
import { asListsOfBlocks, asListsOfParts } from "./simulate-client.js";
import { front, ownPolicies, productPolicies, rivals } from "./simulate-policies.js";

type Tamis = BuiltPackage["index"] & Rooms["simulate"];

/** Of a recording, what its manifest says. */
export interface Listed {
  file: string;
  source: string;
  format: string;
  primary: boolean;
}

/**
 * Sources on which nothing was chosen: what is chosen on the others is checked on them. Whole sources, as conversations
 * of one source are alike.
 */
export const KEPT_ASIDE: ReadonlySet<string> = new Set([
  "packmind-claude",
  "agentv-claude",
  "agentv-codex",
  "agentv-copilot",
  "pydantic-ai",
  "inspect-logs",
  "pi-mono",
]);

/** One simulation: which recordings, which policies, which caches. */
export interface Run {
  title: string;
  files: readonly Listed[];
  policies: readonly SimulatedPolicy[];
  prices: readonly (CacheRule | "auto")[];
  constantPrefixTokens: number | "inferred";
  /** What is done to each recording first. */
  prepare?: (request: object) => object;
}

export function runsOf(tamis: Tamis, listed: readonly Listed[], quick: boolean): Run[] {
  const { parseCacheRule } = tamis;
  const primary = listed.filter((one) => one.primary);
  const comparable = primary.filter(({ format }) => format === "anthropic" || format === "openai_chat");
  const aside = comparable.filter(({ source }) => KEPT_ASIDE.has(source));
  const chosenOn = comparable.filter(({ source }) => !KEPT_ASIDE.has(source));
  const own = ownPolicies(tamis);
  const ideal = ["0.1,1.25", "0.1,1", "0.1,2"].map(parseCacheRule);
  const exact = ["anthropic", "anthropic-1h", "openai", "openai-5.6", "gemini"].map(parseCacheRule);
  const anthropic = exact.slice(0, 2);
  const slots = slotRules(tamis);
  const all: Run[] = [
    run(
      "Anthropic and OpenAI Chat, inferred prefix",
      comparable,
      [...own, ...rivals()],
      [...ideal, ...exact],
      "inferred",
    ),
    run("Anthropic and OpenAI Chat, no prefix", comparable, [...own, ...rivals()], ideal, 0),
    run("kept aside, inferred prefix", aside, own, ideal, "inferred"),
    run("kept aside, no prefix", aside, own, ideal, 0),
    run("all recordings, inferred prefix", listed, own, [...ideal, "auto"], "inferred"),
    run("breakpoints that are free", comparable, own, slots, "inferred"),
    run("front over rent, sources to choose on, no prefix", chosenOn, front(tamis), ideal, 0),
    run("front over rent, sources kept aside, no prefix", aside, front(tamis), ideal, 0),
    run(
      "front over rent, sources to choose on, inferred prefix",
      chosenOn,
      front(tamis),
      [...ideal, ...anthropic],
      "inferred",
    ),
    run(
      "front over rent, sources kept aside, inferred prefix",
      aside,
      front(tamis),
      [...ideal, ...anthropic],
      "inferred",
    ),
    ...productRuns(tamis, comparable),
  ];
  return quick ? all.slice(0, 1) : all;
}

/** Compares the product with the replay's model of it, on requests as a client would send them. */
function productRuns(tamis: Tamis, comparable: readonly Listed[]): Run[] {
  const { parseCacheRule } = tamis;
  const anthropic = comparable.filter(({ format }) => format === "anthropic");
  const chat = comparable.filter(({ format }) => format === "openai_chat");
  const prices = (read: number, write: number) => productPolicies(tamis, { read, write });
  const rules = (...names: string[]) => names.map(parseCacheRule);
  const marked = { prepare: asListsOfBlocks };
  const breakpoints = { prepare: (request: object) => ({ ...request, model: "gpt-5.6" }) };
  return [
    {
      ...run("the product, Anthropic", anthropic, prices(0.1, 1.25), rules("0.1,1.25", "anthropic"), "inferred"),
      ...marked,
    },
    {
      ...run("the product, Anthropic, 1 h", anthropic, prices(0.1, 2), rules("0.1,2", "anthropic-1h"), "inferred"),
      ...marked,
    },
    run("the product, OpenAI Chat", chat, prices(0.1, 1.25), rules("0.1,1.25"), "inferred"),
    {
      ...run("the product, OpenAI Chat 5.6", chat, prices(0.1, 1.25), rules("openai-5.6"), "inferred"),
      ...breakpoints,
    },
    {
      ...run("the product, OpenAI Chat 5.6, lists", chat, prices(0.1, 1.25), rules("openai-5.6"), "inferred"),
      prepare: (request) => asListsOfParts(breakpoints.prepare(request)),
    },
  ];
}

function run(
  title: string,
  files: Run["files"],
  policies: Run["policies"],
  prices: Run["prices"],
  constantPrefixTokens: Run["constantPrefixTokens"],
): Run {
  return { title, files, policies, prices, constantPrefixTokens };
}

/** Anthropic's cache with clients that leave two, one and no breakpoint free. */
function slotRules({ cacheRule, parseCacheRule }: Tamis): CacheRule[] {
  const anthropic = parseCacheRule("anthropic");
  const rule = (name: string, constantBreakpoints: number, messageBreakpoints: number) =>
    cacheRule({ ...anthropic, name, constantBreakpoints, messageBreakpoints });
  return [
    rule("system and newest message marked: 2 free", 1, 1),
    rule("system and two messages marked: 1 free", 1, 2),
    rule("tools, system and two messages marked: 0 free", 2, 2),
  ];
}
