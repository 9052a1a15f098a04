import { describe, expect, it } from "vitest";
import { type ExportedName, exportsOf, publicEntries } from "./typescript-imports.js";

/** What a reader of the first page can take in. */
const MAX_VALUES = 30;

/** Every entry of `package.json` that is code. */
const ENTRIES = [
  ".",
  "./tokens",
  "./pricing",
  "./simulate",
  "./history",
  "./validate",
  "./pipeline",
  "./llm",
  "./condensation",
  "./restore",
  "./session",
  "./gateway",
  "./opencode",
  "./edge",
  "./adapters/fetch",
  "./adapters/undici",
  "./adapters/ai-sdk",
  "./adapters/langchain",
  "./adapters/server",
  "./adapters/opentelemetry",
];

const entries = publicEntries();
const names = new Map<string, readonly ExportedName[]>(entries.map(({ name, file }) => [name, exportsOf(file)]));

describe("public names", () => {
  it("are exported by the entries of package.json that are listed here", () => {
    expect(entries.map(({ name }) => name).sort()).toEqual([...ENTRIES].sort());
    for (const [entry, exported] of names) expect([entry, exported.length > 0]).toEqual([entry, true]);
  });

  it(`are at most ${MAX_VALUES} values in the main entry`, () => {
    const values = (names.get(".") ?? []).filter(({ isType }) => !isType).map(({ name }) => name);
    expect(values).toContain("reduceBody");
    expect(values.length, values.join(", ")).toBeLessThanOrEqual(MAX_VALUES);
  });

  it("belong to one entry each, but for two that the main entry has too: most programs begin with one of them", () => {
    const places = new Map<string, string[]>();
    for (const [entry, exported] of names)
      for (const { name } of entry === "./edge" ? [] : exported) places.set(name, [...(places.get(name) ?? []), entry]);
    const doubles = [...places].filter(([, where]) => where.length > 1);
    expect(doubles.map(([name, where]) => `${name}: ${where.join(", ")}`).sort()).toEqual([
      "ContextSession: ., ./session",
      "tamisFetch: ., ./adapters/fetch",
    ]);
  });

  it("of tamis/edge, which is another build of the same code, are names of other entries", () => {
    const others = new Set(
      [...names].flatMap(([entry, all]) => (entry === "./edge" ? [] : all.map(({ name }) => name))),
    );
    const own = (names.get("./edge") ?? []).map(({ name }) => name);
    expect(own.filter((name) => !others.has(name))).toEqual([]);
    expect(own).toContain("reduceBody");
  });

  it("are those that the sources use, so that a search for one finds it", () => {
    const renamed = [...names].flatMap(([entry, exported]) =>
      exported.filter(({ name, own }) => name !== own).map(({ name, own }) => `${entry}: ${own} as ${name}`),
    );
    expect(renamed).toEqual([]);
  });
});
