// A launch by a user whose home may not be written: the agent works, and a line says what could not be kept.
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { json, startUpstream } from "../gateway/upstream.js";
import { writeTo } from "../support/folder.js";
import { MAIN } from "./run-cli.js";
import { ANSWER, ASK, agentIs, home, run } from "./scripted-agent.js";

/** The superuser may write everywhere: the launch is then another user's. */
const isRoot = process.getuid?.() === 0;
const OTHER = ["--reuid=65534", "--regid=65534", "--clear-groups"];
const mayRead = () => spawnSync("setpriv", [...OTHER, process.execPath, "--check", MAIN]).status === 0;
const problem =
  process.platform === "win32"
    ? "Windows has no such permissions"
    : isRoot && !mayRead()
      ? "no other user can be taken, or none may read the checkout"
      : undefined;
if (problem !== undefined) console.log(`a launch with a home that may not be written: not tested, ${problem}`);

describe.skipIf(problem !== undefined)("a home that may not be written", () => {
  it("does not keep an agent from its work; one line says what was not kept, and why", async () => {
    const locked = join(home, "locked");
    mkdirSync(locked, { mode: 0o555 });
    chmodSync(home, 0o755);
    const upstream = await startUpstream(json(ANSWER));
    onTestFinished(() => upstream.close());
    agentIs("claude", `${ASK.trimEnd().replace(/;$/, "")}.then(() => process.exit(7));`);
    const folders = { HOME: locked, XDG_CONFIG_HOME: locked, XDG_STATE_HOME: join(locked, "state") };
    const env = { ...folders, XDG_CACHE_HOME: join(locked, "cache"), ANTHROPIC_BASE_URL: upstream.url };
    const shell = isRoot ? `exec setpriv ${OTHER.join(" ")} "$@"` : undefined;
    const { status, stderr } = await run(["claude", "-p", "x"], env, undefined, shell);
    expect([status, upstream.arrived.length]).toEqual([7, 1]);
    const lines = stderr.split("\n").filter((line) => line.includes(locked));
    expect(lines.filter((line) => /the ledger was not written: .*permission denied/.test(line))).toHaveLength(1);
    expect(stderr).not.toMatch(/^ +at /m);
    // Nothing was reduced: there is nothing to remember.
    expect(stderr).not.toContain("a resumed conversation");
    const config = join(home, "own-config/tamis/tamis.toml");
    writeTo(config, '[originals]\nstore = "off"\n');
    // Thinking of this model is checked, so that there is something to remember.
    agentIs("claude", ASK.replaceAll("claude-sonnet-5", "claude-opus-5-5"));
    const withConfig = { ...env, XDG_CONFIG_HOME: join(home, "own-config") };
    const { stderr: reduced } = await run(["claude", "-p", "x"], withConfig, undefined, shell);
    expect(reduced.split("\n").filter((line) => line.includes("denied"))).toEqual([
      expect.stringMatching(/^tamis: what was reduced is not remembered .*; the ledger was not written: .*denied/),
    ]);
  });
});
