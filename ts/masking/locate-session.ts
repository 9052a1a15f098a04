import type { BackendOptions } from "../contract/backend.js";
import type { SessionFacts } from "../contract/session-facts.js";
import { isRecord, type JsonRecord } from "../text/json-value.js";
import type { WireDefinition } from "../wires/define-wire.js";
import { WIRES } from "../wires/index.js";
import { readMarkers } from "../wires/markers.js";
import { readSteps } from "../wires/steps.js";
import { promptCuts, readThinking } from "../wires/thinking.js";
import type { ThinkingBlock } from "../wires/transcript.js";
import type { WireTable } from "../wires/wire-table.js";
import { findConversation } from "./plan-request.js";

const SYSTEM_KEYS = ["system", "instructions", "systemInstruction", "system_instruction"];

/**
 * Facts that identify the conversation of a parsed request, and those of the step with that number. Undefined if it is
 * no conversation, or one that passes through unread.
 */
export function locateInObject(
  value: unknown,
  options: BackendOptions,
  step: number,
  wires: WireTable<WireDefinition> = WIRES,
): SessionFacts | undefined {
  const found = findConversation(value, options, wires);
  if ("skip" in found || !isRecord(value)) return undefined;
  const { wire, list } = found;
  const steps = readSteps(wire, list);
  const { cuts, roles } = steps;
  const cut = cuts[step - 1] ?? 0;
  const { results } = wire.read(list);
  const answers = results.filter(({ turnIndex }) => turnIndex !== undefined);
  const newest = answers.findLast(({ messageIndex }) => messageIndex < cut);
  const { hourly, any, automatic } = readMarkers(wire, value);
  const thinking = readThinking(wire, list);
  return {
    steps: Math.max(cuts.length, 1),
    callId: newest?.callId ?? null,
    newestCallId: answers.at(-1)?.callId ?? null,
    firstCallId: answers[0]?.callId ?? null,
    opening: [systemOf(value), list.slice(0, Math.max(0, roles.indexOf("user")) + 1)],
    hourly,
    cacheByClient: wire.cache.byClient,
    wire: wire.key,
    model: typeof value.model === "string" ? value.model : null,
    marked: any || automatic !== undefined,
    isPrompt: list.length > 0 && promptCuts(wire, list, { ...steps, cuts: [list.length] }).length > 0,
    byHand: wire.thinksByHand(value),
    signed: thinking.some(({ signed }) => signed),
    thinking: thinking.length,
    thinkingEnd: thinkingEnd(wire, list, thinking.at(-1)),
    thinkingBefore: thinking.filter(({ messageIndex }) => messageIndex < cut).length,
  };
}

/** Behind thinking that is a block, its message may have others. */
function thinkingEnd(wire: WireDefinition, list: readonly unknown[], last: ThinkingBlock | undefined): number {
  if (last === undefined) return 0;
  const { messageIndex, blockIndex } = last;
  const message = list[messageIndex];
  const blocks = wire.thinkingIsBlock && isRecord(message) ? message[wire.blocks.key] : undefined;
  return Array.isArray(blocks) && blockIndex + 1 < blocks.length ? messageIndex : messageIndex + 1;
}

/** If a request has several system prompts, the last one counts, as in the engine. */
function systemOf(request: JsonRecord): unknown {
  const key = Object.keys(request).findLast((name) => SYSTEM_KEYS.includes(name));
  return key === undefined ? null : request[key];
}
