import type { Act, ToolCall } from "../../support/upstream/upstream.js";

/** How an agent reaches its model. */
export interface AgentRun {
  url: string;
  /** Default: the SDK's own. */
  fetch?: typeof fetch;
  stream: boolean;
  signal?: AbortSignal;
}

/** Asks, runs the tools that the model calls, sends their results, until the model answers. Returns the answer. */
export type Agent = (run: AgentRun) => Promise<string>;

export const TASK = "Find out why the parser is slow, and say it in one sentence.";
export const ANSWER = "The parser reads each line twice — «déjà lu» 🐌.";

/** The tools of all agents, as JSON Schema. */
export const TOOLS = ["read_file", "list_files"].map((name) => ({
  name,
  description: `${name} of the repository`,
  parameters: {
    type: "object" as const,
    properties: { path: { type: "string" as const } },
    required: ["path"],
  },
}));

const call = (id: string, name: string, path: string): ToolCall => ({ id, name, args: { path } });

/** Six model turns: five that call tools, once two in parallel, and the answer. */
export const SCRIPT: readonly Act[] = [
  { text: "I look at the parser.", calls: [call("call_1", "read_file", "src/parser.ts")] },
  { calls: [call("call_2", "read_file", "src/lexer.ts"), call("call_3", "list_files", "src")] },
  { calls: [call("call_4", "read_file", "src/tokens.ts")] },
  { text: "Now the tests.", calls: [call("call_5", "read_file", "test/parser.ts")] },
  { calls: [call("call_6", "read_file", "bench/parser.ts")] },
  { text: ANSWER },
];

/** The result of a call: the same text each time, with characters that JSON escapes and that take several bytes. */
export function runTool(name: string, args: unknown): string {
  const { path } = args as { path: string };
  const lines = Array.from(
    { length: 12 },
    (_, index) => `${index + 1}\tconst “${path}” = "\\n é 🐢 ${"x".repeat(40)}";`,
  );
  return `${name} ${path}\n${lines.join("\n")}`;
}

/** Bounded, so that an agent whose model never answers fails. */
export const MAX_ROUNDS = 10;

export function neverAnswered(): Error {
  return new Error(`no answer after ${MAX_ROUNDS} rounds`);
}
