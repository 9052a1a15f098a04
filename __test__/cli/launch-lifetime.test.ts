// Launches that set the lifetime of the agent's cache by the logs of its sessions.
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { agentProfiles } from "../../ts/agents/index.js";
import { json, startUpstream } from "../gateway/upstream.js";
import { writeTo } from "../support/folder.js";
import { pausedLog } from "../support/paused-log.js";
import { ANSWER, ASK, agentIs, home, run, SHOW } from "./scripted-agent.js";

const KEY = { ANTHROPIC_API_KEY: "k", CLAUDE_CONFIG_DIR: "" };
const PROJECTS = join(home, ".claude/projects");
const REMEMBERED = join(home, "state/tamis/cache-lifetimes.json");
const DAY_MS = 86_400_000;

/** Five sessions with pauses of ten minutes, or with those given. */
function putLogs(pauses: readonly number[] = [60, 600, 60, 600], isSubAgent = false): void {
  for (let day = 1; day <= 5; day++) {
    const file = join(PROJECTS, `app/${isSubAgent ? "sub" : "main"}${day}.jsonl`);
    mkdirSync(dirname(file), { recursive: true });
    const id = `${isSubAgent}${day}${pauses.length}`;
    writeFileSync(file, pausedLog({ id, start: Date.now() - day * DAY_MS, pauses, isSubAgent }));
  }
}

/** What Claude Code would be told. */
async function launch(args: readonly string[] = [], env: Record<string, string> = {}) {
  agentIs("claude", SHOW);
  const { status, stdout, stderr } = await run(["claude", ...args], { ...KEY, ...env });
  const given = (JSON.parse(stdout) as { env: Record<string, string> }).env;
  const { CLAUDE_CODE_PROMPT_CACHE_TTL: main, CLAUDE_CODE_SUBAGENT_PROMPT_CACHE_TTL: subAgents } = given;
  return { status, main, subAgents, line: stderr.split("\n").find((line) => line.includes("cache")) };
}

