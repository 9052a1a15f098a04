import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PREBUILT_TRIPLES } from "../../ts/native/platform.js";
import { describeNative } from "../support/native.js";
import { itWithWasm } from "../support/wasm.js";
import { filesUnder, ROOT, read } from "./typescript-imports.js";

type Target = string | { [condition: string]: Target };

interface Manifest {
  version: string;
  exports: { [entry: string]: Target };
  typesVersions: { "*": Record<string, string[]> };
  bin: Record<string, string>;
  files: string[];
}

const manifest = JSON.parse(read("package.json")) as Manifest;
const pathsOf = (target: Target): string[] =>
  typeof target === "string" ? [target] : Object.values(target).flatMap(pathsOf);
const targets = [...pathsOf(manifest.exports), ...Object.values(manifest.bin)];

describe("package.json", () => {
  const isCore = (path: string) => path.endsWith(".wasm");
  const exported = [...new Set(targets)];
  const isThere = (path: string) => {
    expect(existsSync(join(ROOT, path))).toBe(true);
    const packed = path === "./package.json" || manifest.files.some((entry) => path.startsWith(`./${entry}/`));
    expect(packed).toBe(true);
  };
  it.each(exported.filter((path) => !isCore(path)))("exports %s, which the build creates", isThere);
  itWithWasm("the export of the core").each(exported.filter(isCore))("exports %s, which the build creates", isThere);

  it("names the types of every entry for the resolution that knows no exports", () => {
    const isModule = (name: string) => !/^\.$|\/package\.json$|\.(?:wasm|bin)$/.test(name);
    const entries = Object.entries(manifest.exports).filter(([name]) => isModule(name));
    const types = (target: Target) => (typeof target === "string" ? target : target.types);
    const expected = entries.map(([name, target]) => [name.slice(2), [types(target)]]);
    expect(manifest.typesVersions["*"]).toEqual(Object.fromEntries(expected));
  });

  it.each(manifest.files.filter((path) => !path.startsWith("!")))("ships %s, which exists", (path) => {
    const [folder = "", ending = ""] = path.split("/*");
    expect(existsSync(join(ROOT, folder))).toBe(true);
    if (ending !== "") expect(readdirSync(join(ROOT, folder)).some((name) => name.endsWith(ending))).toBe(true);
  });

  it("has the version of the crates", () => {
    expect(/^version = "(.+)"$/m.exec(read("Cargo.toml"))?.[1]).toBe(manifest.version);
  });

  it("has all code that the first call loads in one file, but for what Node's entry has: each file costs half a millisecond", () => {
    const loadedBy = (file: string) =>
      [...read(`dist/${file}`).matchAll(/(?:from|import)"(\.[^"]*)"/g)].map(([, name]) => name);
    expect(new Set(loadedBy("tamis-index.js"))).toEqual(new Set(["./lib.js"]));
    expect(new Set(loadedBy("lib.js"))).toEqual(new Set(["./base.js"]));
    expect(new Set(loadedBy("node.js"))).toEqual(new Set(["./base.js"]));
    expect(loadedBy("base.js")).toEqual([]);
  });

  it("names all that is loaded later, for tools that copy the files of a program", () => {
    const named = [...read("dist/traced.js").matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name]) => name);
    const later = ["./node.js", "./tamis-index.js", "./tamis-session.js", "./tamis.wasm", "./vocabularies.bin"];
    expect(named).toEqual([
      ...later,
      "./no-packed-wasm.js",
      "./sqlite-worker.js",
      "smol-toml",
      "@pydantic/genai-prices",
      ...PREBUILT_TRIPLES.map((triple) => `tamis-${triple}`),
    ]);
  });

  it("has no imported Worker, in whose place Turbopack reads every file of the folder as a program", () => {
    const importing = filesUnder("dist", ".js", ".cjs").filter((file) =>
      /\bfrom\s*"node:worker_threads"/.test(read(`dist/${file}`)),
    );
    expect(importing).toEqual(["sqlite-worker.js"]);
  });

  it("ships the built command as a program", () => {
    for (const path of Object.values(manifest.bin)) expect(read(path)).toMatch(/^#!\/usr\/bin\/env node\n/);
  });
});

describeNative("ts/binding/binding.d.ts", ({ addon }) => {
  const declared = read("ts/binding/binding.d.ts").replace(/\/\*[\s\S]*?\*\//g, "");

  it("declares what the addon exports", () => {
    const names = [...declared.matchAll(/^export declare (?:class|function|const) (\w+)/gm)].map(([, name]) => name);
    expect(names.sort()).toEqual(Object.keys(addon).sort());
  });

  it("declares the members that the engine has", () => {
    const body = /class Engine \{([\s\S]*?)^\}/m.exec(declared)?.[1] ?? "";
    const members = [...body.matchAll(/^ {2}(?:get )?(\w+)\(/gm)].map(([, name]) => name);
    expect(members.sort()).toEqual(Object.getOwnPropertyNames(addon.Engine.prototype).sort());
  });
});

// Assembled, so that this file does not contain what it looks for.
const MACHINE_PATH = new RegExp(`(?<![\\w.])/(?:${["work", "root", "home/[a-z]+", "Users/[A-Za-z]+"].join("|")})/`);
const TICKET = new RegExp(
  `\\b(?:${["issue", "ticket", "seed issue"].join("|")})s? ?#?\\d|\\b(?:TO${"DO"}|FIX${"ME"})\\b`,
  "i",
);

describe("sources", () => {
  const code = ["ts", "crates", "__test__", "examples", "benches"].flatMap((folder) =>
    filesUnder(folder, ".ts", ".tsx", ".cts", ".mjs", ".rs", ".toml").map((path) => `${folder}/${path}`),
  );

  it.each([
    ["paths of a machine", MACHINE_PATH],
    ["tickets or work left to do", TICKET],
  ])("finds no %s in sources", (_, pattern) => {
    expect(code.length).toBeGreaterThan(80);
    const found = code
      .filter((path) => !path.includes("/target/"))
      .flatMap((path) => {
        const line = read(path)
          .split("\n")
          .findIndex((text) => pattern.test(text));
        return line < 0 ? [] : [`${path}:${line + 1}`];
      });
    expect(found).toEqual([]);
  });
});
