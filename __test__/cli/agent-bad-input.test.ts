// Agents that do not do what their profiles expect: they work as without Tamis, and a line says what happened.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { json, startUpstream } from "../gateway/upstream.js";
import { MAIN, tamis } from "./run-cli.js";
import { ANSWER, ASK, agentIs, bin, home, run } from "./scripted-agent.js";

/** A provider that takes its time. */
async function upstreamAfter(ms: number) {
  const answer = json(ANSWER);
  const upstream = await startUpstream((request, response) => {
    setTimeout(() => answer(request, response), ms);
  });
  onTestFinished(() => upstream.close());
  return upstream;
}

/** An agent that starts a process of its own, and ends before that has its answer, which goes to a file. */
const leaving = (file: string) => `
if (process.argv[2] === "left") {
  ${ASK.trimEnd().replace("(r) => r.text()", `async (r) => require("node:fs").writeFileSync(${JSON.stringify(file)}, r.status + (await r.text()))`)}
} else {
  const { spawn } = require("node:child_process");
  spawn(process.execPath, [__filename, "left"], { detached: true, stdio: "ignore" }).unref();
  setTimeout(() => process.exit(7), 1_000);
}`;

describe.skipIf(process.platform === "win32")("an agent", () => {
  it("of an unknown version runs all the same; doctor shows the version beside those that were tried", async () => {
    agentIs(
      "claude",
      `if (process.argv.includes("--version")) console.log("99.0.1 (Claude Code)"); else process.exit(8);`,
    );
    const { status, stderr } = await run(["claude", "-p", "x"]);
    expect(status).toBe(8);
    expect(stderr).toMatch(
      /^tamis: no request came through the gateway; `tamis doctor --agent claude` shows what leads them past it\n$/,
    );
    const env = { HOME: home, PATH: bin, ANTHROPIC_BASE_URL: "" };
    expect(tamis(["doctor", "--agent", "claude"], { env }).stdout.toString()).toMatch(
      /installed +99\.0\.1 \(tried with 2\.1/,
    );
  });

  it("of an unknown version that refuses an argument of the launch ends with its own words and exit code", async () => {
    agentIs("claude", `console.error("error: unknown option '" + process.argv[2] + "'"); process.exit(1);`);
    const { status, stderr } = await run(["claude", "-p", "x"]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^error: unknown option '--allowedTools=.*'\ntamis: no request came through the gateway/);
  });

  it("replaces itself in mid-session: its newer version goes on through the gateway, with its words and exit code", async () => {
    const upstream = await upstreamAfter(0);
    const ask = `${ASK.trimEnd().replace(/;$/, "")}`;
    const newer = `#!${process.execPath}\n${ask}.then((text) => { console.log("newer", text.length); process.exit(6); });`;
    agentIs(
      "claude",
      `const fs = require("node:fs");
${ask}.then(() => {
  fs.rmSync(__filename);
  fs.writeFileSync(__filename, ${JSON.stringify(newer)}, { mode: 0o755 });
  const { status } = require("node:child_process").spawnSync(__filename, { stdio: "inherit" });
  process.exit(status);
});`,
    );
    const { status, stdout, stderr } = await run(["claude"], { ANTHROPIC_BASE_URL: upstream.url });
    expect([status, stdout, upstream.arrived.length]).toEqual([6, `newer ${JSON.stringify(ANSWER).length}\n`, 2]);
    expect(stderr).toContain("tamis: 2 requests: 10,200 input tokens");
  });

  it("has a plugin of another version: what that starts never fails, and a line says which version it is", async () => {
    const env = { HOME: home, PATH: bin, ANTHROPIC_BASE_URL: "", XDG_STATE_HOME: join(home, "plugin-state") };
    const event = JSON.stringify({
      session_id: "s",
      tool_name: "Bash",
      tool_input: {},
      tool_response: { stdout: "x" },
    });
    for (const words of [
      ["hook", "--newer", "claude"],
      ["hook", "claude", "--newer=1"],
      ["status-line", "--newer"],
    ])
      expect([words, tamis(words, { env, input: event }).status]).toEqual([words, 0]);
    expect(tamis(["plugin", "install", "claude"], { env }).status).toBe(0);
    const doctor = () => tamis(["doctor", "--agent", "claude"], { env }).stdout.toString();
    expect(doctor()).toMatch(/\nplugin +of Tamis \d+\.\d+\.\d+\n/);
    const manifest = join(home, ".claude/skills/tamis/.claude-plugin/plugin.json");
    const written = readFileSync(manifest, "utf8");
    writeFileSync(manifest, written.replace(/"version": "[^"]+"/, '"version": "99.0.0"'));
    expect(doctor()).toMatch(/\nplugin +of Tamis 99\.0\.0, this is \S+: `tamis plugin install claude` renews it\n/);
    agentIs("claude", "process.exit(7);");
    const { status, stderr } = await run(["claude"]);
    expect([status, stderr]).toEqual([
      7,
      expect.stringMatching(/\ntamis: claude's plugin is of Tamis 99\.0\.0, this is /),
    ]);
    expect(tamis(["plugin", "install", "claude"], { env }).status).toBe(0);
    expect(readFileSync(manifest, "utf8")).toBe(written);
  });

  it("has a plugin whose program is gone, as after an update: doctor says what is not there", () => {
    const env = { HOME: home, PATH: bin, ANTHROPIC_BASE_URL: "", XDG_STATE_HOME: join(home, "plugin-state") };
    const doctor = () => tamis(["doctor", "--agent", "claude"], { env }).stdout.toString();
    for (const file of ["skills/tamis/hooks/hooks.json", "settings.json"]) {
      expect(tamis(["plugin", "install", "claude"], { env }).status).toBe(0);
      expect(doctor()).toMatch(/\nplugin +of Tamis \d+\.\d+\.\d+\n/);
      const path = join(home, ".claude", file);
      writeFileSync(path, readFileSync(path, "utf8").replaceAll(MAIN, "/gone/main.cjs"));
      expect(doctor()).toMatch(
        /\nplugin +of Tamis \S+, \/gone\/main\.cjs, which it starts, is not there: `tamis plugin install claude` renews it\n/,
      );
    }
  });

  it("works as without Tamis where its launch has no place for a file", async () => {
    const name = "pi";
    agentIs(name, `process.exit(process.env.TAMIS_GATEWAY_URL === undefined ? 9 : 1);`);
    const closed = join(home, "closed");
    writeFileSync(closed, "");
    const env = { XDG_STATE_HOME: closed };
    const { status, stderr } = await run(["run", "--", name, "-p", "x"], env);
    expect(status).toBe(9);
    expect(stderr).toMatch(
      new RegExp(`^tamis: ${name} is started directly, and nothing is reduced: cannot write to .*closed/tamis: .+\n$`),
    );
    const asked = await run(["run", "--max-cost", "1", "--", name, "-p", "x"], env);
    expect(asked.status).not.toBe(9);
    expect(asked.stderr).toMatch(/--max-cost cannot be had here: cannot write to .*; nothing was started\n$/);
  });

  it("leaves a process behind, which still gets the answer that it waits for; a line says so", async () => {
    const file = join(home, "left-answer");
    const upstream = await upstreamAfter(4_000);
    agentIs("claude", leaving(file));
    const { status, stderr } = await run(["claude"], { ANTHROPIC_BASE_URL: upstream.url });
    expect(status).toBe(7);
    expect(existsSync(file) && readFileSync(file, "utf8")).toBe(`200${JSON.stringify(ANSWER)}`);
    expect(stderr).toMatch(
      /^tamis: claude has ended, but a process that it left still asks its model, and is served until it ends; Ctrl-C cuts it off\n/,
    );
    expect(stderr).toContain("1 request: 5,100 input tokens");
    expect(stderr).not.toContain("from now on does not reach its model");
  });

  it.runIf(process.platform === "linux")(
    "goes on in a process of its own: that is served until it ends, with pauses and from its first request on",
    async () => {
      const file = join(home, "forked-answers");
      const upstream = await upstreamAfter(0);
      const ask = ASK.trimEnd()
        .replace(/;$/, "")
        .replace(/fetch\(/, "const ask = () => fetch(");
      const forked = `
if (process.argv[2] !== "forked") {
  require("node:child_process").spawn(process.execPath, [__filename, "forked"], { detached: true, stdio: "ignore" }).unref();
  process.exit(0);
}
${ask};
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
pause(700).then(ask).then(() => pause(2_500)).then(ask).then((text) => require("node:fs").writeFileSync(${JSON.stringify(file)}, text));`;
      agentIs("claude", forked);
      const { status, stderr } = await run(["claude"], { ANTHROPIC_BASE_URL: upstream.url });
      expect([status, upstream.arrived.length]).toEqual([0, 2]);
      expect(readFileSync(file, "utf8")).toBe(JSON.stringify(ANSWER));
      expect(stderr).toContain("tamis: 2 requests: 10,200 input tokens");
    },
  );

  it("leaves a process behind that never asks its model: nothing waits long for that", async () => {
    agentIs(
      "claude",
      `require("node:child_process").spawn("sleep", ["20"], { detached: true, stdio: "ignore" }).unref(); process.exit(4);`,
    );
    const startedAt = performance.now();
    const { status, stderr } = await run(["claude"]);
    expect([status, stderr.includes("left")]).toEqual([4, false]);
    expect(performance.now() - startedAt).toBeLessThan(15_000);
  });

  it("leaves a process behind whose answer never comes: a signal ends it", async () => {
    const upstream = await upstreamAfter(60_000);
    agentIs("claude", leaving(join(home, "no-answer")));
    const shell = '"$@" & echo $! > run.pid; wait $!; exit $?';
    const { status } = await run(
      ["claude"],
      { ANTHROPIC_BASE_URL: upstream.url },
      (text) => {
        if (text.includes("Ctrl-C cuts it off\n") && !text.includes("running asks"))
          process.kill(Number(readFileSync(join(home, "run.pid"), "utf8")), "SIGTERM");
      },
      shell,
    );
    expect(status).toBe(7);
  });
});
