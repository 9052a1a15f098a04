// The tool by which a model gets an original back: its definition on each wire, and the answer to a call of it.

import { TamisError } from "../base/errors.js";
import type { Wire } from "../contract/report.js";
import { WIRE_NAMES } from "../contract/wires.js";
import { type FunctionTool, TOOL_FORMS } from "../wires/function-tool.js";
import type { StoreSource } from "./read-value.js";
import { type RetrieveLimits, retrieve } from "./retrieve.js";

/** The name of the tool. */
export const RETRIEVE_TOOL = "tamis_retrieve";

/** The same in every request: a definition that changed would break the provider's cache. */
export const RETRIEVE_DEFINITION: FunctionTool = {
  name: RETRIEVE_TOOL,
  description:
    "Returns the full original of an earlier tool result that was shortened. Shortened results name their original as " +
    "ref=HANDLE. Use it only when you need what was left out; ask for a part by line numbers where that is enough.",
  parameters: {
    type: "object",
    properties: {
      handle: { type: "string", description: "The 32 hex digits behind ref= in the shortened result." },
      offset: { type: "integer", description: "First line to return, from 1. Default: 1." },
      limit: { type: "integer", description: "Most lines to return. Default: all of them." },
    },
    required: ["handle"],
  },
};

/**
 * The definition of the tool `tamis_retrieve`, an element of a request's `tools`. Its JSON text is always the same bytes.
 *
 * @throws TamisError `OPTION_INVALID` for an unknown wire.
 */
export function retrieveTool(wire: Wire): Record<string, unknown> {
  return structuredClone(formsOf(wire).define(RETRIEVE_DEFINITION));
}

/**
 * Answers a call of the tool `tamis_retrieve`.
 *
 * @param call The call as the model made it: an element of `tool_calls` (Chat), an item `function_call` (Responses), a block
 * `tool_use` (Anthropic), a part with `functionCall` (Gemini).
 * @returns The result in the wire's form: a message (Chat), an item (Responses), a block (Anthropic), a part (Gemini).
 * Undefined if it is no call of this tool.
 * @throws TamisError `OPTION_INVALID` for an unknown wire, wrong limits, a short key or a wrong tenant; never because of the
 * call or the store.
 */
export async function answerRetrieve(
  call: unknown,
  wire: Wire,
  source: StoreSource,
  limits: RetrieveLimits = {},
): Promise<Record<string, unknown> | undefined> {
  const forms = formsOf(wire);
  const read = forms.readCall(call);
  if (read?.name !== RETRIEVE_TOOL) return undefined;
  return forms.answer(read, await originalFor(read.args, source, limits));
}

/** What a call of `tamis_retrieve` with these arguments brings. */
export async function originalFor(
  { handle, offset, limit }: Record<string, unknown>,
  source: StoreSource,
  limits: RetrieveLimits = {},
): Promise<string> {
  const asked = { handle: String(handle), offset: offset as number, limit: limit as number };
  return (await retrieve(asked, source, limits)).text;
}

function formsOf(wire: Wire) {
  if (WIRE_NAMES.includes(wire)) return TOOL_FORMS[wire];
  throw new TamisError("OPTION_INVALID", `wire: expected one of ${WIRE_NAMES.join(", ")}`);
}
