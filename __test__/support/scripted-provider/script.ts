// What the scripted model does: so many turns of tool calls in a workspace, then its last word.
import { markIn } from "./call-marks.js";
import { isObject, type Json, SCRIPTED_WIRES, type Tool, type WireName } from "./wires.js";

/** The user's prompt has this word once for each round of steps. */
export const TASK_WORD = "SCRIPTED-TASK";

/** With this word in a prompt the model begins to answer, and does not end. */
export const HANGING_WORD = "SCRIPTED-HANGING";

/** One call of a tool. */
export interface ScriptedCall {
  name: string;
  args: Json;
}

/** What the model answers: calls, or its last word. */
export interface ScriptedTurn {
  calls: ScriptedCall[];
  text: string;
}

const SHELLS = /^(bash|shell|shell_command|exec_command|run_shell_command|run_command|terminal)$/i;
const READS = /^(read|read_file|view)$/i;

/** What the model is to do. */
export interface Script {
  /** Turns for each task in a prompt. */
  steps: number;
  workspace: string;
  /** A file to read after the last of them; `"marker"`: the first one that a marker of a removed result names. */
  readsBack?: string | undefined;
  /** Turns in which it copies the mark of a shortened argument into its own; all its commands are long then. */
  imitatesAt?: readonly number[] | undefined;
}

/** The file that a script reads after its last turn; undefined for none. */
export function fileToReadBack(body: Json, { readsBack }: Script): string | undefined {
  if (readsBack !== "marker") return readsBack;
  return /; original: (\/[^"\]\\]+[0-9a-f]{32}\.txt)\]/.exec(JSON.stringify(body))?.[1];
}

/** The answer to a request, by what it has in it alone. */
export function nextTurn(wire: WireName, body: Json, script: Script): ScriptedTurn {
  const { steps, workspace } = script;
  const scripted = SCRIPTED_WIRES[wire];
  const schema = answerSchema(body);
  if (schema !== undefined) return { calls: [], text: JSON.stringify(sampleOf(schema, NO_CONFIDENCE)) };
  const tools = scripted.tools(body);
  const rounds = scripted.words(body).split(TASK_WORD).length - 1;
  const turn = scripted.turns(body);
  if (tools.length === 0) return { calls: [], text: "A short title" };
  const file = turn === steps * rounds ? fileToReadBack(body, script) : undefined;
  if (file !== undefined) return { calls: readOf(tools, file), text: "" };
  if (turn >= steps * rounds) return { calls: [], text: `LAST WORD after ${turn} turns.` };
  if (script.imitatesAt !== undefined) {
    const mark = script.imitatesAt.includes(turn) ? markIn(wire, body) : undefined;
    return { calls: longCallOf(tools, turn, mark), text: "" };
  }
  return { calls: callsOf(tools, turn, workspace), text: turn % 3 === 0 ? `Step ${turn}.` : "" };
}

/** The JSON Schema that the answer must have, as agents ask for titles and checks of their own. */
export function answerSchema({ generationConfig, output_config, response_format, text }: Json): Json | undefined {
  const inner = (value: unknown, key: string): unknown => (isObject(value) ? value[key] : undefined);
  const found = [
    inner(generationConfig, "responseJsonSchema"),
    inner(generationConfig, "responseSchema"),
    inner(inner(output_config, "format"), "schema"),
    inner(inner(response_format, "json_schema"), "schema"),
    inner(inner(text, "format"), "schema"),
  ].find(isObject);
  return found as Json | undefined;
}

function callsOf(tools: readonly Tool[], turn: number, workspace: string): ScriptedCall[] {
  const shell = tools.find(({ name }) => SHELLS.test(name));
  const read = tools.find(({ name }) => READS.test(name));
  const file = `${workspace}/src/file-${turn % 80}.ts`;
  const reads =
    read === undefined ? [] : [callTo(read, { file_path: file, filePath: file, absolute_path: file, path: file })];
  const runs = shell === undefined ? [] : [runIn(shell, turn, file)];
  if (reads.length > 0 && (turn % 2 === 1 || runs.length === 0)) return turn % 5 === 4 ? [...reads, ...runs] : reads;
  return runs;
}

/** A call that reads a file: by the tool for it, else in the shell. */
function readOf(tools: readonly Tool[], file: string): ScriptedCall[] {
  const read = tools.find(({ name }) => READS.test(name));
  const shell = tools.find(({ name }) => SHELLS.test(name));
  if (read !== undefined) return [callTo(read, { file_path: file, filePath: file, absolute_path: file, path: file })];
  return shell === undefined ? [] : [commandIn(shell, `cat ${file}`, "read an original")];
}

/** A command with a long text in it, behind which a mark may be. */
function longCallOf(tools: readonly Tool[], turn: number, mark = ""): ScriptedCall[] {
  const shell = tools.find(({ name }) => SHELLS.test(name));
  const words = Array.from({ length: 60 }, (_, at) => `note${turn}_${at}`).join(" ");
  return shell === undefined ? [] : [commandIn(shell, `echo '${words} ${mark}'`, `step ${turn}`)];
}

function runIn(shell: Tool, turn: number, file: string): ScriptedCall {
  const commands = [
    `seq ${turn * 1000} ${turn * 1000 + 1200}`,
    `cat ${file}`,
    `for i in $(seq 1 110); do echo "step $i of build ${turn}: module $i compiled without warnings"; done`,
  ];
  return commandIn(shell, commands[turn % commands.length] ?? "", `step ${turn}`);
}

function commandIn(shell: Tool, command: string, description: string): ScriptedCall {
  const { properties } = shell.schema;
  const key = isObject(properties) && "cmd" in properties ? "cmd" : "command";
  const type = isObject(properties) && isObject(properties[key]) ? String(properties[key].type) : "string";
  const value = type.toLowerCase() === "array" ? ["bash", "-c", command] : command;
  return callTo(shell, { [key]: value, description });
}

/** Known arguments that the tool has, and something for each other one that it needs. */
function callTo({ name, schema }: Tool, known: Json): ScriptedCall {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const needed = Array.isArray(schema.required) ? schema.required.map(String) : [];
  const args = Object.fromEntries(Object.entries(known).filter(([key]) => key in properties));
  for (const key of needed) args[key] ??= sampleOf(properties[key]);
  return { name, args };
}

/** Gemini CLI asks how sure the model is that it goes round in circles, and stops where it is sure. */
const NO_CONFIDENCE = 0;

/** A small value that a schema allows. */
function sampleOf(schema: unknown, number = 1): unknown {
  if (!isObject(schema)) return "step";
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const type = String(Array.isArray(schema.type) ? schema.type[0] : schema.type).toLowerCase();
  const properties = isObject(schema.properties) ? schema.properties : {};
  const object = () =>
    Object.fromEntries(Object.entries(properties).map(([key, inner]) => [key, sampleOf(inner, number)]));
  const samples: Record<string, () => unknown> = {
    ...{ number: () => number, integer: () => number, boolean: () => false, array: () => [] },
    object,
  };
  return (samples[type] ?? (() => "step"))();
}
