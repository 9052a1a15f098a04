// Logs of agents as files, hand-made: what is billed, what the requests hold, and what is said of everything else.
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createClient } from "@libsql/client";
import { describe, expect, it } from "vitest";
import { findLogs, namedPlace, usualPlaces } from "../../ts/simulate/logs/find-logs.js";
import { type FileEntry, readLogFile } from "../../ts/simulate/logs/read-file.js";
import type { LoggedSession } from "../../ts/simulate/logs/session.js";
import { temporaryFolder, writerIn } from "../support/folder.js";

const folder = temporaryFolder();

const put = writerIn(folder);

const jsonLines = (...entries: unknown[]): string => `${entries.map((entry) => JSON.stringify(entry)).join("\n")}\n`;

async function read(path: string, seen = new Set<string>()): Promise<FileEntry[]> {
  const entries: FileEntry[] = [];
  for await (const entry of readLogFile(path, seen)) entries.push(entry);
  return entries;
}

async function sessionsOf(path: string): Promise<LoggedSession[]> {
  return (await read(path)).flatMap((entry) => ("reason" in entry ? [] : [entry]));
}

const listOf = ({ trace }: LoggedSession): unknown[] =>
  Object.entries(trace.request).flatMap(([, value]) => (Array.isArray(value) ? value : []));

describe("a chat of Gemini CLI", () => {
  const user = (id: string, text: string) => ({ id, timestamp: "2026-10-01T08:00:00Z", type: "user", content: text });
  const answer = (id: string, input: number, cached: number, more: object = {}) => ({
    ...{ id, timestamp: "2026-10-01T08:00:01Z", type: "gemini", model: "gemini-2.5-pro", content: `said ${id}` },
    tokens: { input, output: 30, cached, thoughts: 20, tool: 0, total: input + 50 },
    ...more,
  });
  const call = {
    ...{ id: "c", name: "read_file", args: { path: "a.ts" } },
    result: [{ functionResponse: { id: "c", name: "read_file", response: { output: "text" } } }],
  };
  const meta = { sessionId: "s1", projectHash: "h", directories: ["/srv/app"] };

  it("bills each answer once, however often its line is written again", async () => {
    const path = put(
      "gemini/session-1.jsonl",
      jsonLines(
        meta,
        user("u1", "go"),
        answer("a1", 900, 0),
        answer("a1", 1000, 200, { toolCalls: [call] }),
        { $patch: { id: "a1", thoughts: [{ subject: "Plan", description: "read" }] } },
        answer("a2", 1500, 900),
        { $set: { lastUpdated: "2026-10-01T08:00:09Z" } },
      ),
    );
    const [session, ...more] = await sessionsOf(path);
    expect(more).toEqual([]);
    expect(session).toMatchObject({ agent: "Gemini CLI", project: "/srv/app", sessionId: "s1" });
    expect(session?.payments.map(({ tokens }) => tokens)).toEqual([
      { fresh: 800, cacheRead: 200, cacheWrite: 0, output: 50 },
      { fresh: 600, cacheRead: 900, cacheWrite: 0, output: 50 },
    ]);
    expect(session && listOf(session)).toEqual([
      { role: "user", parts: [{ text: "go" }] },
      {
        role: "model",
        parts: [
          { text: "Plan\nread", thought: true },
          { text: "said a1" },
          { functionCall: { id: "c", name: "read_file", args: { path: "a.ts" } } },
        ],
      },
      { role: "user", parts: call.result },
    ]);
  });

  it("has a result once that the next message of the user has as well", async () => {
    const other = {
      ...call,
      id: "d",
      result: [{ functionResponse: { ...call.result[0]?.functionResponse, id: "d" } }],
    };
    const sent = { ...user("u2", ""), content: [{ text: "now" }, ...call.result] };
    const path = put(
      "gemini/session-5.jsonl",
      jsonLines(
        { ...meta, sessionId: "s5" },
        ...[user("u1", "go"), answer("a1", 900, 0, { toolCalls: [call] }), sent],
        ...[answer("a2", 1500, 900, { toolCalls: [other] }), answer("a3", 1700, 900)],
      ),
    );
    const [session] = await sessionsOf(path);
    const results = (session && listOf(session))?.filter((one) => JSON.stringify(one).includes("functionResponse"));
    expect(results).toEqual([
      { role: "user", parts: sent.content },
      { role: "user", parts: other.result },
    ]);
  });

  it("bills what a rewind takes away, and goes on before it", async () => {
    const path = put(
      "gemini/session-2.jsonl",
      jsonLines(
        { ...meta, sessionId: "s2" },
        ...[user("u1", "go"), answer("a1", 1000, 0), user("u2", "no"), answer("a2", 2000, 900)],
        { $rewindTo: "u2" },
        ...[user("u3", "yes"), answer("a3", 2100, 900)],
      ),
    );
    const sessions = await sessionsOf(path);
    expect(sessions.map(({ payments }) => payments.length)).toEqual([2, 1]);
    expect(sessions[1] && listOf(sessions[1]).length).toBe(3);
  });

  it("starts a window where a shorter history replaces the messages", async () => {
    const path = put(
      "gemini/session-3.jsonl",
      jsonLines(
        { ...meta, sessionId: "s3" },
        ...[user("u1", "go"), answer("a1", 1000, 0)],
        { $set: { messages: [user("u9", "summary")] } },
        answer("a2", 500, 0),
      ),
    );
    const sessions = await sessionsOf(path);
    expect(sessions.map((session) => listOf(session).length)).toEqual([1, 1]);
  });

  it("is read in the older form too, and billed once if it is in both", async () => {
    const whole = { ...meta, sessionId: "s4", messages: [user("u1", "go"), answer("a1", 1000, 0)] };
    const seen = new Set<string>();
    const old = await read(put("gemini/session-4.json", JSON.stringify(whole, null, 2)), seen);
    expect(old).toMatchObject([{ agent: "Gemini CLI", payments: [{ tokens: { fresh: 1000 } }] }]);
    const { messages, ...first } = whole;
    const both = await read(put("gemini/session-4.jsonl", jsonLines(first, ...messages)), seen);
    expect(both).toEqual([
      { name: join(folder, "gemini/session-4.jsonl"), reason: "no requests that other logs lack" },
    ]);
  });
});

