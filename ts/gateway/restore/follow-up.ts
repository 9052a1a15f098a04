// The request with the tool, and the request that follows a call of it.

import { runNow } from "../../base/steps.js";
import type { Wire } from "../../contract/report.js";
import type { StoreSource } from "../../restore/read-value.js";
import { originalFor, RETRIEVE_TOOL, retrieveTool } from "../../restore/retrieve-tool.js";
import { memberAt } from "../../text/json-bytes.js";
import { isRecord, type JsonRecord } from "../../text/json-value.js";
import { type FunctionCall, TOOL_FORMS } from "../../wires/function-tool.js";
import { WIRES } from "../../wires/index.js";
import type { Assembled } from "./assemble.js";

/**
 * The request with the definition of `tamis_retrieve` behind its other tools; undefined for one without tools, and one that
 * has it already. All other bytes stay.
 */
export function withRetrieveTool(body: Uint8Array, wire: Wire): Uint8Array | undefined {
  if (Buffer.from(body.buffer, body.byteOffset, body.length).includes(`"${RETRIEVE_TOOL}"`)) return undefined;
  const tools = runNow(memberAt(body, "tools", "list"));
  if (tools === undefined) return undefined;
  const end = tools.end - 1;
  const isEmpty = /\[\s*$/.test(Buffer.from(body.subarray(Math.max(0, end - 64), end)).toString("latin1"));
  if (isEmpty) return undefined;
  const text = `,${JSON.stringify(retrieveTool(wire))}`;
  return Buffer.concat([body.subarray(0, end), Buffer.from(text), body.subarray(end)]);
}

/** Said of calls of other tools in one turn with a call of `tamis_retrieve`, which only the client could answer. */
const NOT_RUN = "Not run, because it came together with tamis_retrieve. Make this call again, alone.";

/** Whether the model asks for an original. */
export const asksForOriginal = (calls: readonly FunctionCall[]): boolean =>
  calls.some(({ name }) => name === RETRIEVE_TOOL);

/** The request with an answer, and what its calls brought. Undefined for a request that cannot be read. */
export async function followUp(
  body: Uint8Array,
  wire: Wire,
  { turn, calls }: Assembled,
  source: StoreSource,
  maxChars: number,
): Promise<Uint8Array | undefined> {
  const request: unknown = JSON.parse(Buffer.from(body).toString("utf8"));
  const { listKey, blocks } = WIRES.of(wire);
  if (!isRecord(request)) return undefined;
  const forms = TOOL_FORMS[wire];
  const answers: JsonRecord[] = [];
  for (const call of calls) {
    const isOurs = call.name === RETRIEVE_TOOL;
    answers.push(forms.answer(call, isOurs ? await originalFor(call.args, source, { maxChars }) : NOT_RUN));
  }
  const list = request[listKey];
  const before = Array.isArray(list) ? list : [{ role: "user", content: list }];
  const results = blocks.holdResults ? [{ role: "user", [blocks.key]: answers }] : answers;
  return Buffer.from(JSON.stringify({ ...request, [listKey]: [...before, ...sendable(turn, request), ...results] }));
}

/** Reasoning that neither the provider keeps nor the answer carries cannot go back. */
function sendable(turn: readonly JsonRecord[], { store }: JsonRecord): readonly JsonRecord[] {
  if (store !== false) return turn;
  return turn.filter(({ type, encrypted_content: content }) => type !== "reasoning" || typeof content === "string");
}
