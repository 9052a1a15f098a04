import { describe, expect, it } from "vitest";
import { drawBills } from "../../benches/plot-bill.mjs";
import { read } from "../architecture/typescript-imports.js";
import { tableOf } from "./pages.js";

interface Cell {
  source: string;
  group: string;
  policy: string;
  /** The other contestant in older records is `baseline`: all rules in TypeScript. */
  comparison: {
    timesMicros: Partial<Record<"native" | "typescript" | "baseline", { p50: number }>>;
    ratioOfMedians: number;
  };
}
interface Policy {
  name: string;
  bill: number;
  worst: { ratio: number };
  worse: number;
  tokenRatio: number;
}
interface BenchRecord {
  /** Only benchmarks have parts. */
  parts?: {
    size?: { data: { cells: Cell[] } };
    kept?: {
      data: {
        material: string;
        presets: { name: string; kept: Record<"edits" | "values", { kept: number; all: number }> }[];
        byLength: { bill: number }[];
      }[];
    };
    simulate?: { data: { runs: { prices: { prices: string; policies: Policy[] }[] }[] } };
  };
}

type Parts = NonNullable<BenchRecord["parts"]>;

const PAGES = ["README.md", "docs/performance.md"];

/** The part of the newest record linked in a page that has it. */
function partOf<K extends keyof Parts>(page: string, name: K): NonNullable<Parts[K]> {
  const links = [...read(page).matchAll(/\((?:\.\.\/)?(benches\/record\/[^)]+\.json)\)/g)].map(([, path = ""]) => path);
  const newestFirst = links.sort((a, b) => b.slice(b.lastIndexOf("/")).localeCompare(a.slice(a.lastIndexOf("/"))));
  const parts = newestFirst.map((path) => (JSON.parse(read(path)) as BenchRecord).parts?.[name]);
  const part = parts.find((one) => one !== undefined);
  if (part === undefined) throw new Error(`${page} links to no record with ${name}`);
  return part as NonNullable<Parts[K]>;
}

describe("pictures", () => {
  it.each(Object.entries(drawBills() as Record<string, string>))(
    "docs/images/%s shows the newest record",
    (file, svg) => {
      expect(read(`docs/images/${file}`)).toBe(svg);
    },
  );
});

/** `7.8 µs`, `514 µs`, `7.00 ms`: three digits, as the tables write times. */
function time(micros: number): string {
  const [value, unit] = micros < 1000 ? [micros, "µs"] : [micros / 1000, "ms"];
  return `${value < 10 && unit === "µs" ? value.toFixed(1) : value.toPrecision(3)} ${unit}`;
}

describe.each([
  ["README.md", "OpenAI Chat request"],
  ["docs/performance.md", "request            |"],
])("the times of %s", (page, head) => {
  it.each(tableOf(page, head))("%s: %s, %s, %s are the record's", (request, native, typescript, ratio) => {
    const [size, source = "recordings"] = (request ?? "").split(", ");
    const cell = partOf(page, "size").data.cells.find(
      (one) =>
        one.policy === "mask-only" &&
        one.group === size &&
        one.source.startsWith("openai-chat, ") &&
        one.source.endsWith("generator") === (source === "generated"),
    );
    const { timesMicros, ratioOfMedians } = cell?.comparison ?? {};
    expect([native, typescript, ratio]).toEqual([
      time(timesMicros?.native?.p50 ?? 0),
      time((timesMicros?.typescript ?? timesMicros?.baseline)?.p50 ?? 0),
      ratioOfMedians?.toFixed(1),
    ]);
  });
});

/** Names of policies in the tables, by their beginning, and in the record. */
const POLICIES: readonly (readonly [string, string])[] = [
  ["sliding window of 10", "sliding window 10, every turn"],
  ["sliding window of 4", "sliding window 4, every turn"],
  ["clear at 100,000 tokens", "clear at 100k, keep 3 (a model of clear_tool_uses)"],
  ["LangChain.js", "LangChain.js ClearToolUsesEdit, its defaults"],
  ["AI SDK pruneMessages, newest 8", "AI SDK pruneMessages, newest 8 messages"],
  ["Tamis, window of 4", "rent, window 4"],
  ["Tamis, the default", "the default"],
  ["Tamis, window of 8", "rent, window 8"],
  ['cache.strategy: "rent"', "rent, window 4"],
  ["offline optimum", "offline optimum, window 4"],
  ["send everything", "send everything"],
];

