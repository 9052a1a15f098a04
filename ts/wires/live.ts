// What the model reads of a conversation. The native twin is `crates/core/src/transcript/unread.rs`.
//
//   user   result   assistant {compaction}   user   assistant {call, caller: program}   result
//   ╰── not read ──╯                                                                    not read

import { addTo } from "../base/maps.js";
import { isRecord, type JsonRecord } from "../text/json-value.js";
import type { WireDefinition } from "./define-wire.js";

/** Whether a call's `caller` is a program, which alone gets the result. */
export function isByProgram({ caller }: JsonRecord): boolean {
  if (caller === undefined || caller === null) return false;
  return (isRecord(caller) ? caller.type : caller) !== "direct";
}

/**
 * The messages as far as the model reads them: nothing (`undefined`) in front of the newest compaction, and no result that a
 * program alone gets. A list without either is returned as it is. Linear.
 */
export function liveMessages(wire: WireDefinition, list: readonly unknown[]): readonly unknown[] {
  const unread = wire.unreadMessages(list);
  const results = list.some(hasCaller) ? wire.read(list).results.filter(({ byProgram }) => byProgram) : [];
  if (unread === 0 && results.length === 0) return list;
  const live = list.map((message, at) => (at < unread ? undefined : message));
  const byMessage = new Map<number, number[]>();
  for (const { messageIndex, blockIndex } of results) addTo(byMessage, messageIndex, blockIndex);
  for (const [at, blocks] of byMessage) if (live[at] !== undefined) live[at] = withoutResults(wire, live[at], blocks);
  return live;
}

/** Whether a message, or a call in it, says who called. */
function hasCaller(message: unknown): boolean {
  if (!isRecord(message)) return false;
  const parts = [message.content, message.tool_calls].flatMap((list) => (Array.isArray(list) ? list : []));
  return [message, ...parts].some((part) => isRecord(part) && part.caller !== undefined);
}

function withoutResults({ blocks }: WireDefinition, message: unknown, gone: readonly number[]): unknown {
  const list = blocks.holdResults && isRecord(message) ? message[blocks.key] : undefined;
  if (!isRecord(message) || !Array.isArray(list)) return undefined;
  const left = new Set(gone);
  return { ...message, [blocks.key]: list.filter((_, at) => !left.has(at)) };
}
