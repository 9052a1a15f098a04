// The copies in lines of Claude Code: they are cut out unread, and everything else of a line stays.
import { describe, expect, it } from "vitest";
import { parseWithoutCopy } from "../../ts/simulate/logs/claude-copies.js";
import { readSessionLog } from "../../ts/simulate/logs/read-log.js";
import { temporaryFolder } from "../support/folder.js";

const FRONT = { parentUuid: "a", isSidechain: false, cwd: "/srv/app", sessionId: "s" };
const MESSAGE = {
  role: "user",
  content: [{ type: "tool_result", tool_use_id: "t", content: 'say ","toolUseResult":{' }],
};
const SENT = { ...FRONT, type: "user", message: MESSAGE, uuid: "b", timestamp: "2026-11-01T08:00:00Z" };
const cut = (line: object) => parseWithoutCopy(Buffer.from(JSON.stringify(line)));

describe("a line with a copy of its result", () => {
  it.each([
    ["an object", { file: { content: 'ä } ] , "', numbers: [1, { a: [] }] } }],
    ["a list", [{ type: "text", text: "}" }, []]],
    ["nothing", {}],
  ])("is read without it, whatever is before and behind: %s", (_, toolUseResult) => {
    expect(cut({ ...SENT, toolUseResult })).toEqual(SENT);
    expect(cut({ ...SENT, toolUseResult, sourceToolAssistantUUID: "u", isMeta: true })).toEqual({
      ...SENT,
      sourceToolAssistantUUID: "u",
      isMeta: true,
    });
  });

  it("is left to be read as a whole where something else could be cut out", () => {
    const toolUseResult = { a: 1 };
    const { timestamp, ...untimed } = SENT;
    const { cwd, ...homeless } = SENT;
    for (const line of [
      { ...untimed, toolUseResult, timestamp, last: {} },
      { ...homeless, toolUseResult, cwd, last: [] },
      { ...SENT, toolUseResult: "an error" },
      { ...SENT, message: { ...MESSAGE, content: [{ a: 1, toolUseResult }] } },
      { ...SENT, toolUseResult, cwd: "a } in a text" },
      SENT,
    ]) {
      const read = cut(line);
      if (read !== undefined) expect({ ...read, toolUseResult }).toEqual({ ...line, toolUseResult });
    }
    expect(cut({ ...untimed, toolUseResult, timestamp, last: {} })).toBeUndefined();
    expect(cut({ ...SENT, toolUseResult: "an error" })).toBeUndefined();
    expect(cut({ ...SENT, message: { content: [{ a: 1, toolUseResult }] } })).toBeUndefined();
  });

  it("is no shorter where it breaks off", () => {
    const whole = Buffer.from(JSON.stringify({ ...SENT, toolUseResult: { a: { b: [1, 2] } } }));
    for (let length = 0; length < whole.length; length++) {
      const read = parseWithoutCopy(whole.subarray(0, length));
      if (read !== undefined) expect(read).toEqual(SENT);
    }
  });
});

it("a line about progress is read without its data", () => {
  const line = {
    ...FRONT,
    type: "progress",
    data: { message: { type: "user", uuid: "x" }, list: [{}] },
    toolUseID: "t",
    uuid: "b",
  };
  const { data, ...rest } = line;
  expect(cut(line)).toEqual(rest);
  expect(cut({ ...rest, data })).toBeUndefined();
});

it("a log gives the same sessions with copies as without", async () => {
  const { rmSync, writeFileSync } = await import("node:fs");
  const { join } = await import("node:path");
  const { readLogFile } = await import("../../ts/simulate/logs/read-file.js");
  const usage = { input_tokens: 9, cache_read_input_tokens: 0, cache_creation_input_tokens: 90, output_tokens: 5 };
  const lines: object[] = [{ ...SENT, uuid: "0", parentUuid: null, message: { role: "user", content: "go" } }];
  for (let turn = 0; turn < 12; turn++) {
    const [call, result] = [`c${turn}`, `r${turn}`];
    const used = [{ type: "tool_use", id: call, name: "Read", input: { file_path: "/srv/a.ts" } }];
    const message = { id: `m${turn}`, role: "assistant", model: "claude-opus-4-5", content: used, usage };
    const parent = turn === 0 ? "0" : `r${turn - 1}`;
    const got = { role: "user", content: [{ type: "tool_result", tool_use_id: call, content: `text ${turn}` }] };
    lines.push(
      { ...SENT, type: "assistant", uuid: call, parentUuid: parent, message, requestId: `q${turn}` },
      {
        ...FRONT,
        type: "progress",
        data: { type: "hook" },
        parentUuid: call,
        uuid: `p${turn}`,
        timestamp: SENT.timestamp,
      },
      {
        ...SENT,
        uuid: result,
        parentUuid: `p${turn}`,
        message: got,
        toolUseResult: { file: { content: "x".repeat(50) } },
      },
    );
  }
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  const folder = temporaryFolder();
  const path = join(folder, "log.jsonl");
  writeFileSync(path, text);
  const entries = [];
  for await (const entry of readLogFile(path, new Set())) entries.push(entry);
  rmSync(folder, { recursive: true });
  expect(entries).toEqual(readSessionLog(path, text));
  expect(entries.length).toBe(1);
});
