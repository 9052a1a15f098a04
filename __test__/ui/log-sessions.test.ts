import { utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { findLogs, namedPlace } from "../../ts/simulate/index.js";
import { LogSessions } from "../../ts/ui/sessions/log-sessions.js";
import { claudeLog } from "../support/claude-log.js";
import { temporaryFolder, writeTo } from "../support/folder.js";

/** Requests of a batch, one a line. */
const batchOf = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const messages = [{ role: "user", content: `question ${index}` }];
    return `${JSON.stringify({ custom_id: `c${index}`, method: "POST", url: "/v1/chat/completions", body: { model: "gpt-5.6", messages } })}\n`;
  }).join("");

it("lists the sessions of the newest files, says where the list ends, and opens each from its file", async () => {
  const folder = temporaryFolder();
  for (const [name, seconds, count] of [
    ["old.jsonl", 1_000, 3],
    ["large.jsonl", 2_000, 2_010],
    ["new.jsonl", 3_000, 5],
  ] as const) {
    writeTo(join(folder, name), batchOf(count));
    utimesSync(join(folder, name), seconds, seconds);
  }
  const logs = new LogSessions();
  const { sessions, problems } = await logs.read(findLogs([namedPlace(folder)], true).files);
  expect(sessions.length).toBe(2_000);
  expect(sessions[0]?.name).toBe(`${join(folder, "new.jsonl")} (c0)`);
  expect(problems[0]).toMatchObject({ path: join(folder, "large.jsonl"), message: expect.stringContaining("2000") });
  for (const row of [sessions[0], sessions.at(-1)])
    expect((await logs.open(row?.id ?? "", {}, "balanced")).session.name).toBe(row?.name);
});

it("opens a session with the bill of its row where another file has a copy of its answers", async () => {
  const folder = temporaryFolder();
  const usage = { input_tokens: 100, cache_read_input_tokens: 0, cache_creation_input_tokens: 0, output_tokens: 10 };
  const answers = Array.from({ length: 3 }, (_, at) => ({ said: `question ${at}`, usage }));
  for (const [name, seconds, count] of [
    ["resumed.jsonl", 2_000, 3],
    ["first.jsonl", 1_000, 2],
    ["other.jsonl", 3_000, 1],
  ] as const) {
    writeTo(join(folder, name), claudeLog("log", answers.slice(0, count), { sessionId: name }));
    utimesSync(join(folder, name), seconds, seconds);
  }
  const logs = new LogSessions();
  const { sessions } = await logs.read(findLogs([namedPlace(folder)], true).files);
  expect(sessions.map(({ requests }) => requests)).toEqual([1, 2]);
  for (const row of sessions) {
    const { session, turns } = await logs.open(row.id, {}, "balanced");
    expect({ ...session, turns: turns.length }).toEqual({ ...row, turns: row.requests });
  }
});