describe("a log of Copilot CLI", () => {
  const event = (type: string, data: object, id: string) => ({
    type,
    data,
    id,
    timestamp: "2026-07-05T04:00:45Z",
    parentId: null,
  });
  const lines = [
    event("session.start", { sessionId: "s", selectedModel: "gpt-5.4-mini", context: { cwd: "/srv/app" } }, "1"),
    event("system.message", { role: "system", content: "be brief" }, "2"),
    event("user.message", { content: "go", transformedContent: "<now/> go" }, "3"),
    event(
      "assistant.message",
      {
        model: "gpt-5.4-mini",
        content: "",
        outputTokens: 30,
        toolRequests: [{ toolCallId: "c", name: "bash", arguments: { command: "ls" } }],
      },
      "4",
    ),
    event("tool.execution_complete", { toolCallId: "c", success: true, result: { content: "a.ts" } }, "5"),
    event("assistant.message", { model: "gpt-5.4-mini", content: "done", outputTokens: 9, toolRequests: [] }, "6"),
  ];
  const usage = { inputTokens: 15_534, outputTokens: 39, cacheReadTokens: 14_848, cacheWriteTokens: 0 };
  const end = event("session.shutdown", { modelMetrics: { "gpt-5.4-mini": { requests: { count: 2 }, usage } } }, "7");

  it("has the bill of the whole session at its end, and each request to replay", async () => {
    const [session] = await sessionsOf(put("copilot/events.jsonl", jsonLines(...lines, ...lines.slice(2), end)));
    expect(session?.payments).toMatchObject([
      { model: "gpt-5.4-mini", requests: 2, tokens: { fresh: 686, cacheRead: 14_848, cacheWrite: 0, output: 39 } },
    ]);
    expect(session?.trace.cuts).toEqual([2, 4]);
    expect(session && listOf(session)[3]).toEqual({ role: "tool", tool_call_id: "c", content: "a.ts" });
  });

  it("is billed once where there is a copy of it", async () => {
    const seen = new Set<string>();
    const billedOf = async (path: string) =>
      (await read(path, seen)).map((one) => ("reason" in one ? one.reason : one.payments.length));
    expect(await billedOf(put("copilot/one.jsonl", jsonLines(...lines, end)))).toEqual([1]);
    expect(await billedOf(put("backup/one.jsonl", jsonLines(...lines, end)))).toEqual([
      "no requests that other logs lack",
    ]);
  });

  it("is replayed without a bill where the session did not end", async () => {
    const [session] = await sessionsOf(put("copilot/open.jsonl", jsonLines(...lines)));
    expect(session).toMatchObject({ payments: [], billed: [], project: "/srv/app" });
    expect(session?.trace.cuts).toEqual([2, 4]);
  });
});

