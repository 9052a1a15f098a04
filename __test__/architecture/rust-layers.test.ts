import { describe, expect, it } from "vitest";
import { filesUnder, read } from "./typescript-imports.js";

const CORE = "crates/core/src";
const files = filesUnder("crates", ".rs").filter((path) => !path.startsWith("target/"));
const core = files.filter((path) => path.startsWith("core/src/")).map((path) => path.slice("core/src/".length));

/** Code without comments, and without the text of its strings. */
function codeOf(path: string): string {
  return read(path)
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/b?'(?:\\.|[^\\'\n])'/g, "' '")
    .replace(/"(?:\\[\s\S]|[^"\\])*"/g, '""')
    .replace(/\/\/.*$/gm, "");
}

/** Top-level modules of the core that a file names, in `use` or in a path. */
function modulesOf(path: string): string[] {
  const code = codeOf(`${CORE}/${path}`);
  const direct = [...code.matchAll(/\bcrate::(?:r#)?(\w+)/g)].map(([, name = ""]) => name);
  const grouped = [...code.matchAll(/\bcrate::\{([^;]*)\}/g)].flatMap(([, list = ""]) =>
    [...list.matchAll(/(?:^|,)\s*(\w+)/g)].map(([, name = ""]) => name),
  );
  return [...new Set([...direct, ...grouped])];
}

const inModule = (name: string) => core.filter((path) => path === `${name}.rs` || path.startsWith(`${name}/`));

/** What a module must never know. */
const FORBIDDEN: Record<string, readonly string[]> = {
  plan: ["wire", "reduce", "report"],
  edit: ["wire", "plan", "reduce", "report"],
  transcript: ["wire", "plan", "edit", "reduce", "report"],
  wire: ["plan", "edit", "reduce", "report", "policy"],
  policy: ["wire", "plan", "edit", "reduce", "report"],
  arrival: ["wire", "transcript", "edit", "reduce", "report"],
  digest: ["wire", "transcript", "plan", "edit", "reduce", "report", "policy", "arrival"],
  dedupe: ["wire", "transcript", "plan", "edit", "weight", "reduce", "report", "policy"],
  json: ["wire", "transcript", "plan", "edit", "weight", "reduce", "report", "policy"],
};

const FIELD_NAMES = [
  "tool_call_id",
  "tool_calls",
  "messages",
  "content",
  "role",
  "function",
  "functionCall",
  "tool_use",
];

describe("modules of the core", () => {
  it("sees all modules", () => {
    expect(core).toEqual(
      expect.arrayContaining(["edit/list.rs", "plan/mod.rs", "edit/splice.rs", "wire/mod.rs", "json/scan/mod.rs"]),
    );
    expect(modulesOf("reduce.rs")).toEqual(expect.arrayContaining(["plan", "wire", "edit"]));
  });

  it.each(Object.entries(FORBIDDEN))("%s uses none of %j", (name, forbidden) => {
    expect(inModule(name).length).toBeGreaterThan(0);
    const found = inModule(name).flatMap((path) => modulesOf(path).map((module) => [path, module] as const));
    expect(found.filter(([, module]) => forbidden.includes(module))).toEqual([]);
  });

  it("finds no field of a wire in plan", () => {
    const named = inModule("plan").flatMap((path) => {
      const text = read(`${CORE}/${path}`).replace(/\/\/.*$/gm, "");
      return FIELD_NAMES.filter((field) => text.includes(`"${field}"`)).map((field) => `${path}: ${field}`);
    });
    expect(named).toEqual([]);
  });
});

describe("crates", () => {
  it("finds unsafe code only under json/scan and vector, and where the C library is set", () => {
    // The attribute of an exported name is no unsafe code.
    const code = (path: string) => codeOf(`crates/${path}`).replaceAll("#[unsafe(no_mangle)]", "");
    const unsafe = files.filter((path) => /\bunsafe\b/.test(code(path)));
    expect(unsafe.length).toBeGreaterThan(0);
    expect(
      unsafe.filter((path) => !/^(?:core\/src\/json\/scan\/|tokens\/src\/vector\/|node\/src\/memory\.rs$)/.test(path)),
    ).toEqual([]);
  });

  it("finds napi only in the binding", () => {
    const napi = files.filter((path) => /\bnapi\w*::/.test(codeOf(`crates/${path}`)));
    expect(napi.length).toBeGreaterThan(0);
    expect(napi.filter((path) => !path.startsWith("node/"))).toEqual([]);
  });

  it("finds no clock and no I/O in the core", () => {
    const found = core.filter((path) =>
      /\bstd::(?:time|fs|net|io|process|thread|env)\b/.test(codeOf(`${CORE}/${path}`)),
    );
    expect(found).toEqual([]);
  });
});
