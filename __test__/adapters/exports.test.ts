import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { beforeAll, describe, expect, it } from "vitest";
import { ensureBuilt } from "../cli/run-cli.js";

const EXPORTS = {
  fetch: ["tamisFetch"],
  undici: ["tamisInterceptor"],
  "ai-sdk": ["tamisModelMiddleware"],
  langchain: ["tamisAgentMiddleware", "tamisMessages"],
  server: ["tamisExpress", "tamisFastify", "tamisHono", "withTamis"],
};

/** The packages that a built file imports, itself and through its neighbour files; names like `#packed-wasm` are its own package's. */
function outsideOf(file: string, seen = new Set<string>()): Set<string> {
  const outside = new Set<string>();
  if (seen.has(file)) return outside;
  seen.add(file);
  for (const name of importsOf(readFileSync(file, "utf8"))) {
    const found = name.startsWith(".") ? outsideOf(fileURLToPath(new URL(name, `file://${file}`)), seen) : [name];
    for (const one of found) if (!one.startsWith("#")) outside.add(one);
  }
  return outside;
}

/** What the statements of a module name, not what it asks for while it runs. */
function importsOf(source: string): string[] {
  const { statements } = ts.createSourceFile("built.js", source, ts.ScriptTarget.ESNext);
  return statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const { moduleSpecifier } = statement;
    return moduleSpecifier !== undefined && ts.isStringLiteral(moduleSpecifier) ? [moduleSpecifier.text] : [];
  });
}

const built = (name: string) => fileURLToPath(new URL(`../../dist/${name}.js`, import.meta.url));
beforeAll(ensureBuilt);

describe.each(Object.entries(EXPORTS))("tamis/adapters/%s, as built", (name, names) => {
  it("exports the names in the guide, and imports no package", async () => {
    expect(Object.keys(await import(built(`adapters/${name}`))).sort()).toEqual(names);
    const outside = [...outsideOf(built(`adapters/${name}`))];
    expect(outside.length).toBeGreaterThan(2);
    expect(outside.filter((one) => !one.startsWith("node:"))).toEqual([]);
  });

  it("shares its code with tamis, so that policies and errors are the same", async () => {
    const { TamisError } = await import(built("index"));
    const own = Object.values(await import(built(`adapters/${name}`))) as ((...all: unknown[]) => unknown)[];
    for (const make of own) {
      const refused = { mask: { windowTurn: 1 } };
      expect(() => (make.name === "withTamis" ? make(() => {}, refused) : make(refused))).toThrow(TamisError);
    }
  });
});

it("tamis leaves all adapters but fetch to their entries, and imports no package", async () => {
  const adapters = Object.values(EXPORTS).flat();
  expect(Object.keys(await import(built("index"))).filter((name) => adapters.includes(name))).toEqual(["tamisFetch"]);
  expect([...outsideOf(built("index"))].filter((name) => !name.startsWith("node:"))).toEqual([]);
});

/** What a program prints that imports the built entry for Node. */
function printed(program: string): string {
  const entry = new URL("../../dist/node.js", import.meta.url).href;
  const source = program.replace('"tamis"', JSON.stringify(entry));
  return execFileSync(process.execPath, ["--input-type=module", "--eval", source], { encoding: "utf8" }).trim();
}

it("tamis works where the environment may not be read", () => {
  const program = `
    import { reduceBody } from "tamis";
    const refuse = (_, name) => { if (String(name).startsWith("TAMIS")) throw new Error("Requires env access"); };
    Object.defineProperty(process, "env", { value: new Proxy({}, { get: refuse, has: refuse, ownKeys: refuse }) });
    console.log(reduceBody(new TextEncoder().encode('{"messages":[]}')).report.wire);
  `;
  expect(printed(program)).toBe("openai-chat");
});
