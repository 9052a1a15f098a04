import { describe, expect, it } from "vitest";
import type { Decision, Wire } from "../../ts/contract/report.js";
import { WIRE_NAMES } from "../../ts/contract/wires.js";
import { type PolicyInput, resolvePolicy } from "../../ts/policy/policy.js";
import { type Called, writeCalls } from "../support/called.js";
import { everyBackend } from "../support/native.js";

const rows = (name: string, count = 40) =>
  Array.from({ length: count }, (_, at) => `${name} ${at}: value ${at * 31} of the ${at} entry`).join("\n");
/** Calls behind the one in question, none of them about files. */
const more = (count = 6): Called[] =>
  Array.from({ length: count }, (_, at) => ({ tool: "lookup", args: { at }, result: rows(`other ${at}`) }));

/** Gemini's requests have no member that says who called. */
const CANNOT_CARRY: Partial<Record<Wire, readonly string[]>> = { gemini: ["program"] };

const EVERY_TURN: PolicyInput = { cache: { strategy: "every-turn" } };

interface Case {
  /** The role that the first result has. */
  role: NonNullable<Decision["role"]>;
  calls: Called[];
  prompt?: string;
  policy?: PolicyInput;
  /** What happens to the first result. */
  action: Decision["action"];
  /** What is in its place, if it goes. */
  shows?: string;
}

const skill = { tool: "load_skill", args: { name: "notes" }, result: rows("rule") };
const list = { tool: "TodoWrite", args: { todos: ["a"] }, result: rows("item") };
const read = (path: string, name = path) => ({ tool: "Read", args: { file_path: path }, result: rows(name) });
const edit = { tool: "Edit", args: { file_path: "a.ts", old_string: "a.ts 1", new_string: "x" }, result: "ok" };
const failed = `${rows("step")}\nFAILED tests/test_a.py::test_b - AssertionError: 3 != 4\n${rows("more", 3)}`;

