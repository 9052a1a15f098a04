import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { adviseOnPrefix, logNameOf, readPrefixUsage } from "../../ts/agents/index.js";
import { claudeLog } from "../support/claude-log.js";
import { temporaryFolder, writeTo } from "../support/folder.js";

const MINUTE_MS = 60_000;
const START = Date.parse("2026-11-20T10:00:00Z");

function home(): string {
  const path = temporaryFolder();
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  vi.stubEnv("HOME", path);
  vi.stubEnv("CLAUDE_CONFIG_DIR", join(path, ".claude"));
  return path;
}
/** A log of Claude Code with one request for each of these: minutes after the start, tokens read and written. */
function log(
  requests: readonly [minute: number, read: number, written: number][],
  tool: string,
  cwd = "/srv/app",
  version = "2.1.197",
  terms: object = {},
): string {
  const answers = requests.map(([minute, read, written], at) => ({
    content: [{ type: "tool_use", id: `t${at}`, name: tool, input: {} }],
    model: "claude-sonnet-4-5",
    usage: {
      input_tokens: 10,
      cache_read_input_tokens: read,
      cache_creation_input_tokens: written,
      ...terms,
      output_tokens: 5,
    },
    more: { timestamp: new Date(START + minute * MINUTE_MS).toISOString() },
  }));
  return claudeLog("s", answers, { sessionId: "s", cwd, version });
}

