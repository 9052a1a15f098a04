// The benchmarks' one session has to be one: each window after a rewind would be replayed from its beginning again.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { writeOneSession } from "../../benches/agent-logs.js";
import { readSessionLog } from "../../ts/simulate/logs/read-log.js";
import { temporaryFolder } from "../support/folder.js";

let folder = "";
beforeEach(() => {
  folder = temporaryFolder();
});

const sessionsOf = (place: string) => readSessionLog("s", readFileSync(join(place, "session.jsonl"), "utf8"));

describe("the benchmarks' one session", () => {
  it("is one of generated logs", () => {
    writeOneSession(folder, 3_000_000, undefined);
    expect(sessionsOf(folder)).toHaveLength(1);
  });

  it("is one of recorded logs with parallel calls, and with copies of what other logs have", () => {
    const source = join(folder, "logs");
    mkdirSync(source);
    for (const name of ["claude-code-1.jsonl", "claude-code-2.jsonl"])
      writeFileSync(join(source, name), RECORDED.map((line) => `${JSON.stringify(line)}\n`).join(""));
    const bytes = writeOneSession(folder, 20_000, source);
    const sessions = sessionsOf(folder);
    expect(bytes).toBeGreaterThanOrEqual(20_000);
    expect(sessions.map(({ trace }) => trace.inherited)).toEqual([undefined]);
    const list = sessions.flatMap(({ trace }) => (trace.request as { messages: { role: string }[] }).messages);
    // Both results follow both calls.
    expect(list.slice(0, 4).map(({ role }) => role)).toEqual(["user", "assistant", "user", "user"]);
  });
});

/** Two calls of one answer, of which the first has its result before the second is written. */
const RECORDED = [
  user("u0", null, "go"),
  call("a1", "u0", "1"),
  result("r1", "a1", "1"),
  call("a2", "r1", "2"),
  result("r2", "a2", "2"),
  { ...call("a3", "r2", "3"), message: answer("msg_2", { type: "text", text: "done" }) },
  user("u4", "a3", "thanks"),
];

function user(uuid: string, parentUuid: string | null, content: unknown) {
  return { type: "user", uuid, parentUuid, message: { role: "user", content } };
}

function result(uuid: string, parentUuid: string, number: string) {
  return user(uuid, parentUuid, [{ type: "tool_result", tool_use_id: `toolu_${number}`, content: `of ${number}` }]);
}

function call(uuid: string, parentUuid: string, number: string) {
  const block = { type: "tool_use", id: `toolu_${number}`, name: "Read", input: { file_path: number } };
  return { type: "assistant", uuid, parentUuid, requestId: "req_1", message: answer("msg_1", block) };
}

function answer(id: string, block: object) {
  const usage = { input_tokens: 3, cache_read_input_tokens: 900, cache_creation_input_tokens: 90, output_tokens: 9 };
  return { id, role: "assistant", model: "claude-opus-4-6", usage, content: [block] };
}
