import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { filesUnder, ROOT, read } from "./typescript-imports.js";

describe("the root of ts/", () => {
  it("has no file but the index, the library and the build's", () => {
    const files = readdirSync(join(ROOT, "ts"), { withFileTypes: true }).filter((entry) => entry.isFile());
    const names = files.map(({ name }) => name).sort();
    const ofBuild = ["build.mjs", "node-entry.mjs", "share-library.mjs", "shared-files.mjs", "whole-index.mjs"];
    expect(names).toEqual(["index.ts", "library.ts", "tsconfig.json", ...ofBuild].sort());
  });
});

describe("helpers of tests", () => {
  // A helper is loaded once a process, and its folder or hook would go with the first of the test files that share the process.
  const ONCE = /^(export )?const \w+ = (temporaryFolder|mkdtempSync)\(|^(before|after)(All|Each)\(/m;

  it("make no folder and set no hook as they are loaded, but those whose test files have a process each", () => {
    const helpers = filesUnder("__test__", ".ts").filter((path) => !path.endsWith(".test.ts"));
    expect(helpers.filter((path) => ONCE.test(read(`__test__/${path}`)))).toEqual([
      "cli/scripted-agent.ts",
      "support/own-folders.ts",
    ]);
  });
});

// Spelled so that no pattern finds itself.
const DIALECT = ["that[ ]what", "what[ ]of", "is[ ]told[ ]by", "nobody[']s", "of[ ]its[ ]own[ ]kind"];

describe("plain words", () => {
  const code = ["ts", "crates", "__test__", "examples", "benches", "packaging"].flatMap((folder) =>
    filesUnder(folder, ".ts", ".tsx", ".cts", ".mjs", ".rs")
      .filter((path) => !/(?:^|\/)(?:target|binding|node_modules)\//.test(path))
      .map((path) => `${folder}/${path}`),
  );

  it("are used in comments and texts, across line ends too", () => {
    expect(code.length).toBeGreaterThan(500);
    const found = code.flatMap((path) => {
      const text = read(path).replace(/\s*\n\s*(?:\/\/[/!]?|\*)?\s*/g, " ");
      return DIALECT.flatMap((words) => {
        const places = text.match(new RegExp(`(?<!\\bconst )\\b${words}\\b`, "gi")) ?? [];
        return places.map(() => `${path}: ${words}`);
      });
    });
    expect(found).toEqual([]);
  });
});
