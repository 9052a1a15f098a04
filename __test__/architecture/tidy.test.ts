import { readdirSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { filesUnder, ROOT, read } from "./typescript-imports.js";

const MAX_FILE_LINES = 400;
const MAX_FUNCTION_LINES = 60;
const P90_FILE_LINES = 370;
const P90_FUNCTION_LINES = 45;

/** Longer files and why. Nothing may be added without a reason that a split would not answer. */
const LONG_FILES: Record<string, string> = {};

/** Longer functions and why. */
const LONG_FUNCTIONS: Record<string, string> = {
  "ts/policy/schema.ts buildPolicySchema": "the one description of a policy, key by key",
  "crates/tokens/src/class.rs class_of": "one match over the ranges of Unicode",
};

const typescript = filesUnder("ts", ".ts", ".tsx", ".cts", ".mjs")
  .filter((path) => !path.startsWith("binding/"))
  .map((path) => `ts/${path}`);
const rust = ["core", "node", "tokens"].flatMap((crate) =>
  filesUnder(`crates/${crate}/src`, ".rs").map((path) => `crates/${crate}/src/${path}`),
);

/** Something that has lines. */
interface Sized {
  name: string;
  lines: number;
}

const show = ({ name, lines }: Sized) => `${name}: ${lines} lines`;
const fileSizes = (files: readonly string[]): Sized[] =>
  files.map((name) => ({ name, lines: read(name).trimEnd().split("\n").length }));

/** Every function with a body, arrow functions and methods included. */
function typescriptFunctions(path: string): Sized[] {
  const source = ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest, true);
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line;
  const found: Sized[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && "body" in node && node.body !== undefined) {
      const name = node.name?.getText() ?? `line ${lineOf(node.getStart()) + 1}`;
      found.push({ name: `${path} ${name}`, lines: lineOf(node.end) - lineOf(node.getStart()) + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Functions of a file that rustfmt has written: each ends at the first `}` as far in as it began. */
function rustFunctions(path: string): Sized[] {
  const lines = read(path).split("\n");
  return lines.flatMap((line, start) => {
    const [, indent, name] = /^( *)(?:pub(?:\(\w+\))? )?(?:const )?(?:unsafe )?fn (\w+)/.exec(line) ?? [];
    if (indent === undefined) return [];
    const end = /[};]$/.test(line) ? start : lines.indexOf(`${indent}}`, start);
    return end < 0 ? [] : [{ name: `${path} ${name}`, lines: end - start + 1 }];
  });
}

function percentile90(sized: readonly Sized[]): number {
  const sorted = sized.map(({ lines }) => lines).sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.9) - 1] ?? 0;
}

const typescriptSizes = typescript.flatMap(typescriptFunctions);
const rustSizes = rust.flatMap(rustFunctions);

describe.each([
  ["TypeScript", typescript, typescriptSizes],
  ["Rust", rust, rustSizes],
])("%s", (_, files, functions) => {
  it("has files and functions", () => {
    expect(files.length).toBeGreaterThan(80);
    expect(functions.length).toBeGreaterThan(500);
  });

  it(`has no file above ${MAX_FILE_LINES} lines without a reason`, () => {
    const long = fileSizes(files).filter(({ name, lines }) => lines > MAX_FILE_LINES && !(name in LONG_FILES));
    expect(long.map(show)).toEqual([]);
  });

  it(`has no function above ${MAX_FUNCTION_LINES} lines without a reason`, () => {
    const long = functions.filter(({ name, lines }) => lines > MAX_FUNCTION_LINES && !(name in LONG_FUNCTIONS));
    expect(long.map(show)).toEqual([]);
  });

  it(`has nine of ten files within ${P90_FILE_LINES} lines, nine of ten functions within ${P90_FUNCTION_LINES}`, () => {
    expect(percentile90(fileSizes(files))).toBeLessThanOrEqual(P90_FILE_LINES);
    expect(percentile90(functions)).toBeLessThanOrEqual(P90_FUNCTION_LINES);
  });
});

describe("reasons for length", () => {
  it("are given for what is long", () => {
    const files = fileSizes([...typescript, ...rust]).filter(({ lines }) => lines > MAX_FILE_LINES);
    const long = [...typescriptSizes, ...rustSizes].filter(({ lines }) => lines > MAX_FUNCTION_LINES);
    expect(Object.keys(LONG_FILES).filter((name) => !files.some((file) => file.name === name))).toEqual([]);
    expect(Object.keys(LONG_FUNCTIONS).filter((name) => !long.some((found) => found.name === name))).toEqual([]);
  });
});

describe("the root of ts/", () => {
  it("has no file but the index, the library and the build's", () => {
    const files = readdirSync(join(ROOT, "ts"), { withFileTypes: true }).filter((entry) => entry.isFile());
    const names = files.map(({ name }) => name).sort();
    const ofBuild = ["build.mjs", "node-entry.mjs", "share-library.mjs", "shared-files.mjs", "whole-index.mjs"];
    expect(names).toEqual(["index.ts", "library.ts", "tsconfig.json", ...ofBuild].sort());
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
