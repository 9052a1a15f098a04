import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROOT, read } from "../architecture/typescript-imports.js";
import { cleanEnvironment, ensureBuilt } from "../cli/run-cli.js";
import { fixtureFolder } from "./fixtures.js";
import { notRun } from "./not-run.js";
import { type Block, blocks } from "./pages.js";

const code = blocks.filter(({ language }) => language === "js" || language === "ts");
const isSignature = (block: Block) => block.hidden?.kind === "signature";
const runnable = code.filter((block) => !isSignature(block) && notRun(block) === undefined);

// Inside the project, so that `tamis` and the packages of others resolve as they do for an application.
let folder = "";
let problems: Map<Block, string[]>;
let outcomes: Map<Block, { error: string | null; lines: string[] }>;

beforeAll(() => {
  ensureBuilt();
  mkdirSync(join(ROOT, "build"), { recursive: true });
  folder = mkdtempSync(join(ROOT, "build", "docs-"));
  problems = compile();
  outcomes = runAll();
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A block as a whole program, as readers see it; a signature, with its hidden imports, as a type that the named value must have. */
function sourceOf(block: Block): string {
  if (!isSignature(block)) return `${block.code}\nexport {};\n`;
  const [, name = "", rest = ""] = /^([\w.]+)([\s\S]*)$/.exec(block.code) ?? [];
  return `${block.hidden?.text}\nexport const documented: { ${rest} } = ${name};\n`;
}

/** Each public entry and the source that it is built from. */
function sourcePaths(): Record<string, string[]> {
  const { exports } = JSON.parse(read("package.json")) as { exports: Record<string, string | { types: string }> };
  return Object.fromEntries(
    Object.entries(exports).flatMap(([name, target]) =>
      typeof target === "string"
        ? []
        : [[`tamis${name.slice(1)}`, [target.types.replace(/^\.\/dist\/(.*)\.d\.ts$/, `${ROOT}ts/$1.ts`)]]],
    ),
  );
}

// Implicit `any`: the pages' signatures leave out types that their tables give.
const UNTYPED = new Set([7005, 7006, 7008, 7010, 7019, 7031, 7034, 7051]);
// "Possibly undefined" and "is unknown": JavaScript may leave such checks to its reader.
const LEFT_TO_READERS = new Set([2531, 2532, 2533, 2571, 18046, 18047, 18048, 18049]);
// "Is not assignable": a program that another test runs as JavaScript need not satisfy the types of Express and Fastify.
const LEFT_TO_RUNNING = new Set([2322, 2339, 2345]);
// `{ role: "user" }` in a variable has a role of the type string, in TypeScript's eyes.
const WIDENED = /Type 'string' is not assignable to type '"/;

function matters({ page, language }: Block, { code: number, messageText }: ts.Diagnostic): boolean {
  if (UNTYPED.has(number)) return false;
  if (language === "ts") return true;
  if (LEFT_TO_READERS.has(number) || WIDENED.test(ts.flattenDiagnosticMessageText(messageText, "\n"))) return false;
  return page !== "docs/adapters.md" || !LEFT_TO_RUNNING.has(number);
}

/** One TypeScript program of all blocks: what is wrong with each. */
function compile(): Map<Block, string[]> {
  const files = new Map(code.map((block, at) => [join(folder, `block-${at}.ts`), block]));
  for (const [file, block] of files) writeFileSync(file, sourceOf(block));
  const { options } = ts.convertCompilerOptionsFromJson(
    JSON.parse(read("tsconfig.json")).compilerOptions as object,
    ROOT,
  );
  const program = ts.createProgram([...files.keys()], {
    ...options,
    noEmit: true,
    noUncheckedIndexedAccess: false,
    noUnusedLocals: false,
    noUnusedParameters: false,
    verbatimModuleSyntax: false,
    paths: sourcePaths(),
  });
  return new Map(
    [...files].map(([file, block]) => {
      const source = program.getSourceFile(file);
      const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
        .filter((problem) => matters(block, problem))
        .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
      return [block, found];
    }),
  );
}

/** All programs in one process, each in a folder with the fixtures. */
function runAll(): Map<Block, { error: string | null; lines: string[] }> {
  const jobs = runnable.map((block, at) => {
    const file = join(folder, `run-${at}.mjs`);
    const compilerOptions = { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext };
    writeFileSync(file, ts.transpileModule(sourceOf(block), { compilerOptions }).outputText);
    return { file, folder: fixtureFolder() };
  });
  const list = join(folder, "jobs.json");
  writeFileSync(list, JSON.stringify(jobs));
  const runner = fileURLToPath(new URL("run-blocks.mjs", import.meta.url));
  const { stdout, stderr } = spawnSync(process.execPath, [runner, list], {
    env: { ...cleanEnvironment(), OPENAI_API_KEY: "none" },
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (stdout === "") throw new Error(`the programs ended their process: ${stderr}`);
  const results = JSON.parse(stdout) as { error: string | null; lines: string[] }[];
  return new Map(runnable.map((block, at) => [block, results[at] ?? { error: "it did not run", lines: [] }]));
}

/** What a page says that `console.log` prints: the comment behind it, or the comment on the next line. */
function promised({ code: text }: Block): string[] {
  return [...text.matchAll(/^.*console\.log\(.*\);(?: \/\/ (.*)|\n\/\/ (.*))$/gm)]
    .map(([, behind, below]) => behind ?? below ?? "")
    .filter((line) => !line.startsWith("for example: "));
}

describe("JavaScript and TypeScript of the pages", () => {
  it("is found", () => {
    expect(code.length).toBeGreaterThan(40);
    expect(runnable.length).toBeGreaterThan(20);
  });

  it.each(code)("$place compiles against the package's own types", (block) => {
    expect(problems.get(block)).toEqual([]);
  });

  it.each(runnable)("$place runs, and prints what it says", (block) => {
    const { error, lines } = outcomes.get(block) ?? { error: "it did not run", lines: [] };
    expect(error).toBeNull();
    for (const line of promised(block)) expect(lines).toContain(line);
  });
});