const CASES: Record<string, Case> = {
  "the user's answer": {
    role: "user",
    calls: [{ tool: "AskUserQuestion", args: { questions: [] }, result: rows("answer") }],
    action: "keep",
  },
  "an approved plan": {
    role: "user",
    calls: [{ tool: "exit_plan_mode", args: { plan: rows("plan") }, result: rows("plan") }],
    action: "keep",
  },
  "a rejection with its reason": {
    role: "user",
    calls: [
      {
        tool: "drop_table",
        result: `User rejected the tool call. Reason: ${"use staging, never production; ".repeat(20)}`,
      },
    ],
    action: "keep",
  },
  "a shell with the name of a question": {
    role: "observation",
    calls: [{ tool: "AskUserQuestion", args: { command: "ls -R" }, result: rows("file") }],
    action: "mask",
  },
  "a skill": { role: "instruction", calls: [skill], action: "keep" },
  "a skill that is loaded again": {
    role: "instruction",
    calls: [skill, ...more(3), { ...skill, result: rows("newer rule") }],
    action: "mask",
  },
  "a rules file": { role: "instruction", calls: [read("/w/AGENTS.md")], action: "keep" },
  "the issue that the prompt names": {
    role: "task",
    prompt: "Fix ENG-812 please",
    calls: [{ tool: "mcp__github__get_issue", args: { issue: "ENG-812" }, result: rows("comment") }],
    action: "keep",
  },
  "another issue": {
    role: "observation",
    prompt: "Fix ENG-812 please",
    calls: [{ tool: "mcp__github__get_issue", args: { issue: "ENG-4" }, result: rows("comment") }],
    action: "mask",
  },
  "the newest list of what is to be done": { role: "state", calls: [list], action: "keep" },
  "an older list": { role: "state", calls: [list, { ...list, args: { todos: ["b"] } }], action: "mask" },
  "an original that was asked for": {
    role: "retrieved",
    calls: [{ tool: "tamis_retrieve", args: { ref: "x" }, result: rows("original") }],
    action: "keep",
  },
  "a result for a program": {
    role: "program",
    calls: [{ tool: "table", result: rows("cell"), caller: { type: "program", caller_id: "p" } }],
    action: "keep",
  },
  "a result of a direct call": {
    role: "observation",
    calls: [{ tool: "table", result: rows("cell"), caller: { type: "direct" } }],
    action: "mask",
  },
  "an answer to a tool that is spelled otherwise": {
    role: "user",
    calls: [{ tool: "ask-user-question-tool", args: { questions: [] }, result: rows("answer") }],
    action: "keep",
  },
  "the file in work": { role: "file", calls: [read("a.ts")], action: "keep" },
  "the file in work, of a tool that is spelled otherwise": {
    role: "file",
    calls: [{ tool: "ReadFileTool", args: { FilePath: "a.ts" }, result: rows("a.ts") }],
    action: "keep",
  },
  "the file in work, of a tool with an unknown name": {
    role: "file",
    calls: [{ tool: "fetch_text", args: { path: "a.ts", explanation: "what is in it" }, result: rows("a.ts") }],
    action: "keep",
  },
  "lines of the file in work, of a tool with an unknown name": {
    role: "file",
    calls: [{ tool: "fetch_text", args: { file: "Makefile", start: 1, end: 40 }, result: rows("Makefile") }],
    action: "keep",
  },
  "a file that a shell with an unknown name shows": {
    role: "file",
    calls: [{ tool: "do", args: { cmd: "cat a.ts" }, result: rows("a.ts") }],
    action: "keep",
  },
  "a file that a tool with an unknown name edited before the one in work": {
    role: "file",
    calls: [read("a.ts"), { tool: "change", args: { path: "a.ts", oldText: "a.ts 1" }, result: "ok" }, read("b.ts")],
    action: "mask",
  },
  "a folder, of a tool with an unknown name": {
    role: "observation",
    calls: [{ tool: "browse", args: { path: "src" }, result: rows("src") }],
    action: "mask",
  },
  "hits in a file, of a tool with an unknown name": {
    role: "observation",
    calls: [{ tool: "look_for", args: { path: "a.ts", query: "value", limit: 9 }, result: rows("hit") }],
    action: "mask",
  },
  "a file before the one in work": { role: "file", calls: [read("a.ts"), read("b.ts")], action: "keep" },
  "a file before the one in work, where only that stays": {
    role: "file",
    calls: [read("a.ts"), read("b.ts")],
    policy: { experimental: { mask: { workingSetFiles: 1 } } },
    action: "mask",
  },
  "a file that was edited before the one in work": {
    role: "file",
    calls: [read("a.ts"), edit, read("b.ts")],
    action: "mask",
  },
  "a file that was read long before": {
    role: "file",
    calls: [read("a.ts"), ...more(90), read("b.ts")],
    action: "mask",
  },
  "a file before the one in work, while others are edited": {
    role: "file",
    calls: [
      read("a.ts"),
      ...more(10),
      { ...edit, args: { ...edit.args, file_path: "c.ts" } },
      ...more(10),
      read("b.ts"),
    ],
    action: "keep",
  },
  "a file before the one in work, long after the last edit": {
    role: "file",
    calls: [read("a.ts"), { ...edit, args: { ...edit.args, file_path: "c.ts" } }, ...more(16), read("b.ts")],
    action: "mask",
  },
  "a file that is edited before it goes": { role: "file", calls: [read("a.ts"), read("b.ts"), edit], action: "keep" },
  "a file that is edited after it went": {
    role: "file",
    calls: [read("a.ts"), edit, read("b.ts"), ...more(4), edit],
    action: "mask",
  },
  "a report of a sub-agent": {
    role: "report",
    calls: [
      {
        tool: "Task",
        args: { prompt: "look" },
        result: `Head.\n${rows("finding", 150)}\nsee src/deep/in/the/middle.ts\n${rows("finding", 150)}\nSo it is the cache.`,
      },
    ],
    action: "clip",
    shows: "src/deep/in/the/middle.ts",
  },
  "failing tests through a pipe": {
    role: "failure",
    calls: [{ tool: "run_checks", result: failed }],
    action: "mask",
    shows: "FAILED tests/test_a.py::test_b",
  },
  "a call that the wire marks as failed": {
    role: "failure",
    calls: [{ tool: "lookup", result: rows("row"), isFailed: true }],
    action: "keep",
  },
  "a tool that the policy names": {
    role: "instruction",
    calls: [{ tool: "house_rules", args: { part: 1 }, result: rows("rule") }],
    policy: { roles: { instruction: ["house_*"] } },
    action: "keep",
  },
  "a tool that the policy takes back": {
    role: "observation",
    calls: [skill],
    policy: { roles: { observation: ["load_skill"] } },
    action: "mask",
  },
};

