// The replay against real bills: session logs with the tokens that the provider billed for each request, sent unreduced
// through the model of that provider's cache. What the replay learns from a session's bills: docs/savings.md.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Billed, LoggedSession } from "../../ts/simulate/index.js";
import { loadRoom, type Rooms } from "../package-under-test.js";
import { type PartOptions, type PartResult, skippedPart, type Target } from "../part.js";

type Tamis = Rooms["simulate"];

/** A session of the logs and what the replay makes of it. */
interface Compared {
  name: string;
  model: string;
  rule: string;
  requests: number;
  /** Requests that read less than 90 % of the request before: the provider had lost its cache, or part of it. */
  misses: number;
  all: Ratios;
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
  const tamis = await loadRoom("simulate");
  const logs = readdirSync(folder)
    .filter((file) => file.endsWith(".jsonl"))
    .sort()
    .flatMap((file) => tamis.readSessionLog(basename(file), readFileSync(join(folder, file), "utf8")))
    .filter(({ billed }) => billed.length >= FEWEST_REQUESTS);
  const compared: Compared[] = [];
  for (const log of logs) compared.push(await compare(tamis, log));
  return {
    tables: [
      {
        title: "Replayed over billed",
        head: ["session", "requests", "bill", "read", "written", "misses"],
        rows: compared.map(({ name, requests, misses, all }) => [
          name,
          String(requests),
          ...ratiosOf(all),
          String(misses),
        ]),
      },
    ],
    targets: targets(compared),
    data: { missBelow: MISS, compared },
  };
}

const ratiosOf = ({ bill, read, written }: Ratios): string[] => [bill, read, written].map((ratio) => ratio.toFixed(3));

function targets(compared: readonly Compared[]): Target[] {
  const share = (key: keyof Ratios, limit: number) =>
    compared.filter(({ all }) => Math.abs(all[key] - 1) <= limit).length / Math.max(1, compared.length);
  const target = (what: string, key: keyof Ratios, limit: number): Target => ({
    what: `bills: share of the sessions with ${what} within ${100 * limit} %`,
    reached: share(key, limit),
    limit: 0.9,
    good: "at least",
    unit: "of everything",
  });
  return [
    target("the bill", "bill", 0.1),
    target("tokens read", "read", 0.15),
    target("tokens written", "written", 0.15),
  ];
}

async function replay(tamis: Tamis, { trace }: LoggedSession) {
  const { sessions } = await tamis.simulate([trace], [], ["auto"], { eachRequest: true });
  const [session] = sessions;
  return { requests: session?.bills[0]?.[0]?.requests ?? [], rule: session?.rules[0] ?? "" };
}

const totalOf = ({ read, written, fresh }: Billed): number => read + written + fresh;

async function compare(tamis: Tamis, log: LoggedSession): Promise<Compared> {
  const { requests, rule } = await replay(tamis, log);
  const { billed, trace } = log;
  const isMiss = billed.map(({ read }, index) => index > 0 && read < MISS * totalOf(billed[index - 1] ?? ZERO));
  const write = rule.startsWith("claude") ? (rule.endsWith(", 1 h") ? 2 : 1.25) : 1;
  const model: unknown = Reflect.get(trace.request, "model");
  return {
    name: trace.name,
    model: typeof model === "string" ? model : "",
    rule,
    requests: billed.length,
    misses: isMiss.filter(Boolean).length,
    all: ratios(requests, billed, write),
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
