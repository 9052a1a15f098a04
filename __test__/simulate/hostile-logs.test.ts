// Logs that are not as they should be: what is wrong is named, and the rest is read.
import { appendFileSync, closeSync, ftruncateSync, openSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createClient } from "@libsql/client";
import { describe, expect, it } from "vitest";
import { linesOf } from "../../ts/simulate/logs/line-source.js";
import { type FileEntry, readLogFile } from "../../ts/simulate/logs/read-file.js";
import { collectSavings } from "../../ts/simulate/savings/collect.js";
import { temporaryFolder, writerIn } from "../support/folder.js";

const folder = temporaryFolder();

const SECRET = "sk-ant-api03-9fK2xQ7LmZ4tR8vB1nC6wD3yH5jP0sG";
const GB = 1024 ** 3;

const put = writerIn(folder);

/** A neutral log with bills; `timeOf` gives the time of each request. */
function log(id: string, turns: number, timeOf: (turn: number) => number = (turn) => turn * 1000): string {
  const lines: object[] = [
    { tamis: "session", version: 1, id, project: "/srv/app", model: "gpt-5" },
    { message: { role: "user", content: "go" } },
  ];
  for (let turn = 0; turn < turns; turn++) {
    const usage = { prompt_tokens: 900 + 10 * turn, completion_tokens: 5 };
    const call = { id: `c${turn}`, type: "function", function: { name: "read", arguments: "{}" } };
    lines.push(
      { message: { role: "assistant", content: null, tool_calls: [call] }, usage, time: timeOf(turn) },
      { message: { role: "tool", tool_call_id: `c${turn}`, content: "plain words ".repeat(20) } },
    );
  }
  return `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`;
}

async function read(path: string): Promise<FileEntry[]> {
  const entries: FileEntry[] = [];
  for await (const entry of readLogFile(path, new Set())) entries.push(entry);
  return entries;
}

const fileOf = (path: string) => ({ path, bytes: 0, changedAt: Number.MAX_SAFE_INTEGER });

describe("a hostile log", () => {
  it.each(["marked.jsonl", "marked.log"])(
    "with a byte order mark in front is read as one without: %s",
    async (name) => {
      const entries = await read(put(name, `\ufeff${log("marked", 3)}`));
      expect(entries.map((entry) => ("reason" in entry ? entry.reason : entry.billed.length))).toEqual([3]);
    },
  );

  it("with a clock that goes backwards has all its bills, and no time that is none", async () => {
    const start = Date.parse("2026-10-05T00:00:00Z");
    const path = put(
      "clock.jsonl",
      log("clock", 12, (turn) => start - turn * 86_400_000),
    );
    const { requests, sessions } = await collectSavings([fileOf(path)]);
    expect(requests).toBe(12);
    const [session] = sessions;
    expect(session?.startedAt).toBe("2026-09-24T00:00:00.000Z");
    expect(session?.days.length).toBe(12);
    for (const { ratio, saved } of session?.outcomes ?? []) {
      expect(Number.isFinite(ratio) && ratio > 0).toBe(true);
      expect(Number.isFinite(saved)).toBe(true);
    }
  });

  it("of 600 MB, more than a string can have, without an end of line is read before it, and memory does not grow with it", {
    timeout: 120_000,
  }, async () => {
    const path = put("huge.jsonl", log("huge", 3));
    const file = openSync(path, "r+");
    ftruncateSync(file, 600_000_000);
    closeSync(file);
    const before = process.memoryUsage().rss;
    const entries = await read(path);
    expect(entries.filter((entry) => "trace" in entry).length).toBe(1);
    expect(entries.at(-1)).toEqual({ name: path, line: 9, reason: "longer than 128 MB; this line was left out" });
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024);
    rmSync(path);
  });

  it("of 2 GB as one JSON value is named, and not read", async () => {
    const path = put("huge.json", "[");
    const file = openSync(path, "r+");
    ftruncateSync(file, 2 * GB + 1);
    closeSync(file);
    expect(await read(path)).toEqual([{ name: path, reason: "larger than 256 MB" }]);
    rmSync(path);
  });

  it("that another program locks is named", async () => {
    const path = join(folder, "opencode.db");
    const client = createClient({ url: pathToFileURL(path).href });
    await client.execute("CREATE TABLE session (id TEXT)");
    await client.execute("BEGIN EXCLUSIVE");
    const entries = await read(path);
    client.close();
    expect(entries).toEqual([{ name: path, reason: "locked by another program" }]);
  });

  it("that grows while it is read is read up to its new end", async () => {
    const path = put("growing.jsonl", `${"x".repeat(3 * 1024 * 1024)}\n`);
    const lines: string[] = [];
    let isFirst = true;
    for await (const list of linesOf(path)) {
      if (isFirst) appendFileSync(path, "the new line\n");
      isFirst = false;
      for (const line of list) lines.push("bytes" in line ? line.bytes.toString("utf8", 0, 20) : line.reason);
    }
    expect(lines).toEqual(["x".repeat(20), "the new line"]);
  });

  it("that ends within a line, a sign or a bill is read up to there", async () => {
    const whole = log("cut", 6);
    const bytes = Buffer.from(whole);
    for (let length = bytes.length - 1; length > 300; length -= 37) {
      const path = join(folder, "cut.jsonl");
      writeFileSync(path, bytes.subarray(0, length));
      for (const entry of await read(path)) {
        if ("reason" in entry) expect(entry.reason).toMatch(/^not JSON|^no requests/);
      }
    }
  });

  it("has no secret in what is told of it", async () => {
    const path = put("secret.jsonl", `${log("secret", 2)}{"${SECRET}": \n[1]\n"${SECRET}"\n`);
    const entries = (await read(path)).filter((entry) => "reason" in entry);
    expect(entries.length).toBe(3);
    expect(JSON.stringify(entries)).not.toContain(SECRET);
  });

  it("with members of other types than they should be is read without a fault", async () => {
    const values = [null, 1, "x", [], {}, true, [null], { a: 1 }];
    const keys = ["type", "message", "uuid", "parentUuid", "payload", "usage", "timestamp", "$set", "$patch", "keep"];
    const lines = keys.flatMap((key) => values.map((value) => JSON.stringify({ sessionId: "s", [key]: value })));
    for (const first of [
      { tamis: "session" },
      { type: "session_meta", payload: {} },
      { type: "session.start", data: {} },
      { sessionId: "s", projectHash: "h" },
      { type: "user", message: {}, uuid: "u", parentUuid: null },
    ]) {
      const path = put("types.jsonl", [JSON.stringify(first), ...lines].join("\n"));
      for (const entry of await read(path)) if ("trace" in entry) expect(entry.payments.every(isBill)).toBe(true);
    }
  });
});

const isBill = ({ tokens }: { tokens: object }): boolean => Object.values(tokens).every((value) => value >= 0);