describe.each(everyBackend())("roles of results, %s", (_, backend) => {
  describe.each(WIRE_NAMES)("%s", (wire) => {
    it.each(Object.entries(CASES))("%s", (_name, { role, calls, prompt = "go", policy = {}, action, shows = "" }) => {
      if (CANNOT_CARRY[wire]?.includes(role) === true) return;
      const request = Buffer.from(JSON.stringify(writeCalls(wire, { prompt, calls: [...calls, ...more()] })));
      const { body, report } = backend.reduceBody(request, resolvePolicy({ ...EVERY_TURN, ...policy }), {
        wire,
        explain: true,
      });
      const decision = report.decisions.find(({ role: found }) => found !== undefined);
      const carried = wire.startsWith("openai") && role === "failure" ? { role, action: "keep" } : { role, action };
      expect({ role: decision?.role, action: decision?.action === "shorten" ? "keep" : decision?.action }).toEqual(
        carried,
      );
      expect(Buffer.from(body).toString()).toContain(shows);
    });
  });
});

describe.each(everyBackend())("files when the user speaks again, %s", (_, backend) => {
  const DONE: Record<Wire, object> = {
    "openai-chat": { role: "assistant", content: "done" },
    "openai-responses": { type: "message", role: "assistant", content: [{ type: "output_text", text: "done" }] },
    anthropic: { role: "assistant", content: [{ type: "text", text: "done" }] },
    gemini: { role: "model", parts: [{ text: "done" }] },
  };
  const KEY: Partial<Record<Wire, string>> = { "openai-responses": "input", gemini: "contents" };
  /** A request of several tasks, each with a prompt and calls. */
  const written = (wire: Wire, tasks: Called[][]) => {
    const key = KEY[wire] ?? "messages";
    const requests = tasks.map((calls) => writeCalls(wire, { prompt: "go", calls }) as Record<string, object[]>);
    const list = requests.flatMap((one, at) => [...(at === 0 ? [] : [DONE[wire]]), ...(one[key] ?? [])]);
    return Buffer.from(JSON.stringify({ ...requests[0], [key]: list }));
  };
  const other = { ...edit, args: { ...edit.args, file_path: "c.ts" } };
  const task = more(2);

  describe.each(WIRE_NAMES)("%s", (wire) => {
    it.each<[string, Called[][], Decision["action"]]>([
      ["stay in the same task", [[read("a.ts"), other, ...more()]], "keep"],
      ["leave where they were used before the last edit", [[read("a.ts"), other], more()], "mask"],
      ["stay where they were read after it", [[other, read("a.ts")], more()], "keep"],
      ["stay without an edit", [[read("a.ts")], task, more()], "keep"],
      ["leave after three prompts", [[read("a.ts")], task, task, more()], "mask"],
    ])("%s", (_name, tasks, action) => {
      const { report } = backend.reduceBody(written(wire, tasks), resolvePolicy(EVERY_TURN), { wire, explain: true });
      expect(report.decisions.find(({ role }) => role === "file")?.action).toBe(action);
    });
  });
});

