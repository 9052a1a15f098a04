import { expect, it } from "vitest";
import { read } from "./typescript-imports.js";

/** Files that may take more of `node:fs` than lint allows, and why. */
const EXCEPTIONS: Record<string, string> = {
  "ts/base/write-safely.ts": "writes files",
  "ts/base/make-folder.ts": "makes folders",
  "ts/base/file-lock.ts": "makes and removes locks, which have no content",
  "ts/simulate/logs/read-file.ts": "opens files to read them piece by piece",
  "ts/simulate/logs/line-source.ts": "opens files to read them piece by piece",
};

interface Override {
  includes: string[];
  linter: { rules: { style?: { noRestrictedImports?: "off" | { level: string; options: { paths: Paths } } } } };
}
type Paths = Record<string, { allowImportNames?: string[] }>;

const { overrides } = JSON.parse(read("biome.json")) as { overrides: Override[] };
const rules = overrides.flatMap(({ includes, linter }) => {
  const rule = linter.rules.style?.noRestrictedImports;
  return rule === undefined ? [] : [{ includes, rule }];
});

it("lets lint refuse what writes a file, apart from the exceptions", () => {
  expect(rules).toHaveLength(2);
  const [{ includes, rule }, exceptions] = rules as [(typeof rules)[0], (typeof rules)[0]];
  expect(includes).toEqual(["ts/**/*.ts", "ts/**/*.tsx", "ts/**/*.cts"]);
  expect(exceptions).toEqual({ includes: Object.keys(EXCEPTIONS), rule: "off" });
  if (rule === "off") throw new Error("the rule is off");
  expect(rule.level).toBe("error");
  expect(Object.keys(rule.options.paths)).toEqual(["fs", "fs/promises", "node:fs", "node:fs/promises"]);
  const allowed = Object.values(rule.options.paths).flatMap(({ allowImportNames = [] }) => allowImportNames);
  const writing = /^(append|copy|cp|create|link|mk|open|promises|rename|symlink|truncate|write)/;
  // `writeSync` takes a descriptor, which is another's to open.
  expect(allowed.filter((name) => writing.test(name))).toEqual(["writeSync"]);
});

it("opens files to read them alone", () => {
  for (const file of Object.keys(EXCEPTIONS).filter((path) => path.startsWith("ts/simulate/"))) {
    expect(read(file).match(/\bawait open\([^)]*\)/g)).toEqual(['await open(path, "r")']);
  }
});
