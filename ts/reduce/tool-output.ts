import { check, checkKeys, isFlag } from "../base/option-check.js";
import type { Wire } from "../contract/report.js";
import { loadBackend } from "../load/backend.js";
import type { ArrivalKind } from "../policy/arrival.js";
import { type Policy, type PolicyInput, resolvePolicy } from "../policy/policy.js";
import { jsonOf } from "./object-json.js";

/** What is known of a tool's output beside its text. */
export interface ToolOutputOptions {
  /** Name of the tool, for the rules of the policy and to know reads of files. @default none */
  tool?: string;
  /** The call's arguments: an object, or its JSON. They tell whether the output is a file's text. @default none */
  args?: string | object;
  /** Whether the output says that the call failed; undefined: by the text. Errors lose lines of passed checks alone. @default undefined */
  isError?: boolean;
  /** A policy or its settings, of which `arrival` counts. @default the default policy, whose clips lose something */
  policy?: PolicyInput | Policy;
}

/** A tool's output as it would be sent. */
export interface ToolOutput {
  /** What to give to the model. */
  text: string;
  /** Whether that is shorter than what came. */
  changed: boolean;
  /** The kind of reduction that removed most; missing where nothing changed. */
  kind?: ArrivalKind;
  /** `.length` of the text that came. */
  charsBefore: number;
  /** `.length` of `text`. */
  charsAfter: number;
}

/**
 * Makes one tool's output smaller before an agent records it, exactly as {@link reduceBody} with the same policy would make it
 * smaller in every request that has it. For those who write agents, and for hooks. Pure: it depends on the arguments alone. Linear.
 *
 * @param text The output.
 * @throws TamisError `POLICY_INVALID`, `OPTION_INVALID`; never because of the content of `text`.
 */
export function reduceToolOutput(text: string, options: ToolOutputOptions = {}): ToolOutput {
  check("text", text, isText, "a string");
  checkKeys(options, ["tool", "args", "isError", "policy"]);
  const { tool = "", args = {}, isError } = options;
  check("tool", tool, isText, "a tool's name");
  check("args", args, isArguments, "an object or its JSON");
  if (isError !== undefined) check("isError", isError, isFlag, "true or false");
  const policy = resolvePolicy(options.policy);
  const charsBefore = text.length;
  const untouched = { text, changed: false, charsBefore, charsAfter: charsBefore };
  if (policy.settings.mode === "observe") return untouched;
  const form = formOf(text, { tool, args, isError }, policy);
  if (form === undefined) return untouched;
  return { text: form.text, changed: true, kind: form.kind, charsBefore, charsAfter: form.text.length };
}

/** What requests send of an output; undefined where it stays. */
function formOf(text: string, call: Call, policy: Policy): { text: string; kind: ArrivalKind } | undefined {
  const { backend } = loadBackend();
  const short = requestAround("", call);
  const known = backend.formOfOutput?.({ request: encoded(short.request), wire: short.wire, text }, policy);
  if (known !== undefined) return known.kind && { text: known.text, kind: known.kind as ArrivalKind };
  const { wire, request } = requestAround(text, call);
  const [edit] = backend.planBody(encoded(request), policy, { wire }).edits;
  if (edit?.action !== "shorten") return undefined;
  return { text: JSON.parse(edit.replacement) as string, kind: edit.reason as ArrivalKind };
}

const encoded = (request: object) => jsonOf(request).bytes;

/** Arguments may have what is no JSON, such as a `BigInt` or themselves; it says nothing of the output. */
const textOf = (args: object) => Buffer.from(jsonOf(args).bytes).toString();

const isText = (value: unknown) => typeof value === "string";
const isArguments = (value: unknown) => isText(value) || (typeof value === "object" && value !== null);

interface Call extends Required<Pick<ToolOutputOptions, "tool" | "args">> {
  isError: boolean | undefined;
}

/** A request in which the output answers the only call, so that nothing of it is old. */
function requestAround(text: string, { tool, args, isError }: Call): { wire: Wire; request: object } {
  const id = "call";
  if (isError !== undefined) {
    const use = { type: "tool_use", id, name: tool, input: args };
    const result = { type: "tool_result", tool_use_id: id, content: text, is_error: isError };
    const messages = [
      { role: "assistant", content: [use] },
      { role: "user", content: [result] },
    ];
    return { wire: "anthropic", request: { messages } };
  }
  // A wire without a marker of errors, so that the text decides.
  const called = { name: tool, arguments: typeof args === "string" ? args : textOf(args) };
  const messages = [
    { role: "assistant", tool_calls: [{ id, function: called }] },
    { role: "tool", tool_call_id: id, content: text },
  ];
  return { wire: "openai-chat", request: { messages } };
}
