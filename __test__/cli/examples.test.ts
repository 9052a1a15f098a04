import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { assertPublishable, runTool } from "../../examples/record/tools.mjs";
import { ensureBuilt } from "./run-cli.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const recording = `${root}examples/record/session.openai-chat.json`;

interface Message {
  role: string;
  content: string | null;
  tool_call_id?: string;
  tool_calls?: { id: string; function: { name: string; arguments: string } }[];
}

describe.skipIf(!existsSync(recording))("the recording", () => {
  const text = existsSync(recording) ? readFileSync(recording, "utf8") : "{}";
  const request: { model: string; messages: Message[]; tools: { function: { name: string } }[] } = JSON.parse(text);

  it("is a request of 200 to 600 KB as a client sends it", () => {
    expect(Buffer.byteLength(text)).toBeGreaterThanOrEqual(200_000);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(600_000);
    expect(JSON.stringify(request)).toBe(text);
    expect(Object.keys(request)).toEqual(expect.arrayContaining(["model", "messages", "tools"]));
  });

  it("pairs every call with its result, directly after it, and calls only tools it defines", () => {
    const names = request.tools.map((tool) => tool.function.name);
    const open: string[] = [];
    for (const message of request.messages) {
      if (message.role === "tool") expect(message.tool_call_id).toBe(open.shift());
      else expect(open).toEqual([]);
      for (const call of message.tool_calls ?? []) {
        open.push(call.id);
        expect(names).toContain(call.function.name);
        expect(() => JSON.parse(call.function.arguments)).not.toThrow();
      }
    }
    expect(open).toEqual([]);
  });

  it("has parallel calls, errors, a JSON result and long results, like real sessions", () => {
    const results = request.messages.filter(({ role }) => role === "tool").map(({ content }) => content ?? "");
    expect(request.messages.filter(({ tool_calls }) => (tool_calls?.length ?? 0) > 1).length).toBeGreaterThan(5);
    expect(results.filter((content) => content.startsWith("Error: ")).length).toBeGreaterThan(1);
    expect(results.some((content) => content.startsWith('{"path"'))).toBe(true);
    expect(results.some((content) => content.length > 8000)).toBe(true);
  });

  it("contains nothing private", () => {
    expect(() => assertPublishable(text)).not.toThrow();
  });

  it("equals the demo's output, in at most 25 lines", () => {
    ensureBuilt();
    const reduced = `${root}.demo/reduced.json`;
    rmSync(reduced, { force: true });
    const output = execFileSync(process.execPath, [`${root}examples/demo/demo.mjs`], { cwd: root }).toString("utf8");
    expect(output.trimEnd().split("\n").length).toBeLessThanOrEqual(25);
    for (const word of [
      "bytes ",
      "tokens ",
      "chars / 4, an estimate",
      " masked",
      "JSON.parse ",
      ".demo/reduced.json",
      "through a gateway (http://127.0.0.1:",
      "of which 8 were made smaller; the model's last word: I have searched 8 times.",
      "Next:",
    ]) {
      expect(output).toContain(word);
    }
    expect(JSON.parse(readFileSync(reduced, "utf8")).messages).toHaveLength(request.messages.length);
    expect(readFileSync(reduced).length).toBeLessThan(Buffer.byteLength(text) * 0.55);
  }, 60_000);
});

describe("the recorder's tools", () => {
  it("returns a problem as a result that says what is there", () => {
    expect(runTool("read_file", { path: "ts/none.ts" })).toMatch(/^Error: ENOENT[^\n]*'ts\/none\.ts'\nFiles in ts:\n/);
    expect(runTool("list_files", { path: "none" })).toBe("Error: none: no such folder in the repository");
    expect(runTool("read_file", { path: "../../etc/passwd" })).toMatch(/^Error: ENOENT/);
    expect(runTool("read_file", { path: "node_modules/zod/package.json" })).toMatch(/^Error: ENOENT/);
  });

  it("numbers the lines that it reads", () => {
    expect(runTool("read_file", { path: "package.json", start_line: 2, end_line: 2 })).toMatch(
      /^2\t {2}"name": "tamis",\n\(\d+ more/,
    );
  });

  it.each([
    ["a key", ["sk", "a".repeat(30)].join("-")],
    ["a credential", `Bearer ${"a".repeat(30)}`],
    ["a path of this machine", root.slice(0, -1)],
  ])("never reveals %s", (_, secret) => {
    expect(() => assertPublishable(JSON.stringify({ secret }))).toThrow(/the recording holds/);
  });
});
