import { utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { findLogs, namedPlace } from "../../ts/simulate/index.js";
import { LogSessions } from "../../ts/ui/sessions/log-sessions.js";
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
