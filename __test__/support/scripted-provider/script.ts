// What the scripted model does: so many turns of tool calls in a workspace, then its last word.
import { markIn } from "./call-marks.js";
import { callTo, commandIn, readerIn, readOf, type ScriptedCall, sampleOf, shellIn } from "./calls.js";
import { type Day, dayTurn, fetchesIn } from "./day.js";
import { type RulesCount, type RulesWork, rulesTurn } from "./rules.js";
import { isObject, type Json, SCRIPTED_WIRES, type Tool, type WireName } from "./wires.js";

/** The user's prompt has this word once for each round of steps. */
export const TASK_WORD = "SCRIPTED-TASK";

/** With this word in a prompt the model begins to answer, and does not end. */
export const HANGING_WORD = "SCRIPTED-HANGING";

/** With this word its first call of a task is another agent's, whose task it is as well. */
export const AGENT_WORD = "SCRIPTED-AGENT";

/** With this word its first call is a command in the background. */
export const BACKGROUND_WORD = "SCRIPTED-BACKGROUND";

/** Gemini CLI asks how sure the model is that it goes round in circles, and stops where it is sure. */
const NO_CONFIDENCE = 0;

/** What the model answers: calls, or its last word. */
export interface ScriptedTurn {
  calls: ScriptedCall[];
  text: string;
  /** Whether a word of the prompt asks for the call. */
  isFirst?: boolean;
  /** What it counts as, of a model that follows its tools' rules. */
  counts?: readonly RulesCount[];
}

/** What the model is to do. */
export interface Script {
  /** Turns for each task in a prompt. */
  steps: number;
  workspace: string;
  /** Another one, in which it works for those whose request names it. */
  otherWorkspace?: string | undefined;
  /** A file to read after the last of them; `"marker"`: the first one that a marker of a removed result names. */
  readsBack?: string | undefined;
  /** Turns in which it copies the mark of a shortened argument into its own; all its commands are long then. */
  imitatesAt?: readonly number[] | undefined;
  /** It works as people's agents do, with the results that those get, and thinks. */
  day?: Day | undefined;
  /** It follows its tools' rules in work that needs what came before, on Anthropic's wire, and thinks. */
  rules?: RulesWork | undefined;
}

/** The file that a script reads after its last turn; undefined for none. */
export function fileToReadBack(body: Json, { readsBack }: Script): string | undefined {
  if (readsBack !== "marker") return readsBack;
  return /; original: (\/[^"\]\\]+[0-9a-f]{32}\.txt)\]/.exec(JSON.stringify(body))?.[1];
}

/** The answer to a request, by what it has in it alone. */
export function nextTurn(wire: WireName, body: Json, script: Script): ScriptedTurn {
  const { steps } = script;
  const scripted = SCRIPTED_WIRES[wire];
  const schema = answerSchema(body);
  if (schema !== undefined) return { calls: [], text: JSON.stringify(sampleOf(schema, NO_CONFIDENCE)) };
  const tools = scripted.tools(body);
  const rounds = scripted.words(body).split(TASK_WORD).length - 1;
  const fetched = script.day === undefined ? undefined : fetchesIn(wire, body);
  const turn = scripted.turns(body) - (fetched?.made ?? 0);
  if (tools.length === 0) return { calls: [], text: "A short title" };
  const { rules, workspace: folder } = script;
  if (rules !== undefined) {
    const last = { calls: [], text: `LAST WORD after ${steps} turns.` };
    return rulesTurn(body, { ...rules, steps, tools, workspace: folder }) ?? last;
  }
  const file = turn === steps * rounds ? fileToReadBack(body, script) : undefined;
  if (file !== undefined) return { calls: readOf(tools, file), text: "" };
  if (turn >= steps * rounds) return { calls: [], text: `LAST WORD after ${turn} turns.` };
  const first = turn === steps * (rounds - 1) ? firstOf(tools, scripted.words(body)) : undefined;
  if (first !== undefined) return { calls: [first], text: "", isFirst: true };
  if (script.imitatesAt !== undefined) {
    const mark = script.imitatesAt.includes(turn) ? markIn(wire, body) : undefined;
    return { calls: longCallOf(tools, turn, mark), text: "" };
  }
  const workspace = workspaceOf(body, script);
  if (script.day !== undefined) return dayTurn(tools, turn, { ...script.day, workspace, fetched });
  return { calls: callsOf(tools, turn, workspace), text: turn % 3 === 0 ? `Step ${turn}.` : "" };
}

function workspaceOf(body: Json, { workspace, otherWorkspace }: Script): string {
  return otherWorkspace !== undefined && JSON.stringify(body).includes(otherWorkspace) ? otherWorkspace : workspace;
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
  const shell = shellIn(tools);
  const read = readerIn(tools);
  const file = `${workspace}/src/file-${turn % 80}.ts`;
  const reads =
    read === undefined ? [] : [callTo(read, { file_path: file, filePath: file, absolute_path: file, path: file })];
  const runs = shell === undefined ? [] : [runIn(shell, turn, file)];
  if (reads.length > 0 && (turn % 2 === 1 || runs.length === 0)) return turn % 5 === 4 ? [...reads, ...runs] : reads;
  return runs;
}

const AGENTS = /^(agent|task|spawn_agent)$/i;
/** Codex's shell goes on with a command after so many milliseconds. */
const IN_BACKGROUND: Json = { run_in_background: true, is_background: true, yield_time_ms: 250 };

/** The first call of a task, where a word of its prompt names one; undefined where the agent has no tool for that, too. */
function firstOf(tools: readonly Tool[], words: string): ScriptedCall | undefined {
  const prompt = `${TASK_WORD}: the part of another`;
  const agent = words.includes(AGENT_WORD) ? tools.find(({ name }) => AGENTS.test(name)) : undefined;
  if (agent !== undefined)
    return callTo(agent, { description: "a part", prompt, message: prompt, subagent_type: "general-purpose" });
  const shell = words.includes(BACKGROUND_WORD) ? shellIn(tools) : undefined;
  const properties = isObject(shell?.schema.properties) ? shell.schema.properties : {};
  const key = Object.keys(IN_BACKGROUND).find((one) => one in properties);
  if (shell === undefined || key === undefined) return undefined;
  const { name, namespace, args } = commandIn(shell, "sleep 1; echo done", "in the background");
  return { name, namespace, args: { ...args, [key]: IN_BACKGROUND[key] } };
}

/** A command with a long text in it, behind which a mark may be. */
function longCallOf(tools: readonly Tool[], turn: number, mark = ""): ScriptedCall[] {
  const shell = shellIn(tools);
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
