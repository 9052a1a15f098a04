// Whether a launch may set the lifetime of the provider's cache, and what a resumed session needs.
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { agentProfiles, lifetimeToKeep, readHours } from "../../ts/agents/index.js";
import { temporaryFolder, writeTo } from "../support/folder.js";
import { type PausedSession, pausedLog } from "../support/paused-log.js";
import { type Around, planFor } from "./around.js";

const KEY = { ANTHROPIC_API_KEY: "k" };
const settings = (value: object): Around => ({ env: KEY, home: { ".claude/settings.json": JSON.stringify(value) } });

describe("the lifetime of Claude Code's cache", () => {
  it.each<[string, Around]>([
    ["a key in the environment", { env: KEY }],
    ["a token of a gateway's", { env: { ANTHROPIC_AUTH_TOKEN: "t" } }],
    ["a program that gives the key", { home: { ".claude/settings.json": '{"apiKeyHelper":"./key.sh"}' } }],
    ["a key in the settings", { home: { ".claude/settings.json": '{"env":{"ANTHROPIC_API_KEY":"k"}}' } }],
  ])("may be set where requests are billed to a key: %s", (_, around) => {
    expect(planFor("claude", around).cacheLifetime?.variables).toEqual({
      main: "CLAUDE_CODE_PROMPT_CACHE_TTL",
      subAgents: "CLAUDE_CODE_SUBAGENT_PROMPT_CACHE_TTL",
    });
  });

  it.each<[string, Around]>([
    ["no sign of a key", {}],
    ["a token of a subscription", { env: { ...KEY, CLAUDE_CODE_OAUTH_TOKEN: "t" } }],
    ["a login beside the key", { env: KEY, home: { ".claude.json": '{"oauthAccount":{"accountUuid":"a"}}' } }],
    ["a login that cannot be read", { env: KEY, home: { ".claude.json": '{"oauthAccount":' } }],
    ["settings that cannot be read", { env: KEY, home: { ".claude/settings.json": "{" } }],
    ["Bedrock", { env: { ...KEY, CLAUDE_CODE_USE_BEDROCK: "1" } }],
  ])("is the provider's choice: %s", (_, around) => {
    expect(planFor("claude", around).cacheLifetime).toBeUndefined();
  });

  it.each<[string, Around]>([
    ["promptCacheTtl", settings({ promptCacheTtl: "5m" })],
    ["subagentPromptCacheTtl", settings({ subagentPromptCacheTtl: "1h" })],
    ["a variable in the settings", settings({ env: { FORCE_PROMPT_CACHING_5M: "1" } })],
    ["a variable for an hour", { env: { ...KEY, ENABLE_PROMPT_CACHING_1H: "0" } }],
    ["a variable for five minutes", { env: { ...KEY, FORCE_PROMPT_CACHING_5M: "1" } }],
    ["the variable itself", { env: { ...KEY, CLAUDE_CODE_PROMPT_CACHE_TTL: "5m" } }],
    ["that of sub-agents", { env: { ...KEY, CLAUDE_CODE_SUBAGENT_PROMPT_CACHE_TTL: "5m" } }],
    ["settings of this start", { env: KEY, args: ["--settings", "{}"] }],
    ["settings of this start that cannot be read", { env: KEY, args: ["--settings=none.json"] }],
    ["the project's settings", { env: KEY, workspace: { ".claude/settings.json": '{"promptCacheTtl":"1h"}' } }],
    ["a server of the user's", { env: { ...KEY, ANTHROPIC_BASE_URL: "https://llm.example" } }],
    ["a server in the gateway's configuration", { env: KEY, configured: ["anthropic"] }],
  ])("is the user's choice: %s", (_, around) => {
    expect(planFor("claude", around).cacheLifetime).toBeUndefined();
  });

  it("does not exist for agents that have no such setting", () => {
    expect(planFor("codex", { env: { OPENAI_API_KEY: "k" } }).cacheLifetime).toBeUndefined();
  });
});

const MINUTE_MS = 60_000;
const NOW = Date.parse("2026-11-28T12:00:00Z");
let home = "";

beforeEach(() => {
  home = temporaryFolder();
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  vi.stubEnv("HOME", home);
  vi.stubEnv("CLAUDE_CONFIG_DIR", "");
  vi.stubEnv("XDG_CONFIG_HOME", join(home, ".config"));
});