describe("a task of Cline", () => {
  const history = [
    { role: "user", content: [{ type: "text", text: "# Current Working Directory (/srv/app) Files\ngo" }] },
    { role: "assistant", content: [{ type: "text", text: "<read_file>" }] },
    { role: "user", content: [{ type: "text", text: "[read_file] Result" }] },
    { role: "assistant", content: [{ type: "text", text: "done" }] },
  ];
  const bill = (ts: number, fresh: number, reads: number, writes: number) => ({
    ...{ ts, type: "say", say: "api_req_started", modelInfo: { modelId: "claude-sonnet-4-5" } },
    text: JSON.stringify({ tokensIn: fresh, tokensOut: 40, cacheReads: reads, cacheWrites: writes }),
  });

  it("has its bills in the file beside it", async () => {
    put("task/ui_messages.json", JSON.stringify([bill(1000, 5, 0, 9000), { say: "text" }, bill(2000, 4, 9000, 300)]));
    const [session] = await sessionsOf(put("task/api_conversation_history.json", JSON.stringify(history)));
    expect(session).toMatchObject({ agent: "Cline or Roo Code", project: "/srv/app", span: [1000, 2000] });
    expect(session?.payments.map(({ model, tokens }) => [model, tokens.cacheRead, tokens.cacheWrite])).toEqual([
      ["claude-sonnet-4-5", 0, 9000],
      ["claude-sonnet-4-5", 9000, 300],
    ]);
  });

  it("is replayed without a bill where that file is missing", async () => {
    const [session] = await sessionsOf(put("task-2/api_conversation_history.json", JSON.stringify(history)));
    expect([session?.payments, session?.trace.cuts]).toEqual([[], [1, 3]]);
  });
});

describe("a database of opencode", () => {
  async function database(name: string, rows: readonly [string, ...(string | number | null)[]][]): Promise<string> {
    const path = put(name, "");
    const client = createClient({ url: pathToFileURL(path).href });
    await client.execute("CREATE TABLE session (id TEXT, directory TEXT, parent_id TEXT, time_created INTEGER)");
    await client.execute("CREATE TABLE message (id TEXT, session_id TEXT, time_created INTEGER, data TEXT)");
    await client.execute("CREATE TABLE part (id TEXT, message_id TEXT, session_id TEXT, data TEXT)");
    for (const [table, ...args] of rows) {
      await client.execute({ sql: `INSERT INTO ${table} VALUES (?, ?, ?, ?)`, args });
    }
    client.close();
    return path;
  }
  const tokens = (input: number, read: number) => ({ input, output: 10, reasoning: 5, cache: { read, write: 100 } });
  const part = (id: string, message: string, data: object): [string, string, string, string, string] => [
    "part",
    id,
    message,
    "s",
    JSON.stringify(data),
  ];

  it("is read session by session, with a request for each step and sub-agents apart", async () => {
    const path = await database("opencode.db", [
      ["session", "s", "/srv/app", null, 1],
      ["session", "t", "/srv/app", "s", 2],
      ["message", "m1", "s", 1, JSON.stringify({ role: "user" })],
      [
        "message",
        "m2",
        "s",
        2,
        JSON.stringify({ role: "assistant", modelID: "claude-sonnet-4-5", time: { created: 5000 } }),
      ],
      part("p1", "m1", { type: "text", text: "go" }),
      part("p2", "m2", { type: "step-start" }),
      part("p3", "m2", { type: "tool", tool: "read", callID: "c", state: { input: { path: "a" }, output: "text" } }),
      part("p4", "m2", { type: "step-finish", tokens: tokens(50, 0) }),
      part("p5", "m2", { type: "step-start" }),
      part("p6", "m2", { type: "text", text: "done" }),
      part("p7", "m2", { type: "step-finish", tokens: tokens(20, 100) }),
      ["message", "m3", "t", 3, JSON.stringify({ role: "user" })],
      ["message", "m4", "t", 4, JSON.stringify({ role: "assistant", modelID: "x", tokens: tokens(9, 0) })],
      part("p8", "m3", { type: "text", text: "look" }),
      part("p9", "m4", { type: "text", text: "seen" }),
    ]);
    const sessions = await sessionsOf(path);
    expect(sessions.map(({ isSubAgent, payments }) => [isSubAgent, payments.length])).toEqual([
      [false, 2],
      [true, 1],
    ]);
    expect(sessions[0]?.payments[1]?.tokens).toEqual({ fresh: 20, cacheRead: 100, cacheWrite: 100, output: 15 });
    expect(sessions[0] && listOf(sessions[0]).map((message) => Reflect.get(Object(message), "role"))).toEqual([
      "user",
      "assistant",
      "tool",
    ]);
  });

  it("is named where it is another program's", async () => {
    const path = put("state.vscdb.db", "");
    const client = createClient({ url: pathToFileURL(path).href });
    await client.execute("CREATE TABLE ItemTable (key TEXT, value TEXT)");
    client.close();
    expect(await read(path)).toEqual([{ name: path, reason: "not supported: a database that is not opencode's" }]);
  });
});

