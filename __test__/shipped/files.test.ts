// Files that are not what they should be, at each command that reads or writes them: of a repository, of another form, cut off, a
// folder in a file's place.
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { tamis } from "../cli/run-cli.js";
import { ANSWER, ASK } from "../cli/scripted-agent.js";
import { json, startUpstream } from "../gateway/upstream.js";
import { folderWith, homeAt, launch } from "./shipped.js";

const onWindows = process.platform === "win32";
const STACK = /^ +at |TypeError|RangeError|node:internal/m;

/** An agent of this name that asks its provider once and ends with 7, in a home with these files; a provider that answers. */
async function agentWith(files: Record<string, string>) {
  const script = `#!${process.execPath}\n${ASK.trimEnd().replace(/;$/, "")}.then(() => process.exit(7));`;
  const home = folderWith({ "bin/claude": script, ...files });
  chmodSync(join(home, "bin/claude"), 0o755);
  const upstream = await startUpstream(json(ANSWER));
  onTestFinished(() => upstream.close());
  const env = { PATH: `${join(home, "bin")}${delimiter}${process.env.PATH}`, ANTHROPIC_BASE_URL: upstream.url };
  return { home, upstream, start: (cwd = home) => launch(["claude", "-p", "x"], { cwd, home, env }) };
}

/** All that is old goes at once. */
const OWN = 'preset = "safe"\n[mask]\nwindow_turns = 6\nmin_chars = 100\n[cache]\nstrategy = "every-turn"\n';

describe("a repository's files", () => {
  const sentIn = async (files: Record<string, string>) => {
    const { upstream, start } = await agentWith({ ".config/tamis/tamis.toml": OWN });
    expect((await start(folderWith(files))).status).toBe(7);
    return upstream.arrived[0]?.body.length ?? 0;
  };
  let alone: number | undefined;

  it.each([
    '[mask.tools."*"]\nwindow_turns = 0\nkeep_errors = false\n',
    '[cache]\nstrategy = "every-turn"\n',
    '[cache]\nthinking = "drop"\n',
    "[mask]\nwindow_turns = 0\nmin_chars = 0\n",
    'preset = "strong"\n',
  ])("remove no more than without them: %s", { timeout: 30_000 }, async (text) => {
    alone ??= await sentIn({});
    expect(await sentIn({ "tamis.toml": text })).toBeGreaterThanOrEqual(alone);
    expect(alone).toBeLessThan(ASK.length);
  });

  it("do not choose where key and body go, and a line names the one that would", { timeout: 30_000 }, async () => {
    const { upstream, start } = await agentWith({});
    const elsewhere = { env: { ANTHROPIC_BASE_URL: "http://elsewhere.example" } };
    const { status, stderr } = await start(folderWith({ ".claude/settings.json": JSON.stringify(elsewhere) }));
    expect([status, upstream.arrived.length]).toEqual([7, 1]);
    expect(stderr).toMatch(/settings\.json.*elsewhere\.example/);
  });
});

describe.skipIf(onWindows)("what a launch remembers", () => {
  const STATE = ".local/state/tamis/sessions.json";
  it.each([
    ["empty", ""],
    ["cut off", '{"format":"tamis-sessions-1","sess'],
    ["of a newer form", '{"format":"tamis-sessions-99","sessions":{"a":1}}'],
    ["of another kind", "[1,2,3]"],
    ["no text", "\u0000\ud83d\u0001"],
  ])("keeps no agent from its work where the file is %s", { timeout: 60_000 }, async (_, text) => {
    const { home, upstream, start } = await agentWith({ [STATE]: text });
    const { status, stderr } = await start();
    expect([status, upstream.arrived.length, STACK.exec(stderr)]).toEqual([7, 1, null]);
    expect(existsSync(join(home, STATE))).toBe(true);
  });

  it.each([
    ["the state's file", STATE, ["doctor"]],
    ["the user's configuration", ".config/tamis/tamis.toml", ["doctor", "config show", "config validate"]],
    ["the agent's settings", ".claude/settings.json", ["doctor"]],
    ["the agent's own file", ".claude.json", ["doctor"]],
    ["the ledger", ".local/state/tamis/ledger.db", ["doctor", "why --ledger", "savings"]],
  ])("is clear where a folder is in the place of %s", { timeout: 30_000 }, async (_, path, commands) => {
    const { home, upstream, start } = await agentWith({});
    mkdirSync(join(home, path), { recursive: true });
    const { status, stderr } = await start();
    expect(STACK.exec(stderr)).toBeNull();
    // Only what the user wrote for us may keep a launch from starting.
    if (path.endsWith(".toml")) expect([status, stderr]).toEqual([2, expect.stringMatching(/tamis\.toml.*folder/)]);
    else expect([status, upstream.arrived.length]).toEqual([7, 1]);
    for (const command of commands) {
      const { status, stderr, stdout } = tamis(command.split(" "), { cwd: home, env: homeAt(home) as never });
      expect([command, [0, 1, 2].includes(status ?? 9), STACK.exec(`${stderr}${stdout}`)]).toEqual([
        command,
        true,
        null,
      ]);
    }
  });
});

describe("a command that is killed while it saves", () => {
  it("blocks no later save and leaves nothing of its own", { timeout: 60_000 }, async () => {
    const home = folderWith({});
    const set = (value: number, killAfterMs?: number) =>
      launch(["config", "set", "mask.windowTurns", String(value)], {
        ...{ cwd: home, home },
        ...(killAfterMs === undefined ? {} : { killAfterMs }),
      });
    for (let at = 0; at < 8; at++) await set(at + 2, 120 + 40 * at);
    expect(await set(30)).toMatchObject({ status: 0 });
    const folder = join(home, ".config/tamis");
    expect(readFileSync(join(folder, "tamis.toml"), "utf8")).toMatch(/window_turns = 30/);
    expect(readdirSync(folder).filter((name) => !/^tamis(\.schema)?\.(toml|json)$/.test(name))).toEqual([]);
    rmSync(folder, { recursive: true });
    writeFileSync(folder, "a file in the folder's place");
    const { status, stderr } = await set(3);
    expect([status, STACK.exec(stderr)]).toEqual([1, null]);
  });
});
