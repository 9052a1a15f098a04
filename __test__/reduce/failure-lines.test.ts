import { describe, expect, it } from "vitest";
import { definePolicy, reduceBody } from "../../ts/index.js";

const POLICY = definePolicy({ cache: { strategy: "every-turn" } });
const OTHER = Array.from(
  { length: 20 },
  (_, at) => `step ${at} handled item ${at * 7919} of the list in ${at} ms`,
).join("\n");

type Turn = readonly [command: string, output: string];

/** A session of shell calls whose second one printed `output`. */
function turnsOf(output: string): readonly Turn[] {
  const work = (at: number): Turn => [`step ${at}`, OTHER.replaceAll("item", `item ${at}`)];
  return [work(0), ["make check 2>&1 | tail", output], ...Array.from({ length: 30 }, (_, at) => work(at + 1))];
}

const BODIES: Readonly<Record<string, (turns: readonly Turn[]) => object>> = {
  anthropic: (turns) => ({
    model: "claude-sonnet-4-5",
    max_tokens: 9,
    messages: [
      { role: "user", content: "go" },
      ...turns.flatMap(([command, content], at) => [
        { role: "assistant", content: [{ type: "tool_use", id: `t${at}`, name: "Bash", input: { command } }] },
        { role: "user", content: [{ type: "tool_result", tool_use_id: `t${at}`, content }] },
      ]),
    ],
  }),
  gemini: (turns) => ({
    contents: [
      { role: "user", parts: [{ text: "go" }] },
      ...turns.flatMap(([command, output], at) => [
        { role: "model", parts: [{ functionCall: { name: "run_shell_command", id: `t${at}`, args: { command } } }] },
        {
          role: "user",
          parts: [{ functionResponse: { name: "run_shell_command", id: `t${at}`, response: { output } } }],
        },
      ]),
    ],
  }),
  "openai-chat": (turns) => ({
    model: "gpt-5.1",
    messages: [
      { role: "user", content: "go" },
      ...turns.flatMap(([command, content], at) => [
        {
          role: "assistant",
          content: null,
          tool_calls: [
            { id: `t${at}`, type: "function", function: { name: "bash", arguments: JSON.stringify({ command }) } },
          ],
        },
        { role: "tool", tool_call_id: `t${at}`, content },
      ]),
    ],
  }),
  "openai-responses": (turns) => ({
    model: "gpt-5.1-codex",
    input: [
      { role: "user", content: "go" },
      ...turns.flatMap(([command, output], at) => [
        { type: "function_call", call_id: `t${at}`, name: "shell", arguments: JSON.stringify({ command }) },
        { type: "function_call_output", call_id: `t${at}`, output },
      ]),
    ],
  }),
};

/** What is left of the whole request, and whether the output itself is. */
function sent(wire: string, output: string): { text: string; isWhole: boolean; again: string } {
  const body = Buffer.from(JSON.stringify(BODIES[wire]?.(turnsOf(output))));
  const reduced = Buffer.from(reduceBody(body, POLICY).body);
  const text = JSON.stringify(JSON.parse(reduced.toString()));
  const whole = JSON.stringify(output).slice(1, -1);
  return { text, isWhole: text.includes(whole), again: Buffer.from(reduceBody(reduced, POLICY).body).toString() };
}

/** What tools print, and what must be left of it. */
const FAILURES: readonly (readonly [tool: string, output: string, kept: readonly string[]])[] = [
  ["an object with an error", `{"error":"denied by the host","trace":"${"y".repeat(900)}"}`, ["denied by the host"]],
  [
    "an object with an error in it",
    `{"error":{"code":403,"message":"denied by the host"},"trace":"${"y".repeat(900)}"}`,
    ["denied by the host"],
  ],
  [
    "an object of a state",
    `{"status":"error","trace":"${"y".repeat(900)}","message":"gone for good"}`,
    ["gone for good"],
  ],
  [
    "colours in a string of JSON",
    JSON.stringify({ stdout: `${OTHER}\n\u001b[1m\u001b[31merror\u001b[0m: denied by the host\n${OTHER}` }),
    ["error: denied by the host"],
  ],
  ["an indented error", `${OTHER}\n    TypeError: x is not a function\n${OTHER}`, ["TypeError: x is not a function"]],
  [
    "rustc",
    `${OTHER}\n  error[E0425]: cannot find value\n    --> src/sum.rs:12:9\n${OTHER}`,
    ["E0425", "src/sum.rs:12:9"],
  ],
  ["pytest", `${OTHER}\n>       assert add(1, 2) == 4\nE       assert 3 == 4\n${OTHER}`, ["E       assert 3 == 4"]],
  ["tsc", `${OTHER}\nsrc/a.ts:3:5 - error TS2322: Type 'a'\n${OTHER}`, ["src/a.ts:3:5 - error TS2322"]],
  ["go", `# example.com/a\n./a.go:42:13: undefined: handler\n${OTHER}`, ["./a.go:42:13: undefined: handler"]],
  ["a log", `${OTHER}\n2024-01-02T10:11:13Z ERROR app::db: gone away\n${OTHER}`, ["ERROR app::db: gone away"]],
  ["gcc in German", `${OTHER}\nmain.c:5:12: Fehler: »foo« nicht deklariert\n${OTHER}`, ["Fehler: »foo«"]],
  ["git in Chinese", `${OTHER}\n错误：路径规格 'x' 未匹配任何文件\n${OTHER}`, ["错误：路径规格"]],
  ["a shell", `${OTHER}\nbuild.sh: line 12: nope: command not found\n${OTHER}`, ["line 12: nope: command not found"]],
  ["git merge", `${OTHER}\nCONFLICT (content): Merge conflict in src/a.ts\n${OTHER}`, ["Merge conflict in src/a.ts"]],
];

/** What tools print when nothing failed. */
const PASSED = [
  "test result_is_failed_when_error ... ok",
  "src/error-handler.ts:12:export const onError = (error) => {",
  "2024-01-02 10:11:12 INFO worker: retried 0 errors, 0 failures",
  "    0 Error(s)",
  "[INFO] Tests run: 4, Failures: 0, Errors: 0, Skipped: 0",
  '    "EACCES": "Permission denied",',
  "host1 : ok=3 changed=1 unreachable=0 failed=0",
  "        except (KeyError, ValueError):",
];

describe.each(Object.keys(BODIES))("what failed stays where the output goes: %s", (wire) => {
  it.each(FAILURES)("%s", (_, output, kept) => {
    const { text, again } = sent(wire, output);
    for (const line of kept) expect(text).toContain(line);
    expect(JSON.parse(again)).toEqual(JSON.parse(text));
  });

  it.each(PASSED)("not: %s", (line) => {
    const { text, isWhole } = sent(wire, `${OTHER}\n${line}\n${OTHER}`);
    expect(isWhole).toBe(false);
    expect(text).not.toContain(JSON.stringify(line).slice(1, -1));
  });
});
