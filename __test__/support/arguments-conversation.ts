// Conversations of an agent that writes files, in all four wires, with arguments that are hard to shorten.

import type { Wire } from "../../ts/contract/report.js";
import type { Random } from "./random.js";

interface Call {
  id: string;
  name: string;
  args: Record<string, unknown>;
  /** Free text in place of the arguments, where the wire has custom tools. */
  free: string | undefined;
  result: string;
  isError: boolean;
}

/** The user's words, or the calls of one answer. */
type Turn = { prompt: string } | { calls: Call[]; thought: string | undefined };

export interface ArgumentsConversation {
  wire: Wire;
  /** The whole request after the last turn. */
  request: Record<string, unknown>;
  /** The list of the request. */
  list: unknown[];
}

const WORDS: readonly [string, ...string[]] = [
  "const parseBody = (x) =>",
  "src/base/limits.ts",
  "\ttab",
  'say "hi"',
  "4096",
  "é",
  "😀",
  "\\",
  "\u0001",
  "\n",
];
const MARK = "[argument shortened: 12 chars left out; mentions: a.ts]";

function textOf(random: Random): string {
  const length = random.pick([0, 3, 20, 60, 120, 200, 400]);
  const texts = Array.from({ length }, () => random.pick(WORDS));
  if (random.chance(0.05)) texts.splice(random.below(texts.length + 1), 0, random.pick(["\ud83d", "\ude00"]));
  if (random.chance(0.1)) texts.push(random.pick([MARK, MARK.slice(0, -1), "]", '"}']));
  return random.chance(0.3) ? texts.join(" ") : texts.join("");
}

function argsOf(random: Random, turn: number): Record<string, unknown> {
  const path = `src/file${turn}.ts`;
  return random.pick([
    () => ({ path, content: textOf(random) }),
    () => ({
      edits: [{ old_string: textOf(random), new_string: textOf(random) }, { a: [1, null, textOf(random)] }],
      path,
    }),
    () => ({ path }),
    () => ({ data: "iVBORw0KGgo".repeat(60), 'a"b\\': textOf(random), é: { signature: textOf(random) } }),
  ])();
}

/** Input of a custom tool: a patch, or JSON of any kind, whole or not. */
function freeOf(random: Random, turn: number): string {
  const text = textOf(random);
  return random.pick([
    () => `*** Begin Patch\n*** Update File: a${turn}.ts\n${text}`,
    () => `one line ${text.replaceAll("\n", " ")}`,
    () => JSON.stringify({ patch: text, "1": "x".repeat(300) }, null, random.pick([0, 2])),
    () => JSON.stringify(text),
    () => `\n ${JSON.stringify([text, [text]])}\n`,
    () => `\ufeff{"a":${JSON.stringify(text)}}`,
    () => `{"a":${JSON.stringify(text)},}\n${"x\n".repeat(200)}`,
    () => `${"[".repeat(900)}${JSON.stringify("deep ".repeat(100))}${"]".repeat(900)}`,
    () => `{"a":"${"\\ud83d\\ude00".repeat(150)}","b":"${"\\ud83d".repeat(150)}","c":"${"\\/\\u0041".repeat(150)}"}`,
  ])();
}

/** A result that does not repeat others. */
const plainResult = (random: Random, turn: number): string => `done ${turn} ${"ok ".repeat(random.below(200))}`;

/** Makes the results of calls that do not fail. */
export type ResultMaker = (random: Random, turn: number) => string;

/** Numbered lines of one of three files, with JSON, paths or what a terminal drops among them. */
export function repeatingResult(random: Random, turn: number): string {
  const file = random.below(3);
  const [from, count] = [random.below(6), 8 + random.below(6)];
  const lines = Array.from({ length: count }, (_, at) => {
    const text = `const file${file}_${from + at} = ${"y".repeat(28)};`;
    return file === 0
      ? `${from + at + 1}`.padStart(6).concat("→", text)
      : `src/deep/file${file}.ts:${from + at}: ${text}`;
  });
  const head = random.chance(0.3) ? [`\u001b[31m$ run ${turn}\u001b[0m`, '{ "a" : [ 1, 2 ] }'] : [];
  return [...head, ...lines].join("\n");
}

function makeTurns(random: Random, count: number, resultOf: ResultMaker): Turn[] {
  const turns: Turn[] = [{ prompt: "begin" }];
  for (let turn = 0; turn < count; turn++) {
    if (random.chance(0.15)) turns.push({ prompt: `go on ${turn} ${"please ".repeat(random.below(30))}` });
    const calls = Array.from({ length: random.chance(0.3) ? 2 : 1 }, (_, at): Call => {
      const isError = random.chance(0.15);
      return {
        id: `c${turn}_${at}`,
        name: random.pick(["Write", "Edit", "apply_patch", "exec"]),
        args: argsOf(random, turn),
        free: random.chance(0.3) ? freeOf(random, turn) : undefined,
        result: isError ? `Error: no file ${turn}` : resultOf(random, turn),
        isError,
      };
    });
    turns.push({ calls, thought: random.chance(0.4) ? `I think of ${turn} ${"so ".repeat(40)}` : undefined });
  }
  if (random.chance(0.5)) turns.push({ prompt: "and now?" });
  return turns;
}

