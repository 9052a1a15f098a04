import { utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import {
  agentProfiles,
  chooseLean,
  leanHindrance,
  leanItems,
  leaveOut,
  newestSession,
  type PrefixAgent,
  type PrefixUsage,
  resumedBy,
} from "../../ts/agents/index.js";
import { claudeLog } from "../support/claude-log.js";
import { temporaryFolder, writeTo } from "../support/folder.js";
import { planFor } from "./around.js";

const NONE = { requests: 0, dollars: 0 };
const OPTIONAL = ["Artifact", "Workflow", "ScheduleWakeup", "ReportFindings", "ListAgents"];

function usage(about: Partial<PrefixUsage> = {}): PrefixUsage {
  const empty = {
    sessions: 9,
    requests: 90,
    thousandTokens: 0.1,
    mainThousandTokens: 0.1,
    span: undefined,
    expired: NONE,
    broken: NONE,
  };
  return { ...empty, calls: new Map(), projects: new Map(), versions: new Map(), ...about };
}

function folder(files: Record<string, string> = {}): string {
  const path = temporaryFolder();
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  for (const [name, text] of Object.entries(files)) {
    writeTo(join(path, name), text);
  }
  return path;
}

const profileOf = (agent: PrefixAgent) => {
  const found = agentProfiles().find(({ name }) => name === agent);
  if (found === undefined) throw new Error(agent);
  return found;
};

/** Names that a launch leaves out. `work` is the folder of the launch, `home` the user's. */
function chosen(
  agent: PrefixAgent,
  about: {
    files?: Record<string, string>;
    args?: string[];
    usage?: PrefixUsage;
    keep?: string[];
    env?: Record<string, string>;
  },
) {
  const path = folder(about.files);
  const around = {
    ...{ env: about.env ?? {}, args: about.args ?? [] },
    ...{ cwd: join(path, "work"), home: join(path, "home") },
  };
  const items = leanItems(agent, around, about.usage ?? usage());
  return {
    names: chooseLean(profileOf(agent), items, agent, around, about.keep).map(({ name }) => name),
    hindrance: leanHindrance(profileOf(agent), agent, around),
  };
}

describe("the tools that a lean launch leaves out", () => {
  it("are those that most sessions never call", () => {
    expect(chosen("claude", {})).toEqual({ names: OPTIONAL, hindrance: undefined });
    expect(chosen("codex", {}).names).toEqual(["goals", "sleep_tool"]);
    expect(chosen("gemini", {}).names).toEqual(["list_background_processes", "read_background_output"]);
    expect(chosen("opencode", {}).names).toEqual(["webfetch"]);
  });

  it("are none that the logs have a call of", () => {
    const calls = new Map([
      ["Workflow", 2],
      ["Bash", 40],
    ]);
    expect(chosen("claude", { usage: usage({ calls }) }).names).toEqual(OPTIONAL.toSpliced(1, 1));
    const goals = new Map([["update_goal", 1]]);
    expect(chosen("codex", { usage: usage({ calls: goals }) }).names).toEqual(["sleep_tool"]);
  });

  it("are none that the user keeps, allows, or names in an argument", () => {
    const settings = JSON.stringify({
      permissions: { allow: ["Bash(git *)", "Workflow(deploy)"], ask: ["ListAgents"] },
    });
    const files = { "home/.claude/settings.json": settings };
    const args = ["-p", "write a summary with ReportFindings"];
    expect(chosen("claude", { files, args }).names).toEqual(["Artifact", "ScheduleWakeup"]);
    expect(chosen("claude", { keep: ["ListAgents"] }).names).not.toContain("ListAgents");
    expect(chosen("claude", { args: ["-p", "Workflows and ReportFindingsLater"] }).names).toEqual(OPTIONAL);
    const config = { "home/.config/opencode/opencode.json": '{"tools":{"webfetch":true}}' };
    expect(chosen("opencode", { files: config }).names).toEqual([]);
    expect(chosen("codex", { files: { "home/.codex/config.toml": "[features]\ngoals = true\n" } }).names).toEqual([
      "sleep_tool",
    ]);
  });

  it("are those of an MCP server after 5 sessions that never called it", () => {
    const files = { "home/.claude.json": '{"mcpServers":{"idle":{},"used":{},"odd name":{}}}' };
    const calls = new Map([["mcp__used__find", 1]]);
    const servers = (about: Partial<PrefixUsage>) =>
      chosen("claude", { files, usage: usage({ calls, ...about }) }).names.filter((name) => name.startsWith("mcp:"));
    expect(servers({ sessions: 5 })).toEqual(["mcp:idle"]);
    expect(servers({ sessions: 4 })).toEqual([]);
  });

  it("counts sessions of the folder for a server of the folder", () => {
    const path = folder({ "work/.mcp.json": '{"mcpServers":{"idle":{}}}' });
    const around = { env: {}, args: [], cwd: join(path, "work"), home: join(path, "home") };
    const names = (sessions: number) => {
      const items = leanItems("claude", around, usage({ projects: new Map([[around.cwd, sessions]]) }));
      return chooseLean(profileOf("claude"), items, "claude", around).map(({ name }) => name);
    };
    expect([names(4).includes("mcp:idle"), names(5).includes("mcp:idle")]).toEqual([false, true]);
  });

  it.each<[PrefixAgent, { args?: string[]; env?: Record<string, string> }, string]>([
    ["claude", { args: ["--tools", "Bash"] }, "--tools"],
    ["claude", { args: ["--settings", "none.json"] }, "cannot be read"],
    ["gemini", { env: { GEMINI_CLI_SYSTEM_DEFAULTS_PATH: "/mine.json" } }, "GEMINI_CLI_SYSTEM_DEFAULTS_PATH"],
  ])("are none where %s cannot be told: %j", (agent, about, what) => {
    expect(chosen(agent, about).hindrance).toContain(what);
  });
});

describe("how an agent is told", () => {
  const GATEWAY = "http://127.0.0.1:9";
  const names = ["Workflow", "mcp:my.server"];

  it("adds to the deny list of Claude Code's --settings, behind what the user has there", () => {
    const leave = leaveOut("claude", names);
    expect(planFor("claude").at(GATEWAY, undefined, leave).args).toEqual([
      "--settings",
      '{"permissions":{"deny":["Workflow","mcp__my_server"]}}',
    ]);
    const own = JSON.stringify({ model: "opus", permissions: { deny: ["Bash(rm *)", "Workflow"], allow: ["Read"] } });
    const plan = planFor("claude", { args: ["--settings", own, "-p", "x"] });
    const { args, own: rest } = plan.at(GATEWAY, undefined, leave);
    expect(JSON.parse(args[1] ?? "")).toEqual({
      model: "opus",
      permissions: { deny: ["Bash(rm *)", "Workflow", "mcp__my_server"], allow: ["Read"] },
    });
    expect([args.length, rest]).toEqual([2, ["-p", "x"]]);
  });

  it("keeps the base URL that goes into the same --settings", () => {
    const home = { ".claude/settings.json": '{"env":{"ANTHROPIC_BASE_URL":"https://router.example"}}' };
    const { args } = planFor("claude", { home }).at(GATEWAY, undefined, leaveOut("claude", ["Workflow"]));
    expect(JSON.parse(args[1] ?? "")).toEqual({
      env: { ANTHROPIC_BASE_URL: `${GATEWAY}/claude-messages` },
      permissions: { deny: ["Workflow"] },
    });
  });

  it("leaves a deny list alone that is no list", () => {
    const own = '{"permissions":{"deny":"all"}}';
    const { args } = planFor("claude", { args: ["--settings", own] }).at(GATEWAY, undefined, leaveOut("claude", names));
    expect(args[1]).toBe(own);
  });

  it("switches features and servers of Codex off in arguments", () => {
    const { args } = planFor("codex").at(GATEWAY, undefined, leaveOut("codex", ["goals", "mcp:docs"]));
    expect(args.slice(-4)).toEqual(["-c", "features.goals=false", "-c", "mcp_servers.docs.enabled=false"]);
  });

  it("writes Gemini CLI's lists into the launch's own file, beside what it has", () => {
    const leave = leaveOut("gemini", ["read_background_output", "mcp:docs"]);
    const lists = { tools: { exclude: ["read_background_output"] }, mcp: { excluded: ["docs"] } };
    const file = (env: Record<string, string>) => planFor("gemini", { env }).at(GATEWAY, undefined, leave).files;
    const [one, ...more] = file({ GEMINI_API_KEY: "k" });
    expect([one?.variable, more]).toEqual(["GEMINI_CLI_SYSTEM_DEFAULTS_PATH", []]);
    expect(JSON.parse(one?.text ?? "")).toEqual({ security: { auth: { selectedType: "gemini-api-key" } }, ...lists });
    expect(JSON.parse(file({})[0]?.text ?? "")).toEqual(lists);
  });

  it("sets opencode's tools to false, but for those that the user has set there", () => {
    const env = { OPENCODE_CONFIG_CONTENT: '{"tools":{"webfetch":true,"bash":false}}' };
    const { variables } = planFor("opencode", { env }).at(
      GATEWAY,
      undefined,
      leaveOut("opencode", ["webfetch", "mcp:my docs"]),
    );
    expect(JSON.parse(variables.OPENCODE_CONFIG_CONTENT ?? "").tools).toEqual({
      ...{ webfetch: true, bash: false },
      "my_docs_*": false,
    });
  });
});

describe("what arguments resume", () => {
  const ID = "898f6132-b307-4ddd-8b1f-a7c31daf9e01";
  const session = { kind: "session", id: ID };
  it.each<[PrefixAgent, string, unknown]>([
    ["claude", "-p go", { kind: "none" }],
    ["claude", "--continue", { kind: "last" }],
    ["claude", "-cp go", { kind: "last" }],
    ["claude", `--resume ${ID} -p go`, session],
    ["claude", `--resume=${ID}`, session],
    ["claude", `-r ${ID} --fork-session`, session],
    ["claude", "--resume", { kind: "unknown" }],
    ["claude", "-r -p go", { kind: "unknown" }],
    ["claude", "--resume login-bug", { kind: "unknown" }],
    ["claude", "--from-pr 12", { kind: "unknown" }],
    ["claude", "-p -- --continue", { kind: "none" }],
    ["codex", "-c model=x exec go", { kind: "none" }],
    ["codex", `resume ${ID}`, session],
    ["codex", `exec resume ${ID} go`, session],
    ["codex", "exec resume --last go", { kind: "last" }],
    ["codex", "resume", { kind: "unknown" }],
    ["gemini", "-p go", { kind: "none" }],
    ["gemini", "--resume latest", { kind: "last" }],
    ["gemini", "--resume", { kind: "last" }],
    ["gemini", "-r 5", { kind: "unknown" }],
    ["opencode", "run go", { kind: "none" }],
    ["opencode", "run -c go", { kind: "last" }],
    ["opencode", "run --session ses_ab1 go", { kind: "session", id: "ses_ab1" }],
  ])("%s %s", (agent, args, expected) => {
    expect(resumedBy(agent, args.split(" "))).toEqual(expected);
  });

  it("finds the newest conversation of a folder in the logs", async () => {
    const usage = { input_tokens: 1, output_tokens: 1 };
    const line = (sessionId: string, cwd: string, isSidechain = false) =>
      claudeLog(sessionId, [{ usage, model: "claude-opus-5-5" }], {
        ...{ sessionId, cwd, version: "2.1.332", timestamp: "2026-11-28T10:00:00Z", isSidechain },
      });
    const path = folder({
      "projects/a/old.jsonl": line("old", "/srv/a"),
      "projects/a/new.jsonl": line("new", "/srv/a"),
      "projects/a/new/subagents/agent-1.jsonl": line("sub", "/srv/a", true),
      "projects/b/other.jsonl": line("other", "/srv/b"),
    });
    vi.stubEnv("CLAUDE_CONFIG_DIR", path);
    const at = (name: string, seconds: number) => utimesSync(join(path, "projects", name), seconds, seconds);
    at("a/old.jsonl", 1_000);
    at("a/new.jsonl", 2_000);
    at("a/new/subagents/agent-1.jsonl", 3_000);
    at("b/other.jsonl", 4_000);
    expect(await newestSession("claude", "/srv/a")).toBe("new");
    expect(await newestSession("claude", "/srv/none")).toBeUndefined();
    expect(await newestSession("claude", "/srv/a", 2_500_000)).toBeUndefined();
  });
});
