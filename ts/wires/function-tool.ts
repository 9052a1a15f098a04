// A tool of ours in each wire's own words: its definition, a call of it, and the answer to that.

import type { Wire } from "../contract/report.js";
import { isRecord, type JsonRecord, parseRecord } from "../text/json-value.js";

/** A tool as the model sees it. */
export interface FunctionTool {
  name: string;
  description: string;
  /** JSON Schema of the arguments, an object's. */
  parameters: JsonRecord;
}

/** A call of a tool. */
export interface FunctionCall {
  /** Undefined where the wire lets a call go without. */
  id: string | undefined;
  name: string;
  /** The arguments, an object in all wires; empty if they are no object. */
  args: JsonRecord;
}

/** What a wire calls a tool, its calls and their answers. */
export interface ToolForms {
  /** An element of the request's `tools`. */
  define(tool: FunctionTool): JsonRecord;
  /** Reads a call as the model makes it: a block or an element of its answer. Undefined for anything else. */
  readCall(block: unknown): FunctionCall | undefined;
  /** The answer to a call, as it goes back: a block or a message, as the wire has results. */
  answer(call: FunctionCall, text: string): JsonRecord;
}

/** By wire. */
export const TOOL_FORMS: Record<Wire, ToolForms> = {
  "openai-chat": {
    define: ({ name, description, parameters }) => ({ type: "function", function: { name, description, parameters } }),
    readCall(block) {
      const called = isRecord(block) && block.type !== "custom" ? block.function : undefined;
      return isRecord(block) && isRecord(called) ? callOf(block.id, called.name, called.arguments) : undefined;
    },
    answer: ({ id = "" }, text) => ({ role: "tool", tool_call_id: id, content: text }),
  },
  "openai-responses": {
    define: ({ name, description, parameters }) => ({ type: "function", name, description, parameters, strict: false }),
    readCall: (block) =>
      isRecord(block) && block.type === "function_call"
        ? callOf(block.call_id, block.name, block.arguments)
        : undefined,
    answer: ({ id = "" }, text) => ({ type: "function_call_output", call_id: id, output: text }),
  },
  anthropic: {
    define: ({ name, description, parameters }) => ({ name, description, input_schema: parameters }),
    readCall: (block) =>
      isRecord(block) && block.type === "tool_use" ? callOf(block.id, block.name, block.input) : undefined,
    answer: ({ id = "" }, text) => ({ type: "tool_result", tool_use_id: id, content: text }),
  },
  gemini: {
    define: ({ name, description, parameters }) => ({ functionDeclarations: [{ name, description, parameters }] }),
    readCall(block) {
      const called = isRecord(block) ? (block.functionCall ?? block.function_call) : undefined;
      return isRecord(called) ? callOf(called.id, called.name, called.args) : undefined;
    },
    answer: ({ id, name }, text) => ({
      functionResponse: { ...(id === undefined ? {} : { id }), name, response: { output: text } },
    }),
  },
};

function callOf(id: unknown, name: unknown, args: unknown): FunctionCall | undefined {
  if (typeof name !== "string") return undefined;
  return { id: typeof id === "string" && id !== "" ? id : undefined, name, args: objectOf(args) };
}

/** Arguments are an object, or the text of one. */
function objectOf(args: unknown): JsonRecord {
  return isRecord(args) ? args : (parseRecord(String(args)) ?? {});
}
