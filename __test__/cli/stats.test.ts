import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { chatRequest, tamis, temporaryFolder } from "./run-cli.js";

const folder = temporaryFolder();
const put = (name: string, text: string | Uint8Array): string => {
  const path = join(folder, name);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, text);
  return path;
};

const good = put("set/a.json", chatRequest(12, 500));
put("set/deep/b.json", chatRequest(10, 300));
put("set/broken.json", "{");
put("set/notes.txt", "not looked at");
const responses = put(
  "responses.json",
  JSON.stringify({ input: [{ role: "user", content: "x" }, { type: "reasoning" }] }),
);
const gemini = put("gemini.json", JSON.stringify({ contents: [{ role: "user", parts: [{ text: "x" }] }] }));
const bad = put("bad.json", Uint8Array.of(0xff));

const json = (...args: string[]) => JSON.parse(tamis(["stats", "--json", ...args]).stdout.toString("utf8"));

describe("tamis stats", () => {
  it("counts one request", () => {
    const { total, files } = json(good);
    expect(total).toMatchObject({ files: 1, unreadable: 0, messages: 25, toolTurns: 12, toolResults: 12 });
    expect(total.roles).toEqual([
      { role: "assistant", messages: 12 },
      { role: "tool", messages: 12 },
      { role: "user", messages: 1 },
    ]);
    expect(total.tools).toEqual([{ name: "read_file", calls: 12, results: 12, chars: 6000 }]);
    expect(total.toolResultChars).toBe(6000);
    expect(total.chars).toBe(6000 + "hello".length + 12 * "{}".length);
    expect(total.tokens).toBe(Math.ceil(total.chars / 4));
    expect(total.biggest[0]).toEqual({ file: good, messageIndex: 2, tool: "read_file", callId: "call_0", chars: 500 });
    expect(total.reducible.maskedCount).toBe(4);
    expect(total.reducible.bytesAfter).toBeLessThan(total.reducible.bytesBefore);
    expect(files[0]).toMatchObject({ file: good, wire: "openai-chat" });
  });

  it("says the same of stdin", () => {
    const { total } = JSON.parse(tamis(["stats", "--json"], { input: chatRequest(12, 500) }).stdout.toString("utf8"));
    expect({ ...total, biggest: [] }).toEqual({ ...json(good).total, biggest: [] });
  });

  it("searches folders, names what it cannot read, and goes on", () => {
    const { status, stdout, stderr } = tamis(["stats", join(folder, "set"), join(folder, "missing.json")]);
    const text = stdout.toString("utf8");
    expect(status).toBe(0);
    expect(stderr).toMatch(/broken\.json: .*invalid_json/);
    expect(stderr).toMatch(/missing\.json: no such file/);
    expect(stderr).not.toContain("notes.txt");
    expect(text).toMatch(/^2 files, 2 unreadable/);
    expect(text).toMatch(/tool turns +22/);
    expect(text).toMatch(/tokens, estimated .*chars \/ 4/);
    expect(text).toMatch(/default policy removes .*results masked/);
  });

  it("says what it can of other wires", () => {
    const { files, total } = json(responses, gemini);
    expect(files).toMatchObject([
      { wire: "openai-responses", messages: 2, note: expect.stringContaining("unsupported_wire") },
      { wire: "gemini", messages: 1 },
    ]);
    expect(total).toMatchObject({ files: 2, messages: 3 });
    expect(tamis(["stats", gemini]).stdout.toString()).toMatch(/wire +gemini\n[\s\S]*messages +1\n/);
  });

  it("fails where nothing could be read", () => {
    const { status, stdout, stderr } = tamis(["stats", bad]);
    expect({ status, stdout: stdout.toString() }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(/bad\.json: .*invalid_utf8/);
    mkdirSync(join(folder, "nothing"));
    const none = tamis(["stats", join(folder, "nothing")]);
    expect(none.status).toBe(1);
    expect(none.stderr).toMatch(/no \*\.json file/);
  });

  it("survives shapes that are not what they should be", () => {
    const odd = {
      messages: [
        1,
        null,
        { role: 5 },
        { role: "tool", content: 7 },
        { role: "assistant", tool_calls: [null, { id: 3 }] },
      ],
    };
    const { files } = json(put("odd.json", JSON.stringify(odd)));
    expect(files[0].chat).toMatchObject({ toolTurns: 0, toolResults: 1, chars: 0 });
  });
});
