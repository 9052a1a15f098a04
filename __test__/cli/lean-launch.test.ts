// What an agent is started with where `--lean` is given, when a conversation begins and when it is resumed.
import { readFileSync, rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { json, startUpstream } from "../gateway/upstream.js";
import { claudeLog } from "../support/claude-log.js";
import { writeTo } from "../support/folder.js";
import { ANSWER, agentIs, home, run } from "./scripted-agent.js";

const ID = "898f6132-b307-4ddd-8b1f-a7c31daf9e01";
const STATE = join(home, "state/tamis/lean.jsonl");
const OPTIONAL = ["Artifact", "Workflow", "ScheduleWakeup", "ReportFindings", "ListAgents"];

/** An agent that shows its arguments, and asks once in a conversation. */
const asks = (session: string) => `
console.log(JSON.stringify(process.argv.slice(2)));
const headers = { "x-api-key": "k", "x-claude-code-session-id": ${JSON.stringify(session)} };
const body = JSON.stringify({ model: "claude-opus-5-5", max_tokens: 9, messages: [{ role: "user", content: "go" }] });
fetch(process.env.ANTHROPIC_BASE_URL + "/v1/messages", { method: "POST", body, headers }).then((r) => r.text());`;

/** Runs `tamis claude`; what the agent is told to leave out, and what is said of it. */
async function launch(args: string[], session = ID) {
  const upstream = await startUpstream(json(ANSWER));
  agentIs("claude", asks(session));
  const { status, stdout, stderr } = await run(["claude", ...args], { ANTHROPIC_BASE_URL: upstream.url });
  await upstream.close();
  const words: string[] = status === 0 ? JSON.parse(stdout) : [];
  const settings = words[words.indexOf("--settings") + 1] ?? "{}";
  const denied: string[] = words.includes("--settings") ? (JSON.parse(settings).permissions?.deny ?? []) : [];
  const lines = stderr.split("\n").filter((line) => line.includes("lean"));
  return { status, denied, lines, stderr };
}

const logOf = (session: string) => join(home, `.claude/projects/x/${session}.jsonl`);

/** A log of the agent's own, of a conversation in the folder of the launch. */
function writeLog(sessionId: string): void {
  const about = { sessionId, cwd: home, version: "2.1.332", timestamp: "2026-11-28T10:00:00Z" };
  const usage = { input_tokens: 1, output_tokens: 1 };
  writeTo(logOf(sessionId), claudeLog(sessionId, [{ usage, content: [], model: "claude-opus-5-5" }], about));
}

describe.skipIf(process.platform === "win32")("tamis claude --lean", () => {
  beforeEach(() => {
    rmSync(STATE, { force: true });
    rmSync(join(home, ".claude"), { recursive: true, force: true });
  });

  it("leaves nothing out and says nothing where it is not asked for", async () => {
    expect(await launch(["-p", "go"])).toMatchObject({ status: 0, denied: [], lines: [] });
  });

  it("leaves out what is never called, says so, and keeps what the user names", async () => {
    const { denied, lines } = await launch(["--lean", "-p", "go"]);
    expect(denied).toEqual(OPTIONAL);
    expect(lines).toEqual([
      "tamis: lean: left out Artifact, Workflow, ScheduleWakeup, ReportFindings, ListAgents (about 3,438 tokens of every request in 2.1.332); --lean-keep NAME keeps one",
    ]);
    const kept = await launch(["--lean-keep", "Workflow, ListAgents,mcp:elsewhere", "-p", "go"]);
    expect(kept.denied).toEqual(["Artifact", "ScheduleWakeup", "ReportFindings"]);
    expect((await launch(["--lean"])).lines[0]).toContain("about 16,449 tokens of every request in 2.1.332");
  });

  it("starts nothing for a name that could not be left out", async () => {
    const { status, lines } = await launch(["--lean-keep", "Bash", "-p", "go"]);
    expect([status, lines[0]]).toEqual([2, expect.stringContaining('nothing is called "Bash"; known: Artifact')]);
  });

  it("keeps what a conversation began without, asked for or not", async () => {
    await launch(["--lean-keep", "Workflow", "-p", "go"]);
    for (const args of [["--resume", ID], ["--lean", "-r", ID], [`--resume=${ID}`]]) {
      const { denied, lines } = await launch([...args, "-p", "go on"]);
      expect(denied).toEqual(OPTIONAL.toSpliced(1, 1));
      expect(lines).toEqual([
        expect.stringContaining("as it began, the conversation is without Artifact, ScheduleWakeup"),
      ]);
    }
  });

  it("leaves nothing out of a conversation that began with all tools", async () => {
    await launch(["-p", "go"]);
    const { denied, lines } = await launch(["--lean", "--resume", ID, "-p", "go on"]);
    expect([denied, lines]).toEqual([[], [expect.stringContaining("the conversation began with all tools")]]);
    expect((await launch(["--lean", "--resume"])).lines).toEqual([
      expect.stringContaining("not known before it is chosen"),
    ]);
  });

  it("finds what --continue goes on with in the agent's logs", async () => {
    await launch(["--lean", "-p", "go"]);
    writeLog(ID);
    expect((await launch(["--continue", "-p", "go on"])).denied).toEqual(OPTIONAL);
    const other = ID.replace("898f", "3333");
    writeLog(other);
    utimesSync(logOf(ID), 1, 1);
    const { denied, lines } = await launch(["--lean", "--continue", "-p", "go on"], other);
    expect([denied, lines]).toEqual([[], [expect.stringContaining("the conversation began with all tools")]]);
  });

  it("remembers what a fork and a cleared conversation have, and nothing with --no-ledger", async () => {
    await launch(["--lean", "-p", "go"]);
    const fork = ID.replace("898f", "1111");
    await launch(["--resume", ID, "--fork-session", "-p", "go"], fork);
    expect((await launch(["--resume", fork, "-p", "go"], fork)).denied).toEqual(OPTIONAL);
    const before = readFileSync(STATE, "utf8");
    await launch(["--lean", "--no-ledger", "-p", "go"], ID.replace("898f", "2222"));
    expect(readFileSync(STATE, "utf8")).toBe(before);
  });

  it("says why nothing is left out", async () => {
    expect(await launch(["--lean", "--tools", "Bash"])).toMatchObject({
      denied: [],
      lines: ["tamis: lean: --tools names the tools of this launch; all tools stay"],
    });
  });
});