function policyOf(page: string, label: string, prices: string): Policy | undefined {
  const name = POLICIES.find(([start]) => label.startsWith(start))?.[1];
  const run = partOf(page, "simulate").data.runs[0]?.prices.find((one) => one.prices === prices);
  return run?.policies.find((one) => one.name === name);
}

describe("the bills", () => {
  const page = "docs/performance.md";
  it.each(tableOf(page, "policy"))("of docs/performance.md, %s: %s, %s, %s, %s are the record's", (label, ...row) => {
    const policy = policyOf(page, label ?? "", "read 0.1, write 1.25");
    expect(row).toEqual([
      policy?.bill.toFixed(3),
      policy?.worst.ratio.toFixed(2),
      String(policy?.worse),
      policy?.tokenRatio.toFixed(3),
    ]);
  });
});

/** Rows of README's table by the price of a read, by their beginning, and the record's material. */
const READS: readonly (readonly [string, string])[] = [
  ["their own", "session logs, anthropic"],
  ["Claude Opus 5.5", "session logs, anthropic, at claude-opus-5-5"],
  ["Claude Fable 5.1", "session logs, anthropic, at claude-fable-5-1"],
];

it.each(tableOf("README.md", "at the prices of"))(
  "the bills at the prices of %s are the record's",
  (label, ...cells) => {
    const material = READS.find(([start]) => label?.startsWith(start))?.[1];
    const row = partOf("README.md", "kept").data.find((one) => one.material === material);
    const { kept = 0, all = 1 } = row?.presets.find(({ name }) => name === "balanced")?.kept.edits ?? {};
    expect(cells).toEqual([
      ...(row?.byLength ?? []).map(({ bill }) => bill.toFixed(3)),
      `${((100 * kept) / all).toFixed(0)} %`,
    ]);
  },
);

it("what the page on quality says is kept is the record's", () => {
  const kept = ["session logs", "recordings"].map((material) => {
    const row = partOf("README.md", "kept").data.find((one) => one.material === material);
    return row?.presets.find(({ name }) => name === "balanced")?.kept;
  });
  const edits = kept.map((one) => one?.edits ?? { kept: 0, all: 1 });
  const sum = (of: "kept" | "all") => edits.reduce((total, one) => total + one[of], 0);
  const oneIn = kept.map((one) =>
    Math.floor((one?.values.all ?? 0) / ((one?.values.all ?? 0) - (one?.values.kept ?? 0))),
  );
  const judged = read("benches/record/amd-epyc-2-cores-linux-x64/long/edits.json");
  const { harmful } = (JSON.parse(judged) as { record: { harmful: number } }).record;
  const page = read("docs/quality.md").replaceAll("\n", " ");
  expect(oneIn).toEqual([7, 15]);
  for (const text of [
    `${((100 * sum("kept")) / sum("all")).toFixed(0)} of 100 edits`,
    "one value in seven to fifteen",
    `drawn by a seed and read in their context, ${harmful} are harmful`,
  ])
    expect(page).toContain(text);
});

it("every page with figures links to records", () => {
  for (const page of PAGES) expect(read(page)).toMatch(/benches\/record\/[^)]+\.json/);
});

it("the README's money is the record's", () => {
  const [, paid, policy, saved, record = "", whole, edits, within, of] =
    /cost \$([\d.]+) at .*With (\w+) they.*: \$([\d.]+) less.*\[public logs\]\(([^)]+)\).* leave \$([\d.]+) of.*;\s+(\d+) % of edits.*within 10 % of\s+(\d+) of (\d+) bills/s.exec(
      read("README.md"),
    ) ?? [];
  const { total } = (
    JSON.parse(read(record)) as {
      record: {
        total: {
          dollars: { total: number };
          policies: {
            name: string;
            saved: number;
            withReReads: { saved: number };
            kept: { edits: { kept: number; all: number } };
          }[];
          agreement: { within: number; of: number };
        };
      };
    }
  ).record;
  const recorded = total.policies.find(({ name }) => name === policy);
  const texts = recorded?.kept.edits;
  expect([paid, saved]).toEqual([total.dollars.total.toFixed(2), recorded?.saved.toFixed(2)]);
  expect([whole, edits]).toEqual([
    recorded?.withReReads.saved.toFixed(2),
    (((texts?.kept ?? 0) / (texts?.all ?? 1)) * 100).toFixed(0),
  ]);
  expect([Number(within), Number(of)]).toEqual([total.agreement.within, total.agreement.of]);
});
