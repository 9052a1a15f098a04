// The replay against real bills: session logs with the tokens that the provider billed for each request, sent unreduced
// through the model of that provider's cache. How many tokens a family's models make of an o200k token is fitted on the
// logs; nothing else is.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Billed, LoggedSession } from "../../ts/simulate/index.js";
import { loadRoom, type Rooms } from "../package-under-test.js";
import { type PartOptions, type PartResult, skippedPart, type Target } from "../part.js";

type Tamis = Rooms["simulate"] & Rooms["tokens"];

/** A session of the logs and what the replay makes of it. */
interface Compared {
  name: string;
  model: string;
  rule: string;
  requests: number;
  /** Requests that read less than 90 % of the request before. */
  misses: number;
  /** Those of them that also read less than 90 % of what the replay did: the provider had lost its cache, or part of it. */
  lost: number;
  all: Ratios;
  /** Without the lost ones, on both sides. */
  withoutLost: Ratios;
}

/** Replayed over billed. */
interface Ratios {
  bill: number;
  read: number;
  written: number;
}

const FEWEST_REQUESTS = 10;
const MISS = 0.9;

export async function measureBills({ traces }: PartOptions): Promise<PartResult> {
  const folder = traces === undefined ? undefined : join(dirname(traces), "logs");
  if (folder === undefined || !existsSync(folder))
    return skippedPart("no folder of session logs beside the recordings");
  const tamis = { ...(await loadRoom("simulate")), ...(await loadRoom("tokens")) };
  const logs = readdirSync(folder)
    .filter((file) => file.endsWith(".jsonl"))
    .sort()
    .flatMap((file) => tamis.readSessionLog(basename(file), readFileSync(join(folder, file), "utf8")))
    .filter(({ billed }) => billed.length >= FEWEST_REQUESTS);
  const isClaude = ({ trace }: LoggedSession) => "messages" in trace.request;
  const groups = [
    { family: "Claude", logs: logs.filter(isClaude) },
    { family: "GPT", logs: logs.filter((log) => !isClaude(log)) },
  ];
  const results = [];
  for (const { family, logs: ofFamily } of groups) {
    const ratio = await fitRatio(tamis, ofFamily);
    const compared = [];
    for (const log of ofFamily) compared.push(await compare(tamis, log, ratio));
    results.push({ family, ratio, compared });
  }
  const compared = results.flatMap((result) => result.compared);
  return {
    tables: results.map(({ family, ratio, compared: rows }) => ({
      title: `Replayed over billed, ${family}: ${ratio.toFixed(3)} tokens an o200k token, fitted`,
      head: [
        "session",
        "requests",
        "bill",
        "read",
        "written",
        "misses",
        "lost",
        "bill without lost",
        "read",
        "written",
      ],
      rows: rows.map(({ name, requests, misses, lost, all, withoutLost }) => [
        name,
        String(requests),
        ...ratiosOf(all),
        String(misses),
        String(lost),
        ...ratiosOf(withoutLost),
      ]),
    })),
    targets: [
      ...targets("", compared, ({ all }) => all),
      ...targets(", without lost caches", compared, ({ withoutLost }) => withoutLost),
    ],
    data: { missBelow: MISS, results },
  };
}

const ratiosOf = ({ bill, read, written }: Ratios): string[] => [bill, read, written].map((ratio) => ratio.toFixed(3));

function targets(suffix: string, compared: readonly Compared[], of: (one: Compared) => Ratios): Target[] {
  const share = (key: keyof Ratios, limit: number) =>
    compared.filter((one) => Math.abs(of(one)[key] - 1) <= limit).length / Math.max(1, compared.length);
  const target = (what: string, key: keyof Ratios, limit: number): Target => ({
    what: `bills: share of the sessions with ${what} within ${100 * limit} %${suffix}`,
    reached: share(key, limit),
    limit: 1,
    good: "at least",
    unit: "of everything",
  });
  return [
    target("the bill", "bill", 0.1),
    target("tokens read", "read", 0.15),
    target("tokens written", "written", 0.15),
  ];
}

const weightFor = (tamis: Tamis, ratio: number) => (text: string) =>
  Math.round(tamis.estimateTokens(text, { encoding: "o200k_base" }) * 1024 * ratio);

async function replay(tamis: Tamis, { trace }: LoggedSession, ratio: number) {
  const { sessions } = await tamis.simulate([trace], [], ["auto"], {
    eachRequest: true,
    textWeight: weightFor(tamis, ratio),
  });
  const [session] = sessions;
  return { requests: session?.bills[0]?.[0]?.requests ?? [], rule: session?.rules[0] ?? "" };
}

const totalOf = ({ read, written, fresh }: Billed): number => read + written + fresh;

/**
 * Least squares of each request's growth since its session's first. Tokens are a · ratio + b, where b counts everything
 * except texts; both follow from two replays.
 */
async function fitRatio(tamis: Tamis, logs: readonly LoggedSession[]): Promise<number> {
  let [numerator, denominator] = [0, 0];
  for (const log of logs) {
    const once = growthOf((await replay(tamis, log, 1)).requests);
    const twice = growthOf((await replay(tamis, log, 2)).requests);
    growthOf(log.billed).forEach((grown, index) => {
      const a = (twice[index] ?? 0) - (once[index] ?? 0);
      const b = (once[index] ?? 0) - a;
      const weight = 1 / totalOf(log.billed[index] ?? { read: 1, written: 0, fresh: 0 });
      numerator += weight * a * (grown - b);
      denominator += weight * a * a;
    });
  }
  return numerator / denominator;
}

const growthOf = (requests: readonly Billed[]): number[] =>
  requests.map((request) => totalOf(request) - totalOf(requests[0] ?? request));

async function compare(tamis: Tamis, log: LoggedSession, ratio: number): Promise<Compared> {
  const { requests, rule } = await replay(tamis, log, ratio);
  const { billed, trace } = log;
  const isMiss = billed.map(({ read }, index) => index > 0 && read < MISS * totalOf(billed[index - 1] ?? ZERO));
  const isLost = billed.map(({ read }, index) => isMiss[index] && read < MISS * (requests[index]?.read ?? 0));
  const without = (list: readonly Billed[]) => list.filter((_, index) => !isLost[index]);
  const write = rule === "anthropic" ? 1.25 : rule === "anthropic, 1 h" ? 2 : 1;
  const model: unknown = Reflect.get(trace.request, "model");
  return {
    name: trace.name,
    model: typeof model === "string" ? model : "",
    rule,
    requests: billed.length,
    misses: isMiss.filter(Boolean).length,
    lost: isLost.filter(Boolean).length,
    all: ratios(requests, billed, write),
    withoutLost: ratios(without(requests), without(billed), write),
  };
}

const ZERO: Billed = { read: 0, written: 0, fresh: 0 };

function ratios(replayed: readonly Billed[], billed: readonly Billed[], write: number): Ratios {
  const add = (list: readonly Billed[], of: (one: Billed) => number) => list.reduce((sum, one) => sum + of(one), 0);
  const ratio = (of: (one: Billed) => number) => add(replayed, of) / add(billed, of);
  return {
    // Every model in the logs reads at a tenth.
    bill: ratio(({ read, written, fresh }) => 0.1 * read + write * written + fresh),
    read: ratio(({ read }) => read),
    written: ratio(({ written, fresh }) => written + fresh),
  };
}
