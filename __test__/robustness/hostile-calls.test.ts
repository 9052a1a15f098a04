// Calls and results that are made to be slow: each is compared with others of its kind, or searched in another text.

import { describe, expect, it } from "vitest";
import { definePolicy, reduceBody } from "../../ts/index.js";
import type { PolicyInput } from "../../ts/policy/policy.js";

type Call = [name: string, input: object, output: string];

const OLD: Call[] = Array.from({ length: 40 }, (_, at) => ["Bash", { command: `ls ${at}` }, `file ${at}`]);

function anthropic(prompt: string, turns: Call[][]): Buffer {
  const blocks = turns.flatMap((calls, turn) => [
    {
      role: "assistant",
      content: calls.map(([name, input], at) => ({ type: "tool_use", id: `c${turn}_${at}`, name, input })),
    },
    {
      role: "user",
      content: calls.map(([, , content], at) => ({ type: "tool_result", tool_use_id: `c${turn}_${at}`, content })),
    },
  ]);
  const messages = [{ role: "user", content: prompt }, ...blocks];
  return Buffer.from(JSON.stringify({ model: "claude-opus-4-8", max_tokens: 9, messages }));
}

function chat(turns: Call[][]): Buffer {
  const messages = turns.flatMap((calls, turn) => [
    {
      role: "assistant",
      tool_calls: calls.map(([name, input], at) => ({
        id: `c${turn}_${at}`,
        type: "function",
        function: { name, arguments: JSON.stringify(input) },
      })),
    },
    ...calls.map(([, , content], at) => ({ role: "tool", tool_call_id: `c${turn}_${at}`, content })),
  ]);
  return Buffer.from(JSON.stringify({ model: "gpt-5.1", messages: [{ role: "user", content: "go" }, ...messages] }));
}

const old = OLD.map((call) => [call]);
const list = (count: number, of: (at: number) => string, between = " ") =>
  Array.from({ length: count }, (_, at) => of(at)).join(between);
const written: Call[] = Array.from({ length: 2_000 }, (_, at) => [
  "Write",
  { file_path: `/a${at}`, content: "word ".repeat(240) },
  "ok",
]);

const CASES: Record<string, [policy: PolicyInput, body: Buffer]> = {
  "paths in a report": [
    {},
    anthropic("go", [[["Task", { prompt: "x" }, list(20_000, (at) => `src/m${at}/f${at}.ts`, "\n")]], ...old]),
  ],
  "numbers of an issue": [
    {},
    anthropic("1".repeat(60_000), [[["get_issue", { q: list(80_000, (at) => `1${at % 10}`) }, "text"]], ...old]),
  ],
  "calls in one message": [{}, chat([written, ...old])],
  "calls in one message, with a pin": [{ pin: ["nowhere"] }, anthropic("go", [written, ...old])],
};

describe("calls and results that are made to be slow", () => {
  it.each(Object.entries(CASES))("%s take linear time", (_, [policy, body]) => {
    const read = Math.min(...[1, 2, 3].map(() => cpuOf(() => JSON.parse(body.toString()))));
    const reduced = Math.min(...[1, 2, 3].map(() => cpuOf(() => reduceBody(body, definePolicy(policy)))));
    // As measured: 4 to 8 times as long; quadratic time was 60 to 8,000 times.
    expect(reduced / read).toBeLessThan(25);
  });
});

function cpuOf(run: () => unknown): number {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return user + system;
}
