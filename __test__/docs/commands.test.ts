import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { beforeAll, describe, expect, it } from "vitest";
import { createProgram } from "../../ts/cli/program.js";
import { ROOT, read } from "../architecture/typescript-imports.js";
import { cleanEnvironment, ensureBuilt, MAIN } from "../cli/run-cli.js";
import { fixtureFolder } from "./fixtures.js";
import { FOREIGN, NOT_STARTED, NPM_COMMANDS } from "./not-run.js";
import { blocks, pages } from "./pages.js";

const scripts = blocks.filter(({ language }) => language === "sh");
const npmScripts = (JSON.parse(read("package.json")) as { scripts: Record<string, string> }).scripts;

/** What bash made of one command of a block: its name and arguments, after quotes and variables. */
type Argv = string[];
interface Outcome {
  status: number | null;
  stderr: string;
  commands: Argv[];
}

let outcomes: Outcome[] = [];

// Two at a time: each is a row of processes that mostly wait for Node to start.
beforeAll(async () => {
  ensureBuilt();
  outcomes = Array.from(scripts, () => ({ status: null, stderr: "", commands: [] }));
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < scripts.length; at = next++) outcomes[at] = await runScript(scripts[at]?.code ?? "");
  };
  await Promise.all([worker(), worker()]);
}, 300_000);

// A stand-in that ended before it has read its input would break the pipe of the program before it.
const DRAIN = "while IFS= read -r _; do :; done";

/**
 * Runs a block in bash, in a folder with the fixtures, where the only programs are stand-ins: each writes down its
 * arguments; the one of `tamis` then starts the built command.
 */
async function runScript(code: string): Promise<Outcome> {
  const folder = fixtureFolder();
  const bin = join(folder, ".bin");
  const log = join(folder, ".log");
  mkdirSync(bin);
  writeFileSync(log, "");
  const standIn = (name: string, then = "") => {
    // In one write: both sides of a pipe write at once.
    const record = `printf -v line '%s\\2' ${name} "$@"; printf '%s\\1' "$line" >> '${log}'`;
    writeFileSync(join(bin, name), `#!/bin/bash\n${record}\n${then}\n`);
    chmodSync(join(bin, name), 0o755);
  };
  const start = `exec '${process.execPath}' '${MAIN}' "$@"`;
  const held = NOT_STARTED.map(
    ({ command }) =>
      `held='${command.source.replaceAll("\\b", "($|[^a-z])")}'; [[ "tamis $*" =~ $held ]] && { ${DRAIN}; exit 0; }`,
  );
  standIn("tamis", [...held, start].join("\n"));
  standIn("npx", `[ "$1" = tamis ] && shift && exec tamis "$@"`);
  for (const name of ["npm", "node", ...Object.keys(FOREIGN)]) standIn(name, DRAIN);
  const script = `set -euo pipefail\ntrap 'echo "failed: $BASH_COMMAND" >&2' ERR\n${code}\n`;
  const env = { ...cleanEnvironment(), HOME: folder, PATH: bin, TAMIS_LOG_LEVEL: "silent" };
  const child = spawn("/bin/bash", ["-c", script], { cwd: folder, env, stdio: ["ignore", "ignore", "pipe"] });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text) => (stderr += text));
  const [status] = (await once(child, "close")) as [number | null];
  const commands = readFileSync(log, "utf8").split("\u0001").filter(Boolean);
  return { status, stderr, commands: commands.map((line) => line.split("\u0002").slice(0, -1)) };
}

/** Checks a command by what there is: options of ours, scripts of npm, files of node. Throws where one is wrong. */
async function check([name = "", ...args]: Argv): Promise<void> {
  if (name === "tamis") await parse(args);
  else if (name === "npm") checkNpm(args);
  else if (name === "node")
    expect(args.filter((arg) => arg.endsWith(".mjs") && !existsSync(join(ROOT, arg)))).toEqual([]);
  else if (name === "npx")
    expect(args[0] === "tamis" || existsSync(join(ROOT, "node_modules/.bin", args[0] ?? ""))).toBe(true);
  else expect(FOREIGN).toHaveProperty([name]);
}