/** A log that was written last so many minutes ago, when its only pauses end. */
function put(session: Omit<PausedSession, "start" | "pauses">, minutesAgo: number, pauses: readonly number[] = [60]) {
  const end = NOW - minutesAgo * MINUTE_MS;
  const start = end - pauses.reduce((sum, one) => sum + one, 0) * 1000;
  const file = join(home, ".claude/projects/app", `${session.id}.jsonl`);
  writeTo(file, pausedLog({ ...session, start, pauses }));
  utimesSync(file, end / 1000, end / 1000);
  return file;
}

const profile = agentProfiles().find(({ name }) => name === "claude")?.cacheLifetime;
if (profile === undefined) throw new Error("no lifetime in the profile");
const keep = (args: readonly string[], cwd = "/srv/app") => lifetimeToKeep(profile, { args, cwd, now: NOW });
const [ONE, TWO] = ["11111111-2222-4333-8444-555555555551", "11111111-2222-4333-8444-555555555552"];

describe("a session that goes on", () => {
  it("keeps the lifetime that it has, while its cache is there", async () => {
    put({ id: ONE, isHourly: true }, 40);
    put({ id: TWO }, 3);
    expect(await keep(["--resume", ONE])).toBe("hour");
    expect(await keep([`--resume=${TWO}`, "-p", "x"])).toBe("client");
    expect(await keep(["-r", TWO])).toBe("client");
    expect(await keep(["x"])).toBeUndefined();
    expect(await keep(["--", "--resume", ONE])).toBeUndefined();
  });

  it("is new and answers once where nobody is waited for, so that an hour has nothing to bridge", async () => {
    for (const args of [
      ["-p", "x"],
      ["--print", "x"],
      ["x", "-p"],
    ])
      expect(await keep(args)).toBe("client");
    expect(await keep(["--", "-p"])).toBeUndefined();
    put({ id: ONE, isHourly: true }, 61);
    expect(await keep(["-p", "x", "--resume", ONE])).toBeUndefined();
  });

  it("is as free as a new one once its cache has expired", async () => {
    put({ id: ONE, isHourly: true }, 61);
    put({ id: TWO }, 6);
    expect(await keep(["--resume", ONE])).toBeUndefined();
    expect(await keep(["--resume", TWO])).toBeUndefined();
  });

  it("is the newest of its folder with --continue", async () => {
    put({ id: ONE, isHourly: true }, 20);
    put({ id: TWO, cwd: "/srv/other" }, 3);
    expect(await keep(["--continue"])).toBe("hour");
    expect(await keep(["-pc", "go"], "/srv/other")).toBe("client");
    expect(await keep(["-c"], "/srv/third")).toBeUndefined();
  });

  it("is left to the agent where it is chosen from a list, and they differ", async () => {
    put({ id: ONE, isHourly: true }, 20);
    expect(await keep(["--resume"])).toBe("hour");
    put({ id: TWO }, 3);
    expect(await keep(["--resume"])).toBe("client");
  });

  it("is left to the agent where its log says nothing of it", async () => {
    writeFileSync(put({ id: ONE, isHourly: true }, 0), "no log\n");
    utimesSync(join(home, ".claude/projects/app", `${ONE}.jsonl`), NOW / 1000, NOW / 1000);
    expect(await keep(["--resume", ONE])).toBe("client");
  });
});

describe("logs at a start", () => {
  const IDLE = [60, 600, 60, 600];

  it("say that an hour pays, from those of the last 30 days", async () => {
    for (let day = 0; day < 5; day++) put({ id: `s${day}` }, day * 24 * 60, IDLE);
    expect((await readHours(profile, { now: NOW, mostMs: 60_000 })).hours.main?.sessions).toBe(5);
    expect(await readHours(profile, { now: NOW + 27 * 24 * 60 * MINUTE_MS })).toEqual({ hours: {}, isWhole: true });
  });

  it("are read from the newest on, for as long as there is time", async () => {
    for (let day = 0; day < 9; day++) put({ id: `s${day}` }, day * 24 * 60, IDLE);
    expect(await readHours(profile, { now: NOW, mostMs: 0 })).toEqual({ hours: {}, isWhole: false });
  });

  it("may be missing or unreadable", async () => {
    expect(await readHours(profile, { now: NOW })).toEqual({ hours: {}, isWhole: true });
    mkdirSync(join(home, ".claude/projects/app/s.jsonl"), { recursive: true });
    writeFileSync(join(home, ".claude/projects/app/t.jsonl"), "\u0000\u0001{");
    expect(await readHours(profile, { now: Date.now() })).toEqual({ hours: {}, isWhole: true });
  });
});
