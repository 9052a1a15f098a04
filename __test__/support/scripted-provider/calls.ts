// Calls of the tools that an agent offers: a command in its shell, a file read or edited, with all arguments that a tool needs.
import { isObject, type Json, type Tool } from "./wires.js";

/** One call of a tool. */
export interface ScriptedCall {
  name: string;
  args: Json;
  /** Of a tool that is called with a text in place of arguments. */
  code?: string | undefined;
  /** What the tool's name is in, where tools have such names. */
  namespace?: string | undefined;
}

const SHELLS = /^(bash|shell|shell_command|exec_command|run_shell_command|run_command|terminal)$/i;
const READS = /^(read|read_file|view)$/i;
const EDITS = /^(edit|replace|edit_file)$/i;
/** Codex's tool that runs JavaScript, by which a model calls its other tools. */
const CODE = "exec";

/** The tool that runs commands; undefined where there is none. */
export const shellIn = (tools: readonly Tool[]): Tool | undefined =>
  tools.find(({ name, isCustom }) => SHELLS.test(name) && isCustom !== true) ??
  tools.find(({ name, isCustom }) => name === CODE && isCustom === true);

/** The tool that reads a file; undefined where there is none. */
export const readerIn = (tools: readonly Tool[]): Tool | undefined => tools.find(({ name }) => READS.test(name));

/** A call that reads a file, from a line on where `lines` says so: by the tool for it, else in the shell. */
export function readOf(tools: readonly Tool[], file: string, lines?: { from: number; count: number }): ScriptedCall[] {
  const read = readerIn(tools);
  const shell = shellIn(tools);
  const range = lines === undefined ? {} : { offset: lines.from, limit: lines.count };
  if (read !== undefined)
    return [callTo(read, { file_path: file, filePath: file, absolute_path: file, path: file, ...range })];
  const command = lines === undefined ? `cat ${file}` : `sed -n ${lines.from},${lines.from + lines.count - 1}p ${file}`;
  return shell === undefined ? [] : [commandIn(shell, command, "read a file")];
}

/** A call that replaces a line of a file: by the tool for it, else in the shell. */
export function editOf(tools: readonly Tool[], file: string, line: string, other: string): ScriptedCall[] {
  const edit = tools.find(({ name }) => EDITS.test(name));
  const shell = shellIn(tools);
  const texts = { old_string: line, new_string: other, oldString: line, newString: other };
  if (edit !== undefined && line !== "")
    return [callTo(edit, { file_path: file, filePath: file, path: file, ...texts, instruction: "add a note" })];
  const command = `sed -i '1i ${other.slice(line.length).trim()}' ${file}`;
  return shell === undefined ? [] : [commandIn(shell, command, "edit a file")];
}

/** A command in the shell. */
export function commandIn(shell: Tool, command: string, description: string): ScriptedCall {
  if (shell.isCustom === true) {
    const code = `const r = await tools.exec_command({ cmd: ${JSON.stringify(command)} });\ntext(r.output ?? r);`;
    return { name: shell.name, namespace: shell.namespace, args: {}, code };
  }
  const { properties } = shell.schema;
  const key = isObject(properties) && "cmd" in properties ? "cmd" : "command";
  const type = isObject(properties) && isObject(properties[key]) ? String(properties[key].type) : "string";
  const value = type.toLowerCase() === "array" ? ["bash", "-c", command] : command;
  return callTo(shell, { [key]: value, description });
}

/** Known arguments that the tool has, and something for each other one that it needs. */
export function callTo({ name, schema, namespace }: Tool, known: Json): ScriptedCall {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const needed = Array.isArray(schema.required) ? schema.required.map(String) : [];
  const args = Object.fromEntries(Object.entries(known).filter(([key]) => key in properties));
  for (const key of needed) args[key] ??= sampleOf(properties[key]);
  return { name, namespace, args };
}

/** A small value that a schema allows. */
export function sampleOf(schema: unknown, number = 1): unknown {
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