/** Lets the product's own program read a command line; nothing is carried out. */
async function parse(args: readonly string[]): Promise<void> {
  const program = await createProgram();
  const silence = (command: Command): void => {
    command.exitOverride().configureOutput({ writeErr: () => {} });
    if (command.commands.length === 0 || command.registeredArguments.length > 0) command.action(() => {});
    for (const child of command.commands) silence(child);
  };
  silence(program);
  await program.parseAsync(args, { from: "user" });
}

/** `npm ci`, `npm test`, `npm run SCRIPT -- --only PART`. */
function checkNpm([command = "", ...rest]: readonly string[]): void {
  if (NPM_COMMANDS.has(command)) return;
  const script = command === "run" ? (rest[0] ?? "") : command;
  expect(Object.keys(npmScripts)).toContain(script);
  const options = rest.slice(rest.indexOf("--") + 1).filter((arg) => arg.startsWith("--"));
  const source = sourceOf(script);
  for (const option of options) expect(source, `${script} ${option}`).toContain(option.slice(2));
  const parts = rest.includes("--only") ? (rest[rest.indexOf("--only") + 1] ?? "").split(",") : [];
  for (const part of parts) expect(partsOf(script), script).toContain(part);
}

/** The text of the program behind an npm script and of the files next to it. */
function sourceOf(script: string): string {
  const file = /node (\S+\/)[\w.-]+$/.exec(npmScripts[script] ?? "")?.[1];
  if (file === undefined) return "";
  const sources = readdirSync(join(ROOT, file)).filter((name) => /\.(mjs|ts)$/.test(name));
  return sources.map((name) => read(`${file}${name}`)).join("\n");
}

const PARTS: Readonly<Record<string, string>> = {
  bench: "benches/parts",
  "test:system": "__test__/system",
  "test:long": "__test__/long",
};

const partsOf = (script: string) =>
  readdirSync(join(ROOT, PARTS[script] ?? "__test__")).map((name) => name.split(".")[0] ?? "");

describe("commands of the pages", () => {
  it("are found", () => {
    expect(scripts.length).toBeGreaterThan(15);
  });

  it.each(scripts.map((script, at) => ({ ...script, at })))(
    "those of $place run, and every option exists",
    async (script) => {
      const outcome = outcomes[script.at];
      expect({ status: outcome?.status, stderr: outcome?.stderr }).toMatchObject({ status: 0 });
      expect(outcome?.commands.length).toBeGreaterThan(0);
      for (const argv of outcome?.commands ?? []) await check(argv);
    },
  );
});

describe("commands inside sentences and tables", () => {
  const found = pages.flatMap((page) =>
    [
      ...read(page)
        .replace(/^( *)```[\s\S]*?^\1```$/gm, "")
        .matchAll(/`(?:npx )?(tamis|npm) ([a-z][^`]*)`/g),
    ].map(([, program = "", rest = ""]) => ({ page, program, rest: rest.replace(/\\\|/g, "|") })),
  );

  it("are found", () => {
    expect(found.length).toBeGreaterThan(80);
  });

  it.each(found)("$page: $program $rest", async ({ program, rest }) => {
    const words = rest.split(/[\s[\]]+/).filter((word) => word !== "" && word !== "…");
    if (program === "npm") return checkNpm(words);
    let command: Command | undefined = await createProgram();
    for (const word of words) {
      const child: Command | undefined = command?.commands.find((one) => one.name() === word);
      if (child === undefined) break;
      command = child;
    }
    expect(command?.parent, "a command of tamis").not.toBeNull();
    const known = command?.options.flatMap(({ short, long }) => [short, long]) ?? [];
    const end = words.indexOf("--");
    const used = words.slice(0, end < 0 ? undefined : end).filter((word) => /^--?[a-z]/.test(word));
    for (const option of used.map((word) => word.replace(/=.*$/, ""))) expect([...known, "--help"]).toContain(option);
  });
});
