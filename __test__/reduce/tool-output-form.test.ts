// An output alone becomes what a request with it sends, although the native backend finds that without such a request.
import fc from "fast-check";
import { expect, it } from "vitest";
import { definePolicy, type Policy, reduceRequest, reduceToolOutput } from "../../ts/index.js";
import { textsFor } from "../support/arrival-suite.js";
import { chatOf } from "../support/on-wire.js";
import { written } from "../support/written.js";

const EVERYTHING = {
  ...{ terminal: true, json: true, paths: true, lineNumbers: "tenth" as const, longLines: 200, clip: 400 },
} as const;
const arrival = EVERYTHING;

const POLICIES: Record<string, Policy> = {
  default: definePolicy({}),
  everything: definePolicy(written({ arrival })),
  "handles and pins": definePolicy(
    written({ arrival, pin: ["7"], restore: { handles: true, key: "a key of the tests" } }),
  ),
  "a tool with the smallest window": definePolicy(written({ arrival, mask: { tools: { bash: { windowTurns: 1 } } } })),
  "a tool that is never masked": definePolicy(written({ arrival, mask: { tools: { bash: { never: true } } } })),
  "errors that are masked": definePolicy(written({ arrival, mask: { keepErrors: false }, repairSurrogates: true })),
  "no arrival": definePolicy({ preset: "none" }),
};

interface Output {
  text: string;
  tool: string;
  isError: boolean | undefined;
}

const STARTS = [
  "",
  "",
  "",
  "Error: no\n",
  "[read_file masked — 12 chars]",
  "BEGIN_DISPATCH_RESULT\n{}\nEND_DISPATCH_RESULT\n",
];
const JSON_TEXT = '{\n  "a": [1, 2, "x \\" y"],\n  "b": {}\n}';
const LONG = `a${"→x".repeat(150)}"`;
const HITS = Array.from({ length: 9 }, (_, at) => `src/a/b.ts:${at}:hit ${at}`).join("\n");

const outputs: fc.Arbitrary<Output> = fc.record({
  text: fc
    .tuple(
      fc.constantFrom(...STARTS),
      fc.oneof(
        ...(["line-numbers", "long-lines", "terminal"] as const).map(textsFor),
        fc.constantFrom(JSON_TEXT, HITS, LONG, `${LONG}\n${HITS}\n${LONG}`),
      ),
    )
    .map((parts) => parts.join("")),
  tool: fc.constantFrom("bash", "Read", "grep", "Edit", "mcp__files__read_file", ""),
  isError: fc.constantFrom(undefined, true, false),
});

it.each(Object.entries(POLICIES))("is what a request sends under %s", (_, policy) => {
  fc.assert(
    fc.property(outputs, ({ text, tool, isError }) => {
      const options = { tool, args: { command: "cat a.ts", path: "a.ts" }, policy };
      const made = reduceToolOutput(text, isError === undefined ? options : { ...options, isError });
      const sent = sentOf({ text, tool, isError }, options.args, policy);
      expect(made.text).toBe(sent.text);
      expect(made.kind).toBe(sent.kind);
    }),
    { numRuns: 120 },
  );
});

/** What a request sends of an output, by the reduction of objects, which reads no bytes. */
function sentOf({ text, tool, isError }: Output, args: object, policy: Policy): { text: string; kind?: string } {
  const { messages, wire } = requestWith({ text, tool, isError }, args);
  const { body, report } = reduceRequest({ messages }, policy, { wire });
  const [decision] = report.decisions;
  if (decision?.action !== "shorten") return { text };
  const last = body.messages.at(-1) as { content: string | { content: string }[] };
  const sent = typeof last.content === "string" ? last.content : (last.content[0]?.content ?? "");
  return { text: sent, kind: decision.reason };
}

function requestWith({ text, tool, isError }: Output, args: object) {
  if (isError === undefined) {
    return {
      wire: "openai-chat" as const,
      messages: chatOf([{ calls: [{ id: "a", tool, args, result: text }] }]) as object[],
    };
  }
  const result = { type: "tool_result", tool_use_id: "a", content: text, is_error: isError };
  return {
    wire: "anthropic" as const,
    messages: [
      { role: "assistant", content: [{ type: "tool_use", id: "a", name: tool, input: args }] },
      { role: "user", content: [result] },
    ] as object[],
  };
}
