import { describe, expect, it } from "vitest";
import { reduceHookEvent } from "../../ts/agents/index.js";
import { reduceToolOutput } from "../../ts/index.js";

const COLORED = Array.from({ length: 40 }, (_, at) => `\u001b[32mSTEP\u001b[0m test ${at}   `).join("\n");
const PLAIN = Array.from({ length: 40 }, (_, at) => `STEP test ${at}`).join("\n");
const reduce = (agent: "claude" | "opencode", event: unknown) => reduceHookEvent(agent, event, reduceToolOutput);

const claude = (tool_response: unknown, tool_name = "Bash", tool_input: object = { command: "npm test" }) => ({
  session_id: "s-1",
  hook_event_name: "PostToolUse",
  tool_name,
  tool_input,
  tool_response,
});
const updated = (result: ReturnType<typeof reduce>) =>
  (result?.answer as { hookSpecificOutput: { updatedToolOutput: unknown } } | undefined)?.hookSpecificOutput
    .updatedToolOutput;

describe("an event after a tool's run", () => {
  it("of Claude Code gets the output back in the tool's own shape, with smaller texts", () => {
    const result = reduce(
      "claude",
      claude({ stdout: COLORED, stderr: "", interrupted: false, isImage: false, id: COLORED }),
    );
    expect(updated(result)).toEqual({ stdout: PLAIN, stderr: "", interrupted: false, isImage: false, id: COLORED });
    expect(result).toMatchObject({
      session: "s-1",
      tool: "Bash",
      charsBefore: COLORED.length,
      charsAfter: PLAIN.length,
    });
  });

  it("of an MCP tool gets its blocks back, images as they are", () => {
    const image = { type: "image", data: "aaaa", text: COLORED };
    const result = reduce("claude", claude([{ type: "text", text: COLORED }, image], "mcp__x__y", {}));
    expect(updated(result)).toEqual([{ type: "text", text: PLAIN }, image]);
  });

  it("of a read keeps the file's text byte for byte", () => {
    const response = { type: "text", file: { filePath: "/a.txt", content: COLORED, numLines: 40 } };
    expect(reduce("claude", claude(response, "Read", { file_path: "/a.txt" }))?.answer).toBeUndefined();
  });

  it("of opencode gets the text back", () => {
    const event = { tool: "bash", sessionID: "s-2", args: { command: "npm test" }, output: COLORED };
    expect(reduce("opencode", event)).toMatchObject({ answer: { output: PLAIN }, session: "s-2" });
  });

  it("gets exactly what a reduced request would have", () => {
    const { text } = reduceToolOutput(COLORED, { tool: "Bash", args: { command: "npm test" } });
    expect(updated(reduce("claude", claude(COLORED)))).toBe(text);
  });

  it("gets no answer where nothing is smaller", () => {
    expect(reduce("claude", claude({ stdout: "ok" }))?.answer).toBeUndefined();
  });

  it.each([null, [], "text", {}, { tool_name: "Bash" }, { tool_name: 5, tool_response: "x" }])(
    "of an unknown shape is left alone: %j",
    (event) => {
      expect(reduce("claude", event)).toBeUndefined();
    },
  );
});
