// What each policy does to the bill: recorded conversations replayed request by request against models of the providers'
// caches, other reducers running their own code. Nothing is timed.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { CacheRule, PolicyInput, PolicySummary, PriceResult, SimulatedPolicy, Trace } from "../../ts/index.js";
import { type BuiltPackage, loadPackage } from "../package-under-test.js";
import { type PartOptions, type PartResult, skippedPart, type Target } from "../part.js";
import { clearToolUses } from "../rivals/langchain.js";
import { prune } from "../rivals/vercel.js";
import type { BuiltTable } from "../table.js";

/** Of a recording, what its manifest says. */
interface Listed {
  file: string;
  source: string;
  format: string;
  primary: boolean;
}

/**
 * Sources on which nothing was chosen: what is chosen on the others is checked on them. Whole sources, as conversations
 * of one source are alike.
 */
const KEPT_ASIDE: ReadonlySet<string> = new Set([
  "packmind-claude",
  "agentv-claude",
  "agentv-codex",
  "agentv-copilot",
  "pydantic-ai",
  "inspect-logs",
  "pi-mono",
]);

/** Results become a short line, errors and short results too. */
const maskOnly = (windowTurns: number): PolicyInput => ({
  mask: {
    windowTurns,
    minChars: 0,
    keepErrors: false,
    placeholder: { template: "[observation masked — {original_chars} chars]" },
  },
});

type Tamis = BuiltPackage["index"];

function ownPolicies({ maskingPolicy, clearPolicy, optimumPolicy }: Tamis): SimulatedPolicy[] {
  return [
    maskingPolicy("sliding window 10, every turn", maskOnly(10), { strategy: "every-turn" }),
    maskingPolicy("sliding window 4, every turn", maskOnly(4), { strategy: "every-turn" }),
    clearPolicy("clear at 100k, keep 3 (a model of clear_tool_uses)", { tokens: 100_000, keep: 3 }),
    maskingPolicy("staircase: window 4, by 16 turns", maskOnly(4), { strategy: "stride", strideTurns: 16 }),
    maskingPolicy("rent, window 4", maskOnly(4), { strategy: "rent" }),
    maskingPolicy("rent, window 4, without anchors", maskOnly(4), { strategy: "rent", anchor: false }),
    maskingPolicy("rent, window 4, newest anchor first", maskOnly(4), { strategy: "rent", anchor: true }),
    maskingPolicy("rent, window 8", maskOnly(8), { strategy: "rent" }),
    maskingPolicy("rent, window 1", maskOnly(1), { strategy: "rent" }),
    optimumPolicy("offline optimum, window 4", maskOnly(4)),
  ];
}

/** Policies around the default, to show what `rent` trades. */
function front({ maskingPolicy, optimumPolicy }: Tamis): SimulatedPolicy[] {
  const rents = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3];
  return [
    ...rents.map((rent) => maskingPolicy(`rent ${rent}`, maskOnly(4), { strategy: "rent", rent: rent * 10_000 })),
    optimumPolicy("offline optimum", maskOnly(4)),
  ];
}

function rivals(): SimulatedPolicy[] {
  return [
    rival("LangChain.js ClearToolUsesEdit, its defaults", (countTokens) =>
      clearToolUses({ tokens: 100_000, keep: 3 }, countTokens),
    ),
    rival("LangChain.js ClearToolUsesEdit, always, keep 4", (countTokens) =>
      clearToolUses({ tokens: 1, keep: 4 }, countTokens),
    ),
    rival("AI SDK pruneMessages, as its documentation shows", () =>
      prune({ reasoning: "before-last-message", toolCalls: "before-last-2-messages", emptyMessages: "remove" }),
    ),
    rival("AI SDK pruneMessages, newest 8 messages", () =>
      prune({ reasoning: "none", toolCalls: "before-last-8-messages", emptyMessages: "remove" }),
    ),
  ];
}

type Reducer = (request: object, wire: "openai-chat" | "anthropic") => object | Promise<object>;

/** One reducer a session: what it remembers of a conversation's messages goes with it. */
function rival(name: string, create: (countTokens: (message: unknown) => number) => Reducer): SimulatedPolicy {
  const reducers = new WeakMap<object, Reducer>();
  return {
    name,
    transform: (request, { session }) => {
      const { wire } = session;
      if (wire !== "openai-chat" && wire !== "anthropic") throw new Error(`no rival reads ${wire}`);
      const tokensOf = (message: unknown) =>
        session.idsOf(message).reduce((sum, id) => sum + (session.units.tokens[id] ?? 0), 0);
      const reduce = reducers.get(session) ?? create(tokensOf);
      reducers.set(session, reduce);
      return reduce(request, wire);
    },
  };
}

/** One simulation: which recordings, which policies, which caches. */
interface Run {
  title: string;
  files: readonly Listed[];
  policies: readonly SimulatedPolicy[];
  prices: readonly (CacheRule | "auto")[];
  constantPrefixTokens: number | "inferred";
}

