// tamis on and off in a home of their own, with a script in the place of systemctl that notes how it is called.
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/folder.js";
import { tamis } from "./run-cli.js";

function machine(exitCode = 0) {
  const home = temporaryFolder();
  const [bin, calls] = [join(home, "bin"), join(home, "calls")];
  mkdirSync(bin);
  const script = `#!/bin/sh\n[ "$1" = --version ] && exit 0\necho "$@" >> "${calls}"\nexit ${exitCode}\n`;
  writeFileSync(join(bin, "systemctl"), script);
  chmodSync(join(bin, "systemctl"), 0o755);
  const env = {
    ...{ HOME: home, XDG_CONFIG_HOME: "", XDG_STATE_HOME: "", CLAUDE_CONFIG_DIR: "", CODEX_HOME: "" },
    PATH: `${bin}${delimiter}${process.env.PATH}`,
  };
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = tamis(args, { env });
    return { status, text: `${stdout.toString()}${stderr}` };
  };
  const called = () => (existsSync(calls) ? readFileSync(calls, "utf8").trim().split("\n") : []);
  const unit = join(home, ".config/systemd/user/tamis.service");
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

  it("starts one service for all agents, and off leaves nothing", () => {
    const { home, run, called, unit, settings } = machine();
    const before = readdirSync(home).sort();
    expect(run("on", "claude", "--yes").status).toBe(0);
    expect(run("on", "codex", "--yes").status).toBe(0);
    expect(called()).toEqual(["--user daemon-reload", "--user enable --now tamis.service"]);
    expect(readFileSync(unit, "utf8")).toContain("gateway --ledger --port 7337");
    expect(run("on", "claude", "--yes").text).toContain("claude is on already, at port 7337");
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

  it("changes nothing where the service cannot be started, or the settings say otherwise", () => {
    const failing = machine(1);
    expect(failing.run("on", "claude", "--yes")).toMatchObject({
      status: 1,
      text: expect.stringContaining("failed; nothing was changed"),
    });
    expect([existsSync(failing.unit), existsSync(failing.settings)]).toEqual([false, false]);
    const set = machine();
    mkdirSync(join(set.home, ".claude"));
    writeFileSync(set.settings, '{"env":{"ANTHROPIC_BASE_URL":"https://llm.example"}}');
    expect(set.run("on", "claude", "--yes").text).toContain("sets env.ANTHROPIC_BASE_URL already");
    expect([existsSync(set.unit), set.called()]).toEqual([false, []]);
  });

  it("names the agents that it can turn on", () => {
    expect(machine().run("on", "gemini", "--yes")).toMatchObject({
      status: 2,
      text: expect.stringContaining("these have: claude, codex, opencode"),
    });
  });
});