describe("a log in the neutral form", () => {
  it("has any wire's messages, bills where there are, and rewinds", async () => {
    const usage = { prompt_tokens: 100, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 60 } };
    const path = put(
      "neutral.jsonl",
      jsonLines(
        { tamis: "session", version: 1, id: "s", project: "/app", model: "gpt-5", wire: "openai-chat" },
        { message: { role: "user", content: "go" } },
        { message: { role: "assistant", content: "yes" }, usage, time: "2026-10-01T08:00:00Z" },
        { message: { role: "user", content: "no" } },
        { message: { role: "assistant", content: "well" }, usage, time: 1_790_000_000_000 },
        { keep: 2 },
        { message: { role: "user", content: "else" } },
        { message: { role: "assistant", content: "ok" }, usage },
      ),
    );
    const sessions = await sessionsOf(path);
    expect(sessions.map(({ payments, trace }) => [payments.length, trace.cuts])).toEqual([
      [2, [1, 3]],
      [1, [1, 3]],
    ]);
    expect(sessions[0]?.payments[0]?.tokens).toEqual({ fresh: 40, cacheRead: 60, cacheWrite: 0, output: 5 });
  });

  it("has a request for each answer where it has no bills", async () => {
    const call = { type: "function_call", call_id: "c", name: "read", arguments: "{}" };
    const path = put(
      "no-bills.jsonl",
      jsonLines(
        { tamis: "session", version: 1, id: "n", model: "gpt-5", wire: "openai-responses" },
        { message: { role: "user", content: "go" } },
        { message: { type: "reasoning", summary: [] } },
        { message: call },
        { message: { type: "function_call_output", call_id: "c", output: "text" } },
        { message: { role: "assistant", content: "done" } },
      ),
    );
    const sessions = await sessionsOf(path);
    expect(sessions.map(({ payments, trace }) => [payments.length, trace.cuts])).toEqual([[0, [1, 4]]]);
  });

  it("names a wire that there is not", async () => {
    const path = put("wire.jsonl", jsonLines({ tamis: "session", wire: "smoke" }));
    expect(await read(path)).toContainEqual(
      expect.objectContaining({ line: 1, reason: expect.stringMatching(/openai-chat, /) }),
    );
  });
});

