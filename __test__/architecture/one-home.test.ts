import { describe, expect, it } from "vitest";
import { filesUnder, read } from "./typescript-imports.js";

/** The rooms that know of providers' caches. */
const ROOMS = [
  "agents",
  "contract",
  "models",
  "pricing",
  "reduce",
  "session",
  "simulate",
  "tokens",
  "validate",
  "wires",
];

/** A span of time: minutes, hours or a day, in seconds or in milliseconds. */
const SPAN =
  /\b\d+ \* (?:\d+ \* )?(?:60|MINUTES?|HOURS?)\b|\b(?:300|600|1_?800|3_?600|43_?200|86_?400)(?:_?000)?\b|\b60_000\b/;
/** A price of reading from a cache or of writing to it. */
const PRICE =
  /\b(?:read|write|writeLong|write_long|cacheRead|cacheWrite|hourWrite)\w*\s*[:=]\s*(?:0?\.\d|[12]\.\d|[1-9][\d_]{3,})/;

/** Spans and prices that are no provider's, and what they are. */
const OTHERS: Readonly<Record<string, string>> = {
  'ts/simulate/cache-rule.ts: if (text === "none") return cacheRule({ name: "no cache", finding: "none", read: 10_000, write: 10_000 });':
    "the price of fresh input",
  "crates/core/src/plan/digests/mod.rs: const RECORD_CHARS: usize = 300;": "chars",
  "crates/core/src/plan/cache/mod.rs: const FREE: Prices = Prices { read: 10_000, write: 10_000 };":
    "the price of fresh input",
  'ts/simulate/savings/money.ts: const key = `${model} ${Number.isFinite(time) ? Math.floor(time / 86_400_000) : ""}`;':
    "numbers days",
  "ts/simulate/savings/cache-misses.ts: export const FIVE_MINUTES = 300;":
    "the name of a lifetime in Anthropic's usage",
  "ts/simulate/savings/cache-misses.ts: export const HOUR = 3_600;": "the name of the other one",
  "ts/simulate/savings/money.ts: of({ cacheRead: 1000 }),": "a thousand tokens",
  "ts/simulate/savings/money.ts: of({ cacheWrite: 1000 }),": "a thousand tokens",
  "ts/simulate/savings/money.ts: of({ cacheWrite: 1000, hourWrite: 1000 }),": "a thousand tokens",
  "ts/agents/prefix/usage.ts: tokens.cacheRead > 0 ? { ...NONE, cacheRead: 1000 } : again(tokens, 1000);":
    "a thousand tokens",
  "ts/agents/cache-lifetime.ts: const HOUR_MS = 3_600_000;": "the lifetime that launches ask for",
  "ts/agents/cache-lifetime.ts: const MOST_MS = 300;": "time for reading logs",
  "ts/pricing/listed-rates.ts: const MINUTE_MS = 60_000;": "for how long rates of the list are remembered",
  "ts/session/store/owner.ts: const SILENT_MS = 600_000;": "after which an owner of a session is silent",
  "ts/session/store/owner.ts: export const NOW_MS = \"CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)\";":
    "a day in SQL",
  "ts/simulate/cache-rule.ts: const HOUR_SECONDS = 3600;": "seconds of an hour, to read `-12h`",
  'ts/simulate/logs/cline.ts: return /Current (?:Working|Workspace) Directory \\(([^)\\\\"]{1,300})\\)/.exec(text)?.[1];':
    "chars of a path",
};

/** Lines of code, without comments, and in Rust without tests. */
const linesOf = (file: string): string[] =>
  (read(file).split("#[cfg(test)]")[0] ?? "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => !/^(?:\/\/|\/?\*)/.test(line));

const under = (folder: string, ending: string) => filesUnder(folder, ending).map((path) => `${folder}/${path}`);

const isFact = (line: string) => SPAN.test(line) || PRICE.test(line);

describe("lifetimes and prices of caches", () => {
  const files = [
    ...ROOMS.flatMap((room) => under(`ts/${room}`, ".ts")),
    ...under("crates/core/src", ".rs").filter((file) => !file.endsWith("tests.rs")),
  ];
  const found = files.flatMap((file) =>
    linesOf(file)
      .filter(isFact)
      .map((line) => `${file}: ${line}`),
  );

  it("are in ts/models/facts.json alone, which Rust and TypeScript read", () => {
    expect(files.length).toBeGreaterThan(300);
    expect(found.filter((line) => !Object.hasOwn(OTHERS, line))).toEqual([]);
    expect(read("crates/core/src/models/rows.rs")).toContain('include_str!("../../../../ts/models/facts.json")');
    expect(read("ts/models/rows.ts")).toContain('from "./facts.json"');
  });

  it("are told from what only looks like them", () => {
    expect(Object.keys(OTHERS).filter((line) => !found.includes(line))).toEqual([]);
    for (const line of ["const SHORT_MS = 5 * 60_000;", "const LONG = 24 * 60 * MINUTES;", "read: 0.1, write: 1.25,"])
      expect(isFact(line), line).toBe(true);
  });
});
