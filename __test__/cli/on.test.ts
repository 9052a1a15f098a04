// tamis on and off in a home of their own, with a script in the place of systemctl.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/folder.js";
import { MAIN, tamis } from "./run-cli.js";
import { freePort, usedPort, writeSystemctl } from "./systemctl.js";

function machine(exitCode = 0) {
  const home = temporaryFolder();
  const bin = join(home, "bin");
  mkdirSync(bin);
  const { calls, unit } = writeSystemctl({ home, bin, exitCode });
  const env = {
    ...{ HOME: home, XDG_CONFIG_HOME: "", XDG_STATE_HOME: "", CLAUDE_CONFIG_DIR: "", CODEX_HOME: "" },
    PATH: `${bin}${delimiter}${process.env.PATH}`,
  };
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = tamis(args, { env });
    return { status, text: `${stdout.toString()}${stderr}` };
  };
  const called = () => (existsSync(calls) ? readFileSync(calls, "utf8").trim().split("\n") : []);
  return { home, run, called, unit, settings: join(home, ".claude/settings.json") };
}

describe.skipIf(process.platform !== "linux")("tamis on", () => {
  it("shows what it would do, and changes nothing unless it is told to", () => {
    const { run, called, unit, settings } = machine();
    const { status, text } = run("on", "claude");
    expect(status).toBe(1);
    for (const part of [unit, "run: systemctl --user enable --now tamis.service", "env.ANTHROPIC_BASE_URL", "--yes"])
      expect(text).toContain(part);
    expect([existsSync(unit), existsSync(settings), called()]).toEqual([false, false, []]);
  });

  it("starts one service for all agents, and off leaves nothing", async () => {
    const { home, run, called, unit, settings } = machine();
    const before = readdirSync(home).sort();
    const free = await freePort();
    expect(run("on", "claude", "--yes", "--port", free).status).toBe(0);
    expect(run("on", "codex", "--yes").status).toBe(0);
    expect(called()).toEqual(["--user daemon-reload", "--user enable --now tamis.service"]);
    expect(readFileSync(unit, "utf8")).toContain(`gateway --ledger --port ${free}`);
    // A launch does not send its requests through the service once more.
    const routes = (agent: string) => JSON.parse(run("doctor", "--agent", agent, "--json").text).routes;
    const vendors = (path: string) => expect.objectContaining({ path, url: "where the configuration says" });
    expect(routes("claude")).toEqual([vendors("/anthropic")]);
    expect(routes("codex")).toContainEqual(vendors("/openai/v1"));
    expect(JSON.stringify(routes("codex"))).not.toContain("127.0.0.1");
    expect(run("on", "claude", "--yes").text).toContain(`claude is on already, at port ${free}`);
    expect(run("off", "claude").text).toContain("claude is off");
    expect([existsSync(settings), existsSync(unit)]).toEqual([false, true]);
    expect(run("off").text).toContain("the service is gone");
    expect([existsSync(unit), existsSync(join(home, ".codex"))]).toEqual([false, false]);
    expect(called().slice(-2)).toEqual(["--user disable --now tamis.service", "--user daemon-reload"]);
    expect(
      readdirSync(home)
        .sort()
        .filter((name) => !before.includes(name)),
    ).toEqual([".config", ".local", "calls"]);
    expect(run("off").text).toBe("nothing is on\n");
  });

  it("changes nothing where the service cannot be started, or the settings say otherwise", async () => {
    const free = await freePort();
    const failing = machine(1);
    expect(failing.run("on", "claude", "--yes", "--port", free)).toMatchObject({
      status: 1,
      text: expect.stringContaining("failed; nothing was changed"),
    });
    expect([existsSync(failing.unit), existsSync(failing.settings)]).toEqual([false, false]);
    const set = machine();
    mkdirSync(join(set.home, ".claude"));
    writeFileSync(set.settings, '{"env":{"ANTHROPIC_BASE_URL":"https://llm.example"}}');
    expect(set.run("on", "claude", "--yes", "--port", free).text).toContain("sets env.ANTHROPIC_BASE_URL already");
    expect([existsSync(set.unit), set.called()]).toEqual([false, []]);
  });

  it("changes nothing where another program has the port, or the service does not answer", async () => {
    const { run, unit, settings } = machine();
    const { port: taken } = await usedPort();
    expect(run("on", "claude", "--yes", "--port", taken)).toMatchObject({
      status: 1,
      text: expect.stringContaining(`port ${taken} is in use; nothing was changed`),
    });
    const free = await freePort();
    expect(run("on", "claude", "--yes", "--port", free).status).toBe(0);
    expect(run("doctor", "--agent", "claude").text).toContain(`http://127.0.0.1:${free} (tamis on), which answers`);
    spawnSync(join(settings, "../../bin/systemctl"), ["--user", "disable"]);
    expect(run("doctor", "--agent", "claude")).toMatchObject({
      status: 1,
      text: expect.stringContaining("which does not answer, so that it reaches no model: `tamis off` is the way back"),
    });
    expect(existsSync(unit)).toBe(true);
  });

  it("refuses to make a service of a program in the cache of npx", () => {
    const { home } = machine();
    const folder = join(home, ".npm/_npx/1a2b/node_modules");
    mkdirSync(folder, { recursive: true });
    symlinkSync(dirname(dirname(dirname(MAIN))), join(folder, "tamis"));
    const { status, stderr } = spawnSync(process.execPath, [join(folder, "tamis/dist/cli/main.cjs"), "on", "claude"], {
      env: { ...process.env, HOME: home },
      encoding: "utf8",
    });
    expect([status, stderr]).toEqual([1, expect.stringContaining("npm install -g tamis")]);
  });

  it("names the agents that it can turn on", () => {
    expect(machine().run("on", "gemini", "--yes")).toMatchObject({
      status: 2,
      text: expect.stringContaining("these have: claude, codex, opencode"),
    });
  });
});
