// What `tamis savings` says of tools that stand in front of every request and were never called.
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { claudeLog } from "../support/claude-log.js";
import { temporaryFolder, writeTo } from "../support/folder.js";
import { tamis } from "./run-cli.js";

const DAY_MS = 86_400_000;
const START = Date.parse("2026-11-01T08:00:00Z");

/** A session of Claude Code with a request a day, each of which reads 40,000 tokens from the cache. */
function log(
  session: string,
  about: { tool?: string; days?: number; isSidechain?: boolean; entrypoint?: string } = {},
): string {
  const { tool = "Bash", days = 11, isSidechain = false, entrypoint } = about;
  const front = { sessionId: session, cwd: "/srv/app", version: "2.1.332", isSidechain, entrypoint };
  const usage = { input_tokens: 9, cache_read_input_tokens: 40_000, output_tokens: 9 };
  const answers = Array.from({ length: days }, (_, day) => ({
    content: [{ type: "tool_use", id: `${session}-${day}`, name: tool, input: {} }],
    ...{ usage, more: { timestamp: new Date(START + day * DAY_MS).toISOString() } },
  }));
  return claudeLog(session, answers, front);
}

/** `tamis savings` in front of these logs, by file. */
function savings(logs: Record<string, string>, args: string[] = [], files: Record<string, string> = {}) {
  const home = temporaryFolder();
  const all = Object.fromEntries(Object.entries(logs).map(([name, text]) => [`.claude/projects/x/${name}`, text]));
  for (const [name, text] of Object.entries({ ...all, ...files })) {
    writeTo(join(home, name), text);
  }
  const env = { HOME: home, XDG_STATE_HOME: join(home, "state"), CLAUDE_CONFIG_DIR: join(home, ".claude") };
  const { status, stdout } = tamis(["savings", ...args], { env, cwd: home });
  return { status, stdout: stdout.toString("utf8") };
}

const five = (about: Parameters<typeof log>[1] = {}) =>
  Object.fromEntries(["a", "b", "c", "d", "e"].map((name) => [`${name}.jsonl`, log(name, about)]));

/** Dollars for a thousand tokens that 55 requests read from the cache, at 0.5 dollars for a million. */
const THOUSAND = (55 * 0.5) / 1000;

describe("tamis savings of tools that were never called", () => {
  it("names them, with their dollars a month, and the command that leaves them out", () => {
    const { stdout, status } = savings(five());
    expect(status).toBe(0);
    expect(stdout).toContain(
      "Tools: tamis claude --lean leaves out Workflow, ScheduleWakeup, ReportFindings, ListAgents",
    );
    expect(stdout).toContain("about 3,438 tokens of every request");
    expect(stdout).toContain("Tools that claude never called in 5 sessions");
    expect(stdout).toMatch(/Workflow +1,325 +\$0\.\d+ a month/);
    const { neverCalled } = JSON.parse(savings(five(), ["--json"]).stdout);
    expect(neverCalled).toEqual([
      expect.objectContaining({
        ...{ agent: "claude", sessions: 5, days: 10, tokens: 3_438 },
        dollars: expect.closeTo(3.438 * THOUSAND, 6),
        dollarsAMonth: expect.closeTo(3 * 3.438 * THOUSAND, 6),
      }),
    ]);
  });

  it("leaves out what was called, requests of sub-agents, and sessions that were lean", () => {
    const lean = { agent: "claude", session: "b", names: ["Workflow"] };
    const logs = { "a.jsonl": log("a", { tool: "Workflow" }), "b.jsonl": log("b"), "c.jsonl": log("c") };
    const all = { ...logs, "c/subagents/agent-1.jsonl": log("d", { isSidechain: true }) };
    const state = { "state/tamis/lean.jsonl": `${JSON.stringify(lean)}\n` };
    const { neverCalled } = JSON.parse(savings(all, ["--json"], state).stdout);
    expect(neverCalled).toEqual([expect.objectContaining({ sessions: 2, tokens: 2_113 })]);
    expect(neverCalled[0].dollars).toBeCloseTo(2.113 * ((22 * 0.5) / 1000), 6);
  });

  it("counts what is sent at a terminal alone for sessions there", () => {
    const logs = { "a.jsonl": log("a", { entrypoint: "cli" }), "b.jsonl": log("b", { entrypoint: "sdk-cli" }) };
    const [{ items }] = JSON.parse(savings(logs, ["--json"]).stdout).neverCalled;
    expect(items.slice(0, 2)).toEqual([
      { name: "Artifact", tokens: 13_011, sessions: 1, dollars: expect.closeTo((13.011 * 11 * 0.5) / 1000, 6) },
      { name: "Workflow", tokens: 1_325, sessions: 2, dollars: expect.closeTo((1.325 * 22 * 0.5) / 1000, 6) },
    ]);
  });

  it("names servers of the user's settings for the agents' own logs alone", () => {
    const files = { ".claude/.claude.json": '{"mcpServers":{"idle":{}}}' };
    const { stdout } = savings(five(), [], files);
    expect(stdout).toMatch(/mcp:idle +in no log +\$\S+ a month for each 1,000 tokens/);
    expect(savings(five(), [".claude/projects"], files).stdout).not.toContain("mcp:idle");
  });

  it("says nothing of a month after a few days, and recommends nothing after few sessions", () => {
    const { stdout } = savings({ "a.jsonl": log("a", { days: 3 }) });
    expect(stdout).toMatch(/Workflow +1,325 +\$0\.\d+\n/);
    expect(stdout).not.toContain("Tools: tamis claude");
  });
});