/** JSON with gaps, as some models write it. */
const spelled = (value: unknown, random: Random): string => JSON.stringify(value, null, random.pick([0, 0, 0, 1]));

type Writer = (turn: Turn, random: Random) => unknown[];

const chat: Writer = (turn, random) => {
  if ("prompt" in turn) return [{ role: "user", content: turn.prompt }];
  const calls = turn.calls.map(({ id, name, args, free }) =>
    free === undefined
      ? { id, type: "function", function: { name, arguments: random.chance(0.05) ? "{broken" : spelled(args, random) } }
      : { id, type: "custom", custom: { name, input: free } },
  );
  const thinking = turn.thought !== undefined && random.chance(0.2) ? { thinking_blocks: [{ type: "thinking" }] } : {};
  return [
    { role: "assistant", content: null, ...thinking, tool_calls: calls },
    ...turn.calls.map(({ id, result }) => ({ role: "tool", tool_call_id: id, content: result })),
  ];
};

const responses: Writer = (turn, random) => {
  if ("prompt" in turn) return [{ type: "message", role: "user", content: turn.prompt }];
  const calls = turn.calls.map(({ id, name, args, free }) =>
    free === undefined
      ? { type: "function_call", call_id: id, name, arguments: spelled(args, random) }
      : { type: "custom_tool_call", call_id: id, name, input: free },
  );
  const results = turn.calls.map(({ id, result, free }) => ({
    type: free === undefined ? "function_call_output" : "custom_tool_call_output",
    call_id: id,
    output: result,
  }));
  const reasoning = turn.thought === undefined ? [] : [{ type: "reasoning", encrypted_content: "x".repeat(90) }];
  return [...reasoning, ...calls, ...results];
};

const anthropic: Writer = (turn) => {
  if ("prompt" in turn) return [{ role: "user", content: turn.prompt }];
  const thinking = turn.thought === undefined ? [] : [{ type: "thinking", thinking: turn.thought, signature: "S" }];
  const calls = turn.calls.map(({ id, name, args }) => ({ type: "tool_use", id, name, input: args }));
  const results = turn.calls.map(({ id, result, isError }) => ({
    type: "tool_result",
    tool_use_id: id,
    content: result,
    ...(isError ? { is_error: true } : {}),
  }));
  return [
    { role: "assistant", content: [...thinking, ...calls] },
    { role: "user", content: results },
  ];
};

const gemini: Writer = (turn, random) => {
  if ("prompt" in turn) return [{ role: "user", parts: [{ text: turn.prompt }] }];
  const calls = turn.calls.map(({ name, args }) => ({
    functionCall: { name, args },
    ...(random.chance(0.3) ? { thoughtSignature: "sig" } : {}),
  }));
  const results = turn.calls.map(({ name, result, isError }) => ({
    functionResponse: { name, response: isError ? { error: result } : { output: result } },
  }));
  return [
    { role: "model", parts: calls },
    { role: "user", parts: results },
  ];
};

const WRITERS: Record<Wire, { key: string; write: Writer; models: readonly [string, ...string[]] }> = {
  "openai-chat": { key: "messages", write: chat, models: ["gpt-5.1", "claude-opus-5-5"] },
  "openai-responses": { key: "input", write: responses, models: ["gpt-5.1"] },
  anthropic: { key: "messages", write: anthropic, models: ["claude-opus-4-6", "claude-opus-5-5", "claude-sonnet-4-5"] },
  gemini: { key: "contents", write: gemini, models: ["gemini-3-pro"] },
};

export const ARGUMENT_WIRES = Object.keys(WRITERS) as Wire[];

/** A conversation of `turns` turns in which files are written. The same seed gives the same one. */
export function argumentsConversation(
  wire: Wire,
  turns: number,
  random: Random,
  resultOf: ResultMaker = plainResult,
): ArgumentsConversation {
  const { key, write, models } = WRITERS[wire];
  const list = makeTurns(random, turns, resultOf).flatMap((turn) => write(turn, random));
  const thinking = wire === "anthropic" ? { max_tokens: 9, system: "You write.", thinking: { type: "adaptive" } } : {};
  return { wire, list, request: { model: random.pick(models), ...thinking, [key]: list } };
}

/** The request with the first `cut` messages alone. */
export function cutAt({ wire, request, list }: ArgumentsConversation, cut: number): Record<string, unknown> {
  return { ...request, [WRITERS[wire].key]: list.slice(0, cut) };
}