describe("advice on an agent's prefix", () => {
  it("names servers that were never called, with how they are removed", async () => {
    const path = home();
    writeTo(
      join(path, ".claude/projects/app/s.jsonl"),
      log(
        [
          [0, 0, 9_000],
          [1, 9_000, 500],
        ],
        "mcp__used__find",
        join(path, "work"),
      ),
    );
    const around = { env: { CLAUDE_CONFIG_DIR: path }, args: [], cwd: join(path, "work"), home: path };
    writeTo(join(path, "work/.mcp.json"), '{"mcpServers":{"used":{},"idle":{}}}');
    writeTo(join(path, ".claude.json"), JSON.stringify({ projects: { [around.cwd]: { mcpServers: { local: {} } } } }));
    const usage = await readPrefixUsage(logNameOf("claude"), 0);
    expect([usage.sessions, usage.requests, usage.calls.get("mcp__used__find")]).toEqual([1, 2, 1]);
    const advice = adviseOnPrefix("claude", around, usage).filter(({ kind }) => kind === "server");
    expect(advice.map(({ fix }) => fix)).toEqual(["claude mcp remove idle", "claude mcp remove local"]);
    expect(advice[0]?.what).toContain("was never called in 1 session;");
    const elsewhere = { ...around, cwd: join(path, "other") };
    writeTo(join(path, "other/.mcp.json"), '{"mcpServers":{"new":{}}}');
    expect(adviseOnPrefix("claude", elsewhere, usage).filter(({ kind }) => kind === "server")).toEqual([]);
  });

  it.each([
    ["2.1.332", "Workflow, ReportFindings, ListAgents were never called in 1 session;", 1325 + 534 + 443],
    ["2.1.400", "Workflow, ReportFindings, ListAgents were never called", 1325 + 534 + 443],
    ["2.1.200", "Workflow, ReportFindings were never called", 4944 + 402],
    ["2.1.90", undefined, 0],
  ])("names tools that were never called, at what version %s sends of them", async (version, what, tokens) => {
    const path = home();
    const requests: [number, number, number][] = [
      [0, 0, 9_000],
      [1, 9_000, 0],
    ];
    writeTo(join(path, ".claude/projects/app/s.jsonl"), log(requests, "ScheduleWakeup", path, version));
    const usage = await readPrefixUsage(logNameOf("claude"), 0);
    const [advice] = adviseOnPrefix("claude", { env: {}, args: [], cwd: path, home: path }, usage);
    if (what === undefined) expect(advice).toBeUndefined();
    else
      expect(advice).toEqual({
        ...{ kind: "tools", what: expect.stringContaining(what), fix: "tamis claude --lean leaves them out" },
        dollars: expect.closeTo(((3.75 + 0.3) * tokens) / 1e6, 6),
      });
  });

  it("counts calls that a program of Codex's model makes", async () => {
    const path = home();
    vi.stubEnv("CODEX_HOME", join(path, ".codex"));
    const line = (type: string, payload: object) =>
      `${JSON.stringify({ timestamp: "2026-11-28T10:00:00Z", type, payload })}\n`;
    const usage = { input_tokens: 9, cached_input_tokens: 0, output_tokens: 1, total_tokens: 10 };
    const input = 'text(await tools.exec_command({ cmd: "ls" })); await tools.update_goal({ status: "complete" });';
    writeTo(
      join(path, ".codex/sessions/rollout-1.jsonl"),
      [
        line("session_meta", { id: "c", cwd: path, cli_version: "0.171.0" }),
        line("turn_context", { model: "gpt-6.2-sol" }),
        line("response_item", { type: "message", role: "user", content: [{ type: "input_text", text: "go" }] }),
        line("response_item", { type: "custom_tool_call", call_id: "a", name: "exec", input }),
        line("event_msg", { type: "token_count", info: { last_token_usage: usage, total_token_usage: usage } }),
        line("response_item", { type: "custom_tool_call_output", call_id: "a", output: "ok" }),
        line("response_item", { type: "message", role: "assistant", content: [{ type: "output_text", text: "done" }] }),
        line("event_msg", { type: "token_count", info: { last_token_usage: usage, total_token_usage: usage } }),
      ].join(""),
    );
    const { calls } = await readPrefixUsage(logNameOf("codex"), 0);
    expect([...calls.keys()]).toEqual(["exec", "exec_command", "update_goal"]);
  });

  it.each([
    ["by batch", { service_tier: "batch" }, 0.5 * (3.75 + 0.3)],
    ["in the US alone", { inference_geo: "us" }, 1.1 * (3.75 + 0.3)],
    ["with searches of the web", { server_tool_use: { web_search_requests: 9 } }, 3.75 + 0.3],
    ["for an hour", { cache_creation: { ephemeral_1h_input_tokens: 9_000 } }, 6 + 0.3],
  ])("prices what every request begins with as the requests were billed: %s", async (_, terms, dollars) => {
    const path = home();
    const requests: [number, number, number][] = [
      [0, 0, 9_000],
      [1, 9_000, 0],
    ];
    writeTo(join(path, ".claude/projects/app/s.jsonl"), log(requests, "Bash", path, "2.1.197", terms));
    const usage = await readPrefixUsage(logNameOf("claude"), 0);
    expect(usage.thousandTokens * 1000).toBeCloseTo(dollars, 6);
  });

  it("prices what every request begins with: written once, then read", async () => {
    const path = home();
    writeTo(
      join(path, ".claude/projects/app/s.jsonl"),
      log(
        [
          [0, 0, 9_000],
          [1, 9_000, 500],
        ],
        "Bash",
      ),
    );
    writeTo(join(path, "work/CLAUDE.md"), "Use tabs. ".repeat(400));
    const around = { env: { CLAUDE_CONFIG_DIR: join(path, "none") }, args: [], cwd: join(path, "work"), home: path };
    const usage = await readPrefixUsage(logNameOf("claude"), 0);
    expect(usage.thousandTokens).toBeCloseTo((3.75 + 0.3) / 1000, 6);
    const advice = adviseOnPrefix("claude", around, usage).find(({ kind }) => kind !== "tools");
    expect(advice).toMatchObject({ kind: "instructions", what: expect.stringContaining("work/CLAUDE.md is about") });
    expect(advice?.dollars).toBeGreaterThan(0.003);
  });

  it("tells a cache that has expired from one that was broken", async () => {
    const path = home();
    const requests: [number, number, number][] = [
      [0, 0, 10_000],
      [1, 10_000, 1_000],
      [20, 0, 12_000],
      [21, 0, 13_000],
      [22, 13_000, 500],
    ];
    writeTo(join(path, ".claude/projects/app/s.jsonl"), log(requests, "Bash"));
    const { expired, broken } = await readPrefixUsage(logNameOf("claude"), 0);
    expect(expired).toEqual({ requests: 1, dollars: expect.closeTo((11_010 * (3.75 - 0.3)) / 1e6, 4) });
    expect(broken).toEqual({ requests: 1, dollars: expect.closeTo((12_010 * (3.75 - 0.3)) / 1e6, 4) });
    const usage = { ...(await readPrefixUsage(logNameOf("claude"), 0)) };
    const advice = adviseOnPrefix("claude", { env: {}, args: [], cwd: path, home: path }, usage);
    expect(advice.map(({ kind }) => kind)).toEqual(["tools", "broken", "expired"]);
  });

  it("says nothing of servers where there are no logs, and reads no log of before", async () => {
    const path = home();
    writeTo(join(path, ".mcp.json"), '{"mcpServers":{"idle":{}}}');
    const usage = await readPrefixUsage(logNameOf("claude"), 0);
    expect(adviseOnPrefix("claude", { env: {}, args: [], cwd: path, home: path }, usage)).toEqual([]);
    writeTo(join(path, ".claude/projects/app/s.jsonl"), log([[0, 0, 9_000]], "Bash"));
    expect((await readPrefixUsage(logNameOf("claude"), START + MINUTE_MS)).sessions).toBe(0);
  });
});