export async function measureSimulation({ traces, quick }: PartOptions): Promise<PartResult> {
  const folder = traces;
  const manifest = folder === undefined ? undefined : join(folder, "manifest.json");
  if (folder === undefined || manifest === undefined || !existsSync(manifest)) {
    return skippedPart("no folder of recordings with a manifest.json; name one with --traces");
  }
  const listed = JSON.parse(readFileSync(manifest, "utf8")) as Listed[];
  const { index: tamis } = await loadPackage();
  const runs = runsOf(tamis, listed, quick);
  const results = [];
  for (const run of runs) results.push({ run, ...(await replay(tamis, folder, run)) });
  return {
    tables: results.flatMap(({ run, sessions, requests, prices }) =>
      prices.map((price) =>
        tableOf(`${run.title}: ${sessions} sessions, ${requests} requests; ${price.prices}`, price),
      ),
    ),
    targets: results.slice(0, 1).flatMap(({ prices }) => prices.slice(0, 1).flatMap(targetsOf)),
    data: {
      tokenMethod: "estimated, o200k",
      keptAside: [...KEPT_ASIDE],
      runs: results.map(({ run: { title, constantPrefixTokens }, ...rest }) => ({
        title,
        constantPrefixTokens,
        ...rest,
      })),
    },
  };
}

function runsOf(tamis: Tamis, listed: readonly Listed[], quick: boolean): Run[] {
  const { parseCacheRule } = tamis;
  const primary = listed.filter((one) => one.primary);
  const comparable = primary.filter(({ format }) => format === "anthropic" || format === "openai_chat");
  const aside = comparable.filter(({ source }) => KEPT_ASIDE.has(source));
  const chosenOn = comparable.filter(({ source }) => !KEPT_ASIDE.has(source));
  const own = ownPolicies(tamis);
  const ideal = ["0.1,1.25", "0.1,1", "0.1,2"].map(parseCacheRule);
  const exact = ["anthropic", "anthropic-1h", "openai", "openai-5.6", "gemini"].map(parseCacheRule);
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
    run("front over rent, sources to choose on, inferred prefix", chosenOn, front(tamis), ideal, "inferred"),
    run("front over rent, sources kept aside, inferred prefix", aside, front(tamis), ideal, "inferred"),
  ];
  return quick ? all.slice(0, 1) : all;
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

async function replay(tamis: Tamis, folder: string, { files, policies, prices, constantPrefixTokens }: Run) {
  const { results, sessions, requests, skipped } = await tamis.simulate(readAll(folder, files), policies, prices, {
    constantPrefixTokens,
  });
  return { sessions: sessions.length, requests, skipped, prices: results };
}

function* readAll(folder: string, files: readonly Listed[]): Generator<Trace> {
  for (const { file } of files) yield { name: file, request: JSON.parse(readFileSync(join(folder, file), "utf8")) };
}

function tableOf(title: string, { policies }: PriceResult): BuiltTable {
  return {
    title,
    head: ["policy", "bill", "worst", "> 1.02", "large p95", "large worst", "tokens", "cached", "moves"],
    rows: policies.map((policy) => [
      policy.name,
      policy.bill.toFixed(3),
      policy.worst.ratio.toFixed(2),
      String(policy.worse),
      policy.large.p95.toFixed(3),
      policy.large.worst.toFixed(2),
      policy.tokenRatio.toFixed(3),
      policy.hitRate.toFixed(3),
      String(policy.moves),
    ]),
  };
}

/** Of the first simulation: the targets of the cached-price bill. */
function targetsOf({ policies }: PriceResult): Target[] {
  const find = (name: string): PolicySummary => {
    const found = policies.find((policy) => policy.name.startsWith(name));
    if (found === undefined) throw new Error(`no policy ${name}`);
    return found;
  };
  const rent = find("rent, window 4");
  const others = policies.filter(({ name }) => !name.startsWith("rent") && !name.startsWith("offline"));
  const bestOf = (list: readonly PolicySummary[]) => Math.min(...list.map(({ bill }) => bill));
  // One keeps no call but the last: the model no longer sees what it did. It is shown, and judged apart.
  const asMuchKept = others.filter(({ name }) => !name.includes("as its documentation shows"));
  const target = (what: string, reached: number, limit: number, unit: Target["unit"] = "of everything"): Target => ({
    what: `simulate: ${what}`,
    reached,
    limit,
    good: "at most",
    unit,
  });
  return [
    target("bill against the offline optimum", rent.bill / find("offline optimum").bill, 1.06, "×"),
    target("bill of large sessions, 95th percentile", rent.large.p95, 1.05),
    target("bill of large sessions, worst", rent.large.worst, 1.15),
    target("bill, against the best of the others that keep four turns or more", rent.bill / bestOf(asMuchKept), 1, "×"),
    target("bill, against the best of all others", rent.bill / bestOf(others), 1, "×"),
  ];
}
