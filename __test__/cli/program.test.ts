import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { createProgram } from "../../ts/cli/program.js";
import { temporaryFolder } from "../support/folder.js";
import { chatRequest, cleanEnvironment, ensureBuilt, MAIN, tamis } from "./run-cli.js";

const folder = temporaryFolder();
const file = join(folder, "request.json");
writeFileSync(file, chatRequest(12));
const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));

describe("--version", () => {
  it.each([["--version"], ["-V"]])("%s prints the package's version", (flag) => {
    const { status, stdout, stderr } = tamis([flag]);
    expect({ status, text: stdout.toString(), stderr }).toEqual({ status: 0, text: `${version}\n`, stderr: "" });
  });

  it("loads one file of ours", () => {
    ensureBuilt();
    const coverage = join(folder, "coverage");
    spawnSync(process.execPath, [MAIN, "--version"], { env: { ...process.env, NODE_V8_COVERAGE: coverage } });
    const [name = ""] = readdirSync(coverage);
    const { result } = JSON.parse(readFileSync(join(coverage, name), "utf8")) as { result: { url: string }[] };
    expect(result.map(({ url }) => url).filter((url) => url.startsWith("file:"))).toEqual([pathToFileURL(MAIN).href]);
  });
});

describe("a command that cannot end", () => {
  it("fails instead of succeeding", () => {
    // Nothing is left to do, and what is awaited never comes.
    const hook = join(folder, "stuck.mjs");
    writeFileSync(
      hook,
      'Object.defineProperty(process, "stdin", { value: (async function* () { await new Promise(() => {}); })() });',
    );
    const { status } = tamis(["reduce"], { env: { NODE_OPTIONS: `--import ${pathToFileURL(hook).href}` } });
    expect(status).toBe(13);
  });
});

describe("help", () => {
  it.each(["reduce", "validate", "savings", "doctor", "completion"])("%s has examples", (command) => {
    const { status, stdout } = tamis([command, "--help"]);
    expect(status).toBe(0);
    expect(stdout.toString()).toMatch(new RegExp(`Usage: tamis ${command}[^]*Examples:\n  tamis ${command}`));
  });

  it("lists at most 18 commands on one screen, those that people call, and fails as wrong usage without a command", async () => {
    const help = tamis(["--help"]);
    expect(help.status).toBe(0);
    const lines = help.stdout.toString().trimEnd().split("\n");
    expect([lines.length <= 24, lines.filter((line) => line.length > 80)]).toEqual([true, []]);
    const listed = lines.flatMap((line) => /^ {2}([a-z, ]+?) {2,}/.exec(line)?.[1] ?? []);
    expect(listed.length).toBeLessThanOrEqual(18);
    const program = await createProgram();
    const called = program
      .createHelp()
      .visibleCommands(program)
      .map((command) => command.name());
    expect(listed.flatMap((names) => names.split(", ")).sort()).toEqual(
      called.filter((name) => name !== "help").sort(),
    );
    const bare = tamis([]);
    expect({ status: bare.status, stdout: bare.stdout.length }).toEqual({ status: 2, stdout: 0 });
    expect(bare.stderr).toContain("Usage: tamis");
  });

  it.each([
    ["stats", "reduce --stats FILE…"],
    ["simulate", "savings --recordings PATH…"],
    ["ledger", "why --ledger"],
  ])("%s says in one line how to do what it would", (command, instead) => {
    const { status, stdout, stderr } = tamis([command, "--help"]);
    expect({ status, stdout: stdout.toString() }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toBe(`tamis: there is no command ${command}: tamis ${instead}\n`);
  });

  it.each([[["nope"]], [["--nope"]], [["toString"]]])("%j is wrong usage", (args) => {
    const { status, stdout, stderr } = tamis(args);
    expect({ status, stdout: stdout.length }).toEqual({ status: 2, stdout: 0 });
    expect(stderr).toMatch(/^tamis: unknown/);
  });
});

describe("colours", () => {
  const runs: string[][] = [
    ["--help"],
    ["reduce", file, "--dry-run"],
    ["reduce", file, "--report"],
    ["reduce", "--diff", file],
    ["reduce", "--stats", file],
    ["doctor"],
  ];
  it.each(runs.map((args) => [args]))("prints no colours for %j unless the output is a terminal", (args) => {
    const { stdout, stderr } = tamis(args, { env: { CI: "1" } });
    expect(`${stdout.toString("utf8")}${stderr}`).not.toContain("\u001b");
  });

  it.each([
    [{ FORCE_COLOR: "1" }, true],
    [{ FORCE_COLOR: "0" }, false],
    [{ FORCE_COLOR: "false" }, false],
    [{ FORCE_COLOR: "" }, false],
    [{ FORCE_COLOR: "1", NO_COLOR: "1" }, false],
  ])("with %j prints colours into a pipe: %j", (env, isColoured) => {
    expect(
      tamis(["reduce", "--stats", file], { env: env as Record<string, string> }).stdout.includes("\u001b[1m"),
    ).toBe(isColoured);
  });

  const inTerminal = (env: Record<string, string>) =>
    spawnSync("script", ["-qec", `${process.execPath} ${MAIN} stats ${file}`, "/dev/null"], {
      env: { ...cleanEnvironment(), TERM: "xterm", ...env },
    });
  const hasScript = inTerminal({}).status === 0;
  it.skipIf(!hasScript)("prints colours in a terminal, unless NO_COLOR is set", () => {
    const bold = "\u001b[1m";
    expect(inTerminal({}).stdout.toString("utf8")).toContain(bold);
    expect(inTerminal({ NO_COLOR: "1" }).stdout.toString("utf8")).not.toContain(bold);
    expect(inTerminal({ TERM: "dumb" }).stdout.toString("utf8")).not.toContain(bold);
    expect(inTerminal({ FORCE_COLOR: "0" }).stdout.toString("utf8")).not.toContain(bold);
  });
});