describe("any other file", () => {
  it.each([
    ["empty.jsonl", "", "an empty file"],
    ["zeros.jsonl", "\0".repeat(100), "no request and no log of a known agent"],
    [
      "history.jsonl",
      jsonLines({ display: "secret words", pastedContents: {} }),
      "not supported: the prompts that were typed into Claude Code, without answers",
    ],
    [
      "continue.json",
      JSON.stringify({ history: [], title: "t" }),
      "not supported: a session of Continue, which has no bills",
    ],
    ["other.json", JSON.stringify({ a: 1 }), "no request and no log of a known agent"],
    ["broken.json", '{"secret words', "not JSON"],
  ])("is named as what it is, and never quoted: %s", async (name, content, reason) => {
    const entries = await read(put(`foreign/${name}`, content));
    expect(entries.at(-1)).toEqual({ name: join(folder, "foreign", name), reason });
    expect(JSON.stringify(entries)).not.toContain("secret words");
  });

  it("is named with the system's reason where it cannot be read", async () => {
    expect(await read(join(folder, "missing.jsonl"))).toMatchObject([{ reason: "no such file or folder" }]);
    expect(await read(folder)).toMatchObject([{ reason: "it is a folder" }]);
  });

  it("is read up to its end where that is missing, the rest named by its line", async () => {
    const line = { type: "user", uuid: "u", parentUuid: null, message: { role: "user", content: "go" } };
    const path = put("growing.jsonl", `${jsonLines(line)}{"type":"assist`);
    expect(await read(path)).toEqual([
      { name: path, line: 2, reason: "not JSON; this line was left out" },
      { name: path, reason: "no requests that other logs lack" },
    ]);
  });

  it("is one request without a bill where it is a body", async () => {
    const body = { model: "gpt-5", messages: [{ role: "user", content: "go" }] };
    expect(await read(put("body.json", JSON.stringify(body)))).toMatchObject([
      { agent: "request bodies", payments: [] },
    ]);
  });
});

describe("the search for logs", () => {
  it("looks where each agent keeps them, by its variable where it has one", () => {
    const home = join(folder, "home");
    for (const name of [
      ".claude/projects/a/1.jsonl",
      ".codex/sessions/2026/10/rollout-1.jsonl",
      ".copilot/session-state/x/events.jsonl",
      ".gemini/tmp/h/chats/session-1.json",
      ".gemini/tmp/h/logs.json",
      ".local/share/opencode/opencode.db",
      ".config/Code/User/globalStorage/saoudrizwan.claude-dev/tasks/1/api_conversation_history.json",
      ".config/Code/User/globalStorage/saoudrizwan.claude-dev/tasks/1/ui_messages.json",
    ]) {
      put(`home/${name}`, name);
    }
    put("moved/projects/b/2.jsonl", "x");
    const found = (environment: NodeJS.ProcessEnv) =>
      findLogs(usualPlaces(environment, home), false).files.map(({ path }) => path.slice(folder.length + 1));
    expect(found({})).toEqual([
      "home/.claude/projects/a/1.jsonl",
      "home/.codex/sessions/2026/10/rollout-1.jsonl",
      "home/.config/Code/User/globalStorage/saoudrizwan.claude-dev/tasks/1/api_conversation_history.json",
      "home/.copilot/session-state/x/events.jsonl",
      "home/.gemini/tmp/h/chats/session-1.json",
      "home/.local/share/opencode/opencode.db",
    ]);
    expect(found({ CLAUDE_CONFIG_DIR: join(folder, "moved") })[0]).toBe("home/.codex/sessions/2026/10/rollout-1.jsonl");
    expect(found({ CLAUDE_CONFIG_DIR: join(folder, "moved") })).toContain("moved/projects/b/2.jsonl");
  });

  it.skipIf(process.getuid?.() === 0)("names a folder without permission, and goes on", () => {
    put("closed/inner/a.jsonl", "x");
    put("closed/b.jsonl", "x");
    chmodSync(join(folder, "closed/inner"), 0o000);
    const { files, unseen } = findLogs([namedPlace(join(folder, "closed"))], true);
    chmodSync(join(folder, "closed/inner"), 0o700);
    expect(files.length).toBe(1);
    expect(unseen).toEqual([{ path: join(folder, "closed/inner"), reason: "permission denied" }]);
  });

  it("takes one of equal files, whatever their names", () => {
    for (const [name, text] of Object.entries({ "a.jsonl": "12", "b.jsonl": "13", "old/c.jsonl": "12", "d.jsonl": "" }))
      put(`copied/${name}`, text);
    put("copied/e.jsonl", "");
    const { files } = findLogs([namedPlace(join(folder, "copied"))], true);
    expect(files.map(({ path }) => path.slice(folder.length + 8))).toEqual([
      "a.jsonl",
      "b.jsonl",
      "d.jsonl",
      "e.jsonl",
    ]);
  });

  it("names a place that the user named and that is not there", () => {
    const path = join(folder, "nowhere");
    expect(findLogs([namedPlace(path)], true).unseen).toEqual([{ path, reason: "no such file or folder" }]);
    expect(findLogs([namedPlace(path)], false).unseen).toEqual([]);
  });
});
