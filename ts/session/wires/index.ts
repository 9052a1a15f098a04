// Converts turns to a request of each wire, and back.

import type { Wire } from "../../contract/report.js";
import type { JsonRecord } from "../../text/json-value.js";
import { conformCallIds } from "../../validate/repair/call-ids.js";
import { editFields } from "../../validate/repair/field-edits.js";
import { WIRES } from "../../wires/index.js";
import { detectObjectWire } from "../../wires/wire-of.js";
import { wireTable } from "../../wires/wire-table.js";
import { resultsByCall } from "../pairs.js";
import type { Turn, TurnInput } from "../turn.js";
import { anthropic } from "./anthropic.js";
import { gemini } from "./gemini.js";
import { openAiChat } from "./openai-chat.js";
import { openAiResponses } from "./openai-responses.js";
import type { WireRules } from "./wire.js";

const RULES = wireTable<WireRules>({
  "openai-chat": openAiChat,
  "openai-responses": openAiResponses,
  anthropic,
  gemini,
});

/**
 * Renders the conversation in a wire's form. The caller adds model, tools and settings. Ids of calls that the wire's
 * provider refuses, or that a call before has, are replaced, the same way every time. Linear in the turns.
 *
 * @throws TamisError `OPTION_INVALID` for an unknown wire.
 */
export function toRequest(turns: readonly Turn[], wire: Wire): JsonRecord {
  const request = RULES.of(wire).toRequest(arrange(turns));
  const { listKey } = WIRES.of(wire);
  const messages = request[listKey];
  if (!Array.isArray(messages)) return request;
  const edits = conformCallIds(wire, messages, { unique: true });
  return edits.length === 0 ? request : { ...request, [listKey]: editFields(messages, edits) };
}

/**
 * Reads the turns of a request, and lists its keys that are not part of the conversation. Undefined if no wire matches.
 *
 * @param given Its wire, if known. @default recognised by its shape
 */
export function fromRequest(
  request: JsonRecord,
  given?: Wire,
): { wire: Wire; turns: TurnInput[]; ignored: string[] } | undefined {
  const wire = given ?? detectObjectWire(request);
  if (wire === undefined) return undefined;
  const { keys, fromRequest: read } = RULES.of(wire);
  return { wire, turns: read(request), ignored: Object.keys(request).filter((key) => !keys.includes(key)) };
}

const NO_RESULT = "[no result: the call was interrupted]";

/**
 * Puts the results of a call right after it, as providers require. A call without a result gets a note in its place,
 * except at the very end, where the result may still come.
 */
export function arrange(turns: readonly Turn[]): Turn[] {
  const results = resultsByCall(turns);
  const last = turns.findLastIndex(({ role }) => role !== "tool");
  return turns.flatMap((turn, index): Turn[] => {
    if (turn.role === "tool") return [];
    if (turn.toolCalls === undefined) return [turn];
    const answers = turn.toolCalls.flatMap(({ id }): Turn[] => {
      const answer = results.get(index)?.get(id);
      if (answer !== undefined) return [answer];
      if (index === last) return [];
      return [{ role: "tool", toolCallId: id, content: NO_RESULT, timestamp: turn.timestamp }];
    });
    return [turn, ...answers];
  });
}
