import { getOrInsert } from "../base/maps.js";
import { isRecord } from "../text/json-value.js";
import { WIRES } from "../wires/index.js";
import type { ToolResult } from "../wires/transcript.js";
import { unitOfBlock } from "../wires/units.js";
import type { Session } from "./trace.js";

const sums = new WeakMap<Session, readonly number[]>();

/** Tokens of all units before each unit of a session's messages. */
export function unitSumsOf(session: Session): readonly number[] {
  return getOrInsert(sums, session, () => {
    const list = [0];
    for (const id of session.ids) list.push((list.at(-1) ?? 0) + (session.units.tokens[id] ?? 0));
    return list;
  });
}

/** Names the place of a result or a block. */
export const keyOf = ({ messageIndex, blockIndex }: Pick<ToolResult, "messageIndex" | "blockIndex">): string =>
  `${messageIndex}/${blockIndex}`;

/** The unit that a result is in, among those of all messages. */
export function unitOfResult({ wire, messageStarts }: Session, { messageIndex, blockIndex }: ToolResult): number {
  return (messageStarts[messageIndex] ?? 0) + unitOfBlock(WIRES.of(wire), blockIndex);
}

/** The request of a session cut to its first `cut` messages, under its wire's key. */
export function requestAt({ request, wire, list }: Session, cut: number): object {
  return isRecord(request) ? { ...request, [WIRES.of(wire).listKey]: list.slice(0, cut) } : request;
}
