import { joinLinks } from "../../pipeline/atomic-units.js";
import { PIPELINE_READERS } from "../../pipeline/wires/index.js";
import type { Links } from "../../pipeline/wires/reader.js";
import type { Conversation } from "./open.js";

/** Messages that go or stay together: calls with their results, reasoning with what follows it. End exclusive. */
export interface Unit {
  start: number;
  end: number;
}

/** The units of a conversation, in order. Linear. */
export function unitsOf(conversation: Conversation): Unit[] {
  const { wire, messages, roles } = conversation;
  const reader = PIPELINE_READERS.find(wire.key);
  return joinLinks(messages.length, reader?.link(messages, roles) ?? pairLinks(conversation));
}

function pairLinks({ blocks }: Conversation): Links {
  const calls = new Map<string, number>();
  return blocks.flatMap(({ kind, callId, messageIndex }): [number, number][] => {
    if (callId === undefined) return [];
    if (kind === "call") calls.set(callId, messageIndex);
    const from = kind === "result" ? calls.get(callId) : undefined;
    return from === undefined ? [] : [[from, messageIndex]];
  });
}