describe.each(everyBackend())("marks of failures in items of OpenAI Responses, %s", (_, backend) => {
  const command = (outcome: object) => ({ stdout: rows("line"), stderr: "", outcome });
  it.each<[string, object, Decision["action"]]>([
    ["a call of a server", { type: "mcp_call", output: rows("row"), status: "failed" }, "keep"],
    ["a patch", { type: "apply_patch_call_output", output: rows("row"), status: "failed" }, "keep"],
    ["an exit code", { type: "shell_call_output", output: [command({ type: "exit", exit_code: 2 })] }, "keep"],
    ["a command that took too long", { type: "shell_call_output", output: [command({ type: "timeout" })] }, "keep"],
    ["a command that worked", { type: "shell_call_output", output: [command({ type: "exit", exit_code: 0 })] }, "mask"],
    ["a patch that worked", { type: "apply_patch_call_output", output: rows("row"), status: "completed" }, "mask"],
  ])("%s", (_name, item, action) => {
    const own = { id: "x", call_id: "x", name: "lookup", arguments: "{}" };
    const { type } = item as { type: string };
    const called =
      type === "mcp_call"
        ? [{ ...own, ...item }]
        : [
            { ...own, type: type.slice(0, -7) },
            { ...own, ...item },
          ];
    const { input, ...rest } = writeCalls("openai-responses", { prompt: "go", calls: more() }) as { input: unknown[] };
    const request = { ...rest, input: [input[0], ...called, ...input.slice(1)] };
    const { report } = backend.reduceBody(Buffer.from(JSON.stringify(request)), resolvePolicy(EVERY_TURN), {
      wire: "openai-responses",
      explain: true,
    });
    expect(report.decisions[0]?.action).toBe(action);
  });
});

describe.each(everyBackend())("caps of what stays, %s", (_, backend) => {
  const load = (name: string): Called => ({ tool: "load_skill", args: { name }, result: rows(name, 2000) });
  const reduced = (calls: Called[]) =>
    backend.reduceBody(
      Buffer.from(JSON.stringify(writeCalls("anthropic", { prompt: "go", calls }))),
      resolvePolicy(EVERY_TURN),
      {
        wire: "anthropic",
        explain: true,
      },
    ).report;

  it("say in the report that instructions went", () => {
    const report = reduced([...["a", "b", "c", "d"].map(load), ...more()]);
    expect(report.decisions.slice(0, 4).map(({ action }) => action)).toEqual(["mask", "mask", "keep", "keep"]);
    const detail = "2 results with instructions went: only the newest 160,000 chars of them stay";
    expect(report.notes).toEqual([{ stage: "masking", reason: "over_cap", detail }]);
    expect(reduced([load("a"), ...more()]).notes).toBeUndefined();
  });

  it("say in the report that a text of the user's went", () => {
    const report = reduced([{ tool: "AskUserQuestion", result: rows("answer", 8000) }, ...more()]);
    const detail = "1 result with the user's words went: only those of at most 200,000 chars stay";
    expect(report.notes).toEqual([{ stage: "masking", reason: "over_cap", detail }]);
  });

  it("bring nothing back that went once, and say nothing of instructions that were loaded again", () => {
    const calls = [...["a", "b", "c"].map(load), ...more(), load("a"), ...more()];
    const actions = calls.map((_one, at) => reduced(calls.slice(0, at + 1)).decisions[0]?.action);
    expect(actions.slice(actions.indexOf("mask"))).not.toContain("keep");
    expect(reduced(calls).notes?.[0]?.detail).toContain("1 result with instructions");
  });
});

it("reports no role where the policy knows none", () => {
  const [, backend] = everyBackend()[0] ?? [];
  const request = Buffer.from(JSON.stringify(writeCalls("anthropic", { prompt: "go", calls: [skill, ...more()] })));
  const policy = resolvePolicy({ ...EVERY_TURN, experimental: { mask: { roles: false } } });
  const { report } = backend?.reduceBody(request, policy, { wire: "anthropic", explain: true }) ?? {};
  expect(report?.decisions[0]).toMatchObject({ action: "mask", reason: "window" });
  expect(report?.decisions[0]?.role).toBeUndefined();
});

it("refuses a role that there is not, and says which there are", () => {
  expect(() => resolvePolicy({ roles: { instructions: ["x"] } } as PolicyInput)).toThrow(
    /"instructions" is no role: expected user, instruction/,
  );
});
