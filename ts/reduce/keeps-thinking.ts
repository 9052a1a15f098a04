import type { Wire } from "../contract/report.js";
import { isRecord, type JsonRecord } from "../text/json-value.js";
import type { WireDefinition } from "../wires/define-wire.js";
import { WIRES } from "../wires/index.js";
import { readThinking } from "../wires/thinking.js";

/** A request as it would be sent. */
export type Rendering = Uint8Array | object;

/**
 * Whether all thinking of a request that is rendered anew is still what its provider made: nothing in front of it differs
 * from a rendering whose thinking is right, and none of it is missing there. Parses both; linear in them.
 *
 * @param before A rendering of the same request that its provider would accept.
 */
export function keepsThinking(wireName: Wire, before: Rendering, after: Rendering): boolean {
  const wire = WIRES.of(wireName);
  const [one, other] = [read(wire, before), read(wire, after)];
  const lastKept = other.messagesWithThinking.at(-1);
  if (lastKept === undefined) return true;
  const first = one.thinking.length - other.thinking.length;
  const isSuffix = first >= 0 && other.thinking.every((block, at) => block === one.thinking[first + at]);
  const front = lastKept + 1;
  return (
    isSuffix &&
    one.frame === other.frame &&
    other.messages.slice(0, front).every((text, at) => text === one.messages[at])
  );
}

interface Read {
  /** Tools and system prompt. */
  frame: string;
  /** Messages without the thinking that could be left out. */
  messages: string[];
  /** That thinking, in order. */
  thinking: string[];
  messagesWithThinking: number[];
}

function read(wire: WireDefinition, rendering: Rendering): Read {
  const request = rendering instanceof Uint8Array ? JSON.parse(Buffer.from(rendering).toString("utf8")) : rendering;
  const { tools, system } = request as JsonRecord;
  const list: unknown = request[wire.listKey];
  const all = Array.isArray(list) ? list : [];
  const blocks = readThinking(wire, all);
  const places = new Map<number, Set<number>>();
  for (const { messageIndex, blockIndex } of blocks) {
    places.set(messageIndex, (places.get(messageIndex) ?? new Set()).add(blockIndex));
  }
  const blockAt = (messageIndex: number, blockIndex: number): unknown => {
    const content = isRecord(all[messageIndex]) ? all[messageIndex][wire.blocks.key] : undefined;
    return Array.isArray(content) ? content[blockIndex] : undefined;
  };
  const isGone = (at: number) => (wire.thinkingIsBlock ? places.get(at) : undefined);
  return {
    frame: textOf({ tools, system }),
    messages: all.map((message, at) => textOf(without(message, wire.blocks.key, isGone(at)))),
    thinking: blocks.map(({ messageIndex, blockIndex }) => textOf(blockAt(messageIndex, blockIndex)) ?? ""),
    messagesWithThinking: [...places.keys()],
  };
}

function without(message: unknown, key: string, gone: ReadonlySet<number> | undefined): unknown {
  const content = isRecord(message) ? message[key] : undefined;
  if (gone === undefined || !Array.isArray(content)) return message;
  return { ...(message as JsonRecord), [key]: content.filter((_, at) => !gone.has(at)) };
}

const MARKERS: ReadonlySet<string> = new Set(["cache_control", "prompt_cache_breakpoint"]);

/** Cache markers may move. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (key, one) => (MARKERS.has(key) ? undefined : one)) ?? "";