// On a busy machine the time that a start has for logs may be too short, even for these.
describe.skipIf(process.platform === "win32")("a launch of Claude Code", { retry: 3 }, () => {
  beforeEach(() => {
    for (const path of [PROJECTS, REMEMBERED, join(home, "tamis")]) rmSync(path, { recursive: true, force: true });
  });

  it("asks for an hour where that would have cost less, and says why and how to switch it off", async () => {
    putLogs();
    const { status, main, subAgents, line } = await launch();
    expect([status, main, subAgents]).toEqual([0, "1h", undefined]);
    expect(line).toMatch(
      /^tamis: the prompt cache is kept for 1 hour instead of 5 minutes: on 5 sessions of the last 30 days that would have cost \$\d+\.\d\d less, \d\d\.\d % of everything paid; `tamis config set run\.cache_lifetime client` leaves it to Claude Code$/,
    );
  });

  it("asks for it for sub-agents apart", async () => {
    putLogs([60, 60, 60]);
    putLogs([60, 600, 60, 600], true);
    const { main, subAgents, line } = await launch();
    expect([main, subAgents]).toEqual([undefined, "1h"]);
    expect(line).toContain("the prompt cache of sub-agents is kept for 1 hour");
  });

  it.each<[string, readonly string[], Record<string, string>]>([
    ["without a key", [], { ANTHROPIC_API_KEY: "" }],
    ["with a login's token", [], { CLAUDE_CODE_OAUTH_TOKEN: "t" }],
    ["with a choice of the user's", [], { FORCE_PROMPT_CACHING_5M: "1" }],
    ["where it answers once", ["-p", "x"], {}],
    ["with settings of the user's", ["--settings", "{}"], {}],
  ])("leaves it alone %s", async (_, args, env) => {
    putLogs();
    expect(await launch(args, env)).toEqual({ status: 0, main: undefined, subAgents: undefined, line: undefined });
  });

  it("leaves it alone where the configuration says so, and where nothing is reduced", async () => {
    putLogs();
    agentIs("claude", SHOW);
    for (const flag of ["--observe", "--shadow"])
      expect((await run(["claude", flag], KEY)).stdout).not.toContain("PROMPT_CACHE_TTL");
    expect((await run(["config", "set", "run.cache_lifetime", "client"])).status).toBe(0);
    expect(readFileSync(join(home, "tamis/tamis.toml"), "utf8")).toContain('cache_lifetime = "client"');
    expect((await run(["config", "get", "run.cache_lifetime"])).stdout).toBe("client\n");
    expect(await launch()).toMatchObject({ status: 0, main: undefined, line: undefined });
    expect((await run(["config", "unset", "run.cacheLifetime"])).status).toBe(0);
    expect(await launch()).toMatchObject({ main: "1h" });
  });

  it("leaves it alone where requests follow each other closely, where there are no logs, and few", async () => {
    expect(await launch()).toMatchObject({ status: 0, main: undefined, line: undefined });
    rmSync(REMEMBERED, { force: true });
    putLogs([60, 60, 60]);
    expect(await launch()).toMatchObject({ status: 0, main: undefined, line: undefined });
  });

  it("remembers for a day what the logs say", async () => {
    putLogs();
    expect(await launch()).toMatchObject({ main: "1h" });
    rmSync(PROJECTS, { recursive: true });
    expect(await launch()).toMatchObject({ main: "1h" });
    const old = readFileSync(REMEMBERED, "utf8").replace(/"at":(\d+)/, (_, at) => `"at":${Number(at) - DAY_MS}`);
    writeFileSync(REMEMBERED, old);
    expect(await launch()).toMatchObject({ main: undefined });
    writeFileSync(REMEMBERED, '{"claude":{"at":');
    putLogs();
    expect(await launch()).toMatchObject({ status: 0, main: "1h" });
  });

  it("keeps nothing with --no-ledger", async () => {
    putLogs();
    agentIs("claude", SHOW);
    expect((await run(["claude", "--no-ledger"], KEY)).stdout).toContain('"CLAUDE_CODE_PROMPT_CACHE_TTL":"1h"');
    expect(existsSync(REMEMBERED)).toBe(false);
  });

  it("gives a resumed session the lifetime that it has", async () => {
    const id = "11111111-2222-4333-8444-555555555551";
    const put = (isHourly: boolean) => {
      const file = join(PROJECTS, `app/${id}.jsonl`);
      writeTo(file, pausedLog({ id, start: Date.now() - 120_000, pauses: [60], isHourly }));
    };
    putLogs();
    put(false);
    expect(await launch(["--resume", id])).toMatchObject({ main: undefined, line: undefined });
    rmSync(PROJECTS, { recursive: true });
    rmSync(REMEMBERED, { force: true });
    put(true);
    const { main, line } = await launch(["--resume", id]);
    expect([main, line]).toEqual([
      "1h",
      "tamis: the prompt cache is kept for 1 hour, as this session's was; `tamis config set run.cache_lifetime client` leaves it to Claude Code",
    ]);
  });

  it("says at the end that both bills are as sent, and claims nothing of the hour", async () => {
    putLogs();
    const usageOf = (hour: number) => ({
      ...ANSWER.usage,
      cache_creation: { ephemeral_1h_input_tokens: hour, ephemeral_5m_input_tokens: 90 - hour },
    });
    const upstream = await startUpstream(json({ ...ANSWER, usage: usageOf(90) }));
    onTestFinished(() => upstream.close());
    const claude = agentProfiles().find(({ name }) => name === "claude");
    const profile = join(home, "claude.json");
    const routes = claude?.routes.map((route) => ({ ...route, url: upstream.url, own: [] }));
    writeFileSync(profile, JSON.stringify({ ...claude, routes }));
    agentIs("claude", ASK);
    const ask = async (env: Record<string, string> = KEY) =>
      (await run(["run", "--profile", profile, "--", "claude"], env)).stderr;
    const stderr = await ask();
    // 10 fresh tokens, 5,000 read, 90 written for an hour and 40 of output, at 2, 0.2, 4 and 10 dollars a million.
    expect(stderr).toMatch(/ billed, \$0\.0018; without tamis about /);
    expect(stderr).toContain(
      "tamis: the prompt cache was kept for 1 hour, as this launch asked: both bills have its writes at the price of an hour; what that saved or cost is in neither, and tamis savings compares it\n",
    );
    expect(await ask({ ...KEY, FORCE_PROMPT_CACHING_5M: "1" })).not.toContain("prompt cache");
    upstream.respond = json({ ...ANSWER, usage: usageOf(0) });
    expect(await ask()).toContain(
      "tamis: this launch asked for a prompt cache of 1 hour, and no answer was billed for one: this version of Claude Code may not know CLAUDE_CODE_PROMPT_CACHE_TTL\n",
    );
  });

  it("starts all the same where logs cannot be read", async () => {
    mkdirSync(join(PROJECTS, "app/folder.jsonl"), { recursive: true });
    writeFileSync(join(PROJECTS, "app/broken.jsonl"), '{"type":"assistant","message":{"usage":');
    mkdirSync(join(PROJECTS, "closed"));
    chmodSync(join(PROJECTS, "closed"), 0);
    onTestFinished(() => chmodSync(join(PROJECTS, "closed"), 0o755));
    expect(await launch()).toMatchObject({ status: 0, main: undefined, line: undefined });
  });
});
