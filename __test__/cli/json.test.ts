// Programs that call the command: `--json` on every command, and what each prints with it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { createProgram } from "../../ts/cli/program.js";
import { temporaryFolder } from "../support/folder.js";
import { piped, useModelServer } from "./chat/run-chat.js";
import { chatRequest, cleanEnvironment, MAIN, tamis } from "./run-cli.js";
import { freePort, writeSystemctl } from "./systemctl.js";

/** Commands whose output has a form that others have set. */
const WITHOUT = {
  completion: "a shell's script",
  man: "roff",
  hook: "the agent's own JSON",
  mcp: "JSON-RPC",
};

const root = temporaryFolder();
const home = join(root, "home");
const bin = join(root, "bin");
for (const folder of [home, bin]) mkdirSync(folder);
writeFileSync(join(root, "request.json"), chatRequest(12));
writeFileSync(join(root, "settings.json"), tamis(["config", "export"], { env: { HOME: home } }).stdout);

const env = {
  ...{ HOME: home, XDG_CONFIG_HOME: "", XDG_STATE_HOME: "", XDG_DATA_HOME: "", CLAUDE_CONFIG_DIR: "", CODEX_HOME: "" },
  PATH: `${bin}${delimiter}${process.env.PATH}`,
};
const run = (args: readonly string[], input = "") => tamis([...args, "--json"], { env, cwd: root, input });

/** Every command that does something, by its words. */
function commandsOf(command: Command, words: string[] = []): { words: string; command: Command }[] {
  const below = command.commands.flatMap((one) => commandsOf(one, [...words, one.name()]));
  return words.length > 0 && command.commands.length === 0 ? [{ words: words.join(" "), command }] : below;
}

const commands = commandsOf(await createProgram());

it.each(commands.filter(({ words }) => !(words in WITHOUT)))("tamis $words has --json", ({ command }) => {
  expect(command.options.map(({ long }) => long)).toContain("--json");
});

describe("one JSON value on stdout", () => {
  it.each<[string, string[]]>([
    ["config init", ["config", "init", "--output", "own.toml"]],
    ["config show", ["config", "show"]],
    ["config schema", ["config", "schema"]],
    ["config export", ["config", "export"]],
    ["config get", ["config", "get"]],
    ["config set", ["config", "set", "mask.windowTurns", "12", "--dry-run"]],
    ["config unset", ["config", "unset", "provider", "--dry-run"]],
    ["config migrate", ["config", "migrate", "--dry-run"]],
    ["config import", ["config", "import", "settings.json", "--dry-run"]],
    ["config validate", ["config", "validate"]],
    ["plugin install", ["plugin", "install", "claude"]],
    ["plugin uninstall", ["plugin", "uninstall", "claude"]],
    ["off, where nothing is on", ["off"]],
    ["why --ledger --clear", ["why", "--ledger", "--clear"]],
    ["doctor", ["doctor"]],
    ["models", ["models"]],
    ["reduce --stats", ["reduce", "--stats", "request.json"]],
    ["validate", ["validate", "request.json"]],
    ["reduce --diff", ["reduce", "--diff", "request.json"]],
    ["reduce --dry-run", ["reduce", "request.json", "--dry-run"]],
  ])("tamis %s", (_what, args) => {
    const { status, stdout, stderr } = run(args);
    expect({ status, stderr }).toMatchObject({ status: 0 });
    expect(typeof JSON.parse(stdout.toString())).toBe("object");
  });

  it("tamis status-line", () => {
    const { stdout } = run(["status-line"], '{"session_id":"none"}');
    expect(JSON.parse(stdout.toString())).toMatchObject({ requests: 0, cost: 0, removed: 0 });
  });
});

it.skipIf(process.platform !== "linux")(
  "tamis on and off say what they did, and the plan where they were not told to",
  async () => {
    writeSystemctl({ home, bin });
    const port = await freePort();
    const read = (...args: string[]) => {
      const { status, stdout } = run(args);
      return { status, said: JSON.parse(stdout.toString()) };
    };
    const on = (...more: string[]) => read("on", "claude", "--port", port, ...more);
    const planned = on();
    expect(planned).toMatchObject({ status: 1, said: { agent: "claude", port: Number(port), isOn: false } });
    expect(planned.said.plan.length).toBeGreaterThan(1);
    expect(on("--yes")).toMatchObject({ status: 0, said: { agent: "claude", isOn: true } });
    expect(on("--yes").said).toEqual({ agent: "claude", port: Number(port), isOn: true, plan: [] });
    const { said } = read("off", "claude");
    expect(said.off).toMatchObject([{ agent: "claude", isExact: true }]);
    expect(said.service).toMatch(/tamis\.service$/);
  },
);

it("tamis run tells of the run in one line on stderr, because stdout is the command's", () => {
  const args = ["run", "--no-ledger", "--json", "--", process.execPath, "-e", "console.log('own'); process.exit(3)"];
  const { status, stdout, stderr } = tamis(args, { env, cwd: root });
  expect([status, stdout.toString()]).toEqual([3, "own\n"]);
  const said = JSON.parse(stderr);
  expect(said).toMatchObject({ mode: "reduce", exitCode: 3, requests: 0, input: 0 });
  expect(said.notes[0]).toContain("no request came");
});

it("tamis gateway says in one line where it listens", async () => {
  const child = spawn(process.execPath, [MAIN, "gateway", "--port", "0", "--json"], {
    env: { ...cleanEnvironment(), ...env },
    cwd: root,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [chunk] = await once(child.stdout, "data");
  child.kill();
  await once(child, "exit");
  expect(JSON.parse(String(chunk))).toMatchObject({
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    files: [],
  });
});

describe("tamis chat", () => {
  const chat = useModelServer();

  it("says each answer and note in one line", async () => {
    chat.server.script([{ text: "First\nanswer." }]);
    const args = ["--base-url", `${chat.server.url}/v1`, "--model", "m", "--no-store", "--json"];
    const { status, stdout, stderr } = await piped(args, "one\n/stats\n", {});
    expect([status, stderr]).toEqual([0, ""]);
    const lines = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines).toMatchObject([{ answer: "First\nanswer." }, { result: expect.stringContaining("tokens") }]);
  });
});

it("has no colours in JSON, also where they are forced", () => {
  const { stdout } = tamis(["doctor", "--json"], { env: { ...env, FORCE_COLOR: "1" } });
  expect(stdout.toString()).not.toContain("\u001b");
});
