// What each policy does to the bill: recorded conversations replayed request by request against models of the providers'
// caches, other reducers running their own code. Nothing is timed.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { PolicySummary, PriceResult, Trace } from "../../ts/simulate/index.js";
import { type BuiltPackage, loadPackage, loadRoom, type Rooms } from "../package-under-test.js";
import { type PartOptions, type PartResult, skippedPart, type Target } from "../part.js";
import type { BuiltTable } from "../table.js";
import { KEPT_ASIDE, type Listed, type Run, runsOf } from "./simulate-runs.js";

type Tamis = BuiltPackage["index"] & Rooms["simulate"];

export async function measureSimulation({ traces, quick }: PartOptions): Promise<PartResult> {
  const folder = traces;
  const manifest = folder === undefined ? undefined : join(folder, "manifest.json");
  if (folder === undefined || manifest === undefined || !existsSync(manifest)) {
    return skippedPart("no folder of recordings with a manifest.json; name one with --traces");
  }
  const listed = JSON.parse(readFileSync(manifest, "utf8")) as Listed[];
  const tamis = { ...(await loadPackage()).index, ...(await loadRoom("simulate")) };
  const runs = runsOf(tamis, listed, quick);
  const results = [];
  for (const run of runs) results.push({ run, ...(await replay(tamis, folder, run)) });
  return {
    tables: results.flatMap(({ run, sessions, requests, prices }) =>
      prices.map((price) =>
        tableOf(`${run.title}: ${sessions} sessions, ${requests} requests; ${price.prices}`, price),
      ),
    ),
    targets: [
      ...results.slice(0, 1).flatMap(({ prices }) => prices.slice(0, 1).flatMap(targetsOf)),
      ...results.flatMap(({ run, prices }) => prices.flatMap((price) => productTargets(run.title, price))),
    ],
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

async function replay(tamis: Tamis, folder: string, { files, policies, prices, constantPrefixTokens, prepare }: Run) {
  const traces = readAll(folder, files, prepare);
  const { results, sessions, requests, skipped } = await tamis.simulate(traces, policies, prices, {
    constantPrefixTokens,
  });
  return { sessions: sessions.length, requests, skipped, prices: results };
}

function* readAll(folder: string, files: readonly Listed[], prepare: Run["prepare"]): Generator<Trace> {
  for (const { file } of files) {
    const request = JSON.parse(readFileSync(join(folder, file), "utf8")) as object;
    yield { name: file, request: prepare?.(request) ?? request };
  }
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

/** The product's bill, next to the replay's figure for it. */
function productTargets(title: string, { prices, policies }: PriceResult): Target[] {
  const product = policies.find(({ name }) => name.endsWith("by reduceBody"));
  const model = policies.find(({ name }) => name === "rent, window 4");
  if (product === undefined || model === undefined) return [];
  const what = `simulate: ${title} at ${prices}: its bill against the replay's`;
  return [{ what, reached: product.bill / model.bill, limit: 1.01, good: "at most", unit: "×" }];
}

/** Of the first simulation: the targets of the cached-price bill. */
function targetsOf({ policies }: PriceResult): Target[] {
  const find = (name: string): PolicySummary => {
    const found = policies.find((policy) => policy.name.startsWith(name));
    if (found === undefined) throw new Error(`no policy ${name}`);
    return found;
  };
  const rent = find("rent, window 4");
  const isOwn = ({ name }: PolicySummary) => /^(rent|offline|the default)/.test(name);
  const others = policies.filter((policy) => !isOwn(policy));
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
