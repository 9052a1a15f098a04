// Finds the parts of a conversation that are dropped or kept as a whole. Messages are linked if one cannot exist
// without the other, and each run of linked messages is one unit:
//
//   openai-chat        an assistant message with calls and all their results
//   openai-responses   reasoning and the item after it, calls made together and all their outputs
//   anthropic          an assistant message with calls and the results after it; a run with thinking in it as a whole
//   gemini             a content with calls and the content with the responses
//
// The user's words in a message with results are a unit of their own: the results can go with their calls, and the
// words remain.

import type { Wire } from "../contract/report.js";
import { readSummaryMessage } from "../history/summary-message.js";
import type { PolicySettings } from "../policy/policy.js";
import { isRecord, type JsonRecord } from "../text/json-value.js";
import { WireTable } from "../wires/definition.js";
import { wireOfName } from "../wires/index.js";
import type { Steps } from "../wires/steps.js";
import { type MixedMessage, resultsBesideText } from "./mixed-messages.js";
import { compilePins, type PinMatcher } from "./pins.js";

/** A run of messages that are dropped or kept together. */
export interface AtomicUnit {
  /** 0-based index of the first message. */
  start: number;
  /** Index after the last message. */
  end: number;
  /** `user`: has words of the user, dropped last; `kept`: system, pinned or unknown, never dropped. */
  kind: "agent" | "user" | "kept";
  /** Messages of which this unit has only the results. Their other blocks are units of their own, right after it. */
  mixed?: readonly MixedMessage[];
  /** For a unit of such other blocks: its message. It is never dropped before the results. */
  restOf?: MixedMessage;
}

/** Reads a conversation as atomic units, in order and without gaps. Linear. */
export function readUnits(
  wire: Wire,
  list: readonly unknown[],
  { roles }: Pick<Steps, "roles">,
  pin: PolicySettings["pin"],
): AtomicUnit[] {
  const isPinned = compilePins(pin);
  const kinds = list.map((message, index) => kindOf(wire, message, roles[index], isPinned));
  // Summaries go into the user's first message, so it is never split.
  const first = kinds.indexOf("user");
  return joinLinks(list.length, LINKS.of(wire)(list, roles)).flatMap(({ start, end }): AtomicUnit[] => {
    const mixed: MixedMessage[] = [];
    let kind: AtomicUnit["kind"] = "agent";
    for (let message = start; message < end; message++) {
      const own = kinds[message] ?? "kept";
      const results = own === "user" && message !== first ? resultsBesideText(wire, list[message]) : undefined;
      if (results !== undefined) mixed.push({ message, results });
      else if (own === "kept" || kind === "agent") kind = own;
    }
    if (kind !== "agent" || mixed.length === 0) return [{ start, end, kind }];
    const rests = mixed.map(
      (one): AtomicUnit => ({ start: one.message, end: one.message + 1, kind: "user", restOf: one }),
    );
    return [{ start, end, kind, mixed }, ...rests];
  });
}

/** The content of some units: whole messages, and the results of mixed ones. */
export function messagesOf(units: readonly AtomicUnit[]): {
  dropped: Set<number>;
  stripped: Map<number, readonly number[]>;
} {
  const dropped = new Set<number>();
  const stripped = new Map<number, readonly number[]>();
  for (const { start, end, mixed = [], restOf } of units) {
    if (restOf !== undefined) continue;
    for (let index = start; index < end; index++) dropped.add(index);
    for (const { message, results } of mixed) {
      dropped.delete(message);
      stripped.set(message, results);
    }
  }
  for (const { restOf } of units) {
    // With both its results and its rest gone, nothing of the message is left.
    if (restOf !== undefined && stripped.delete(restOf.message)) dropped.add(restOf.message);
  }
  return { dropped, stripped };
}

function kindOf(
  wire: Wire,
  message: unknown,
  role: Steps["roles"][number] | undefined,
  isPinned: PinMatcher,
): AtomicUnit["kind"] {
  if (!isRecord(message) || role === undefined || role === "system" || role === "other") return "kept";
  if (isPinned(message, role) || wireOfName(wire).isCompaction(message)) return "kept";
  if (role !== "user") return "agent";
  return isEarlierSummary(wire, message) ? "agent" : "user";
}

const isToolResult = wireOfName("anthropic").isResultBlock;
const isGeminiResponse = wireOfName("gemini").isResultBlock;

/** Whether a message is entirely one of Tamis's summaries. */
export function isEarlierSummary(wire: Wire, message: JsonRecord): boolean {
  const text = onlyText(wire, message);
  return text !== undefined && readSummaryMessage({ role: "user", content: text }) !== undefined;
}

/** The text of a message that has one text and nothing else. */
export function onlyText(wire: Wire, message: JsonRecord): string | undefined {
  const content = message[wireOfName(wire).blocksKey];
  if (typeof content === "string") return content;
  if (!Array.isArray(content) || content.length !== 1 || !isRecord(content[0])) return undefined;
  return typeof content[0].text === "string" ? content[0].text : undefined;
}

/** Pairs of message indexes, the first lower. */
type Links = readonly (readonly [number, number])[];

export const LINKS = new WireTable<(list: readonly unknown[], roles: Steps["roles"]) => Links>("pipeline", {
  "openai-chat": linkChat,
  "openai-responses": linkResponses,
  anthropic: linkAnthropic,
  gemini: linkGemini,
});

function linkChat(list: readonly unknown[], roles: Steps["roles"]): Links {
  const calls = new Map<unknown, number>();
  let assistant = -1;
  return list.flatMap((message, index): [number, number][] => {
    if (!isRecord(message)) return [];
    if (roles[index] === "assistant") {
      assistant = index;
      const made: readonly unknown[] = Array.isArray(message.tool_calls) ? message.tool_calls : [];
      for (const call of made) if (isRecord(call)) calls.set(call.id, index);
      return [];
    }
    if (roles[index] !== "tool") return [];
    const from = calls.get(message.tool_call_id) ?? assistant;
    return from < 0 ? [] : [[from, index]];
  });
}

function linkResponses(items: readonly unknown[]): Links {
  const calls = new Map<unknown, number>();
  const links: [number, number][] = [];
  let [reasoning, turn] = [-1, -1];
  items.forEach((item, index) => {
    if (!isRecord(item)) return;
    const type = typeof item.type === "string" ? item.type : "message";
    if (type === "reasoning") {
      if (reasoning < 0) reasoning = index;
      return;
    }
    const isCall = type.endsWith("_call");
    if (reasoning >= 0) links.push([reasoning, index]);
    // Calls separated only by reasoning were made together.
    if (isCall && turn >= 0) links.push([turn, index]);
    turn = isCall ? index : -1;
    reasoning = -1;
    if (isCall) calls.set(item.call_id, index);
    const from = type.endsWith("_output") ? calls.get(item.call_id) : undefined;
    if (from !== undefined) links.push([from, index]);
  });
  return reasoning < 0 ? links : [...links, [reasoning, items.length - 1]];
}

function linkAnthropic(list: readonly unknown[], roles: Steps["roles"]): Links {
  const links: [number, number][] = [];
  const calls = new Map<unknown, number>();
  let thinking = -1;
  list.forEach((message, index) => {
    if (!isRecord(message)) return;
    const blocks: readonly unknown[] = Array.isArray(message.content) ? message.content : [];
    if (roles[index] === "assistant") {
      for (const block of blocks) {
        if (!isRecord(block)) continue;
        if (block.type === "tool_use") calls.set(block.id, index);
        if (thinking < 0 && THINKING.has(block.type)) thinking = index;
      }
    }
    // The user's own words end the loop of the thinking before them. Tool results earlier in the same message do not.
    if (thinking >= 0 && thinking < index && (roles[index] !== "user" || blocks.some(isToolResult))) {
      links.push([thinking, index]);
    }
    if (roles[index] === "user") thinking = -1;
    for (const block of blocks) {
      if (!isRecord(block) || block.type !== "tool_result") continue;
      links.push([calls.get(block.tool_use_id) ?? Math.max(0, index - 1), index]);
    }
  });
  return links;
}

const THINKING: ReadonlySet<unknown> = new Set(["thinking", "redacted_thinking"]);

function linkGemini(list: readonly unknown[]): Links {
  return list.flatMap((content, index): [number, number][] => {
    if (index === 0 || !isRecord(content) || !Array.isArray(content.parts)) return [];
    return content.parts.some(isGeminiResponse) ? [[index - 1, index]] : [];
  });
}

/** The runs that links form among `count` messages. */
function joinLinks(count: number, links: Links): { start: number; end: number }[] {
  // The last message that each message reaches, whichever comes first.
  const reach = Array.from({ length: count }, (_, index) => index);
  for (const [from, to] of links) reach[from] = Math.max(reach[from] ?? to, to);
  const runs: { start: number; end: number }[] = [];
  for (let start = 0; start < count; ) {
    let last = start;
    for (let at = start; at <= last; at++) last = Math.max(last, reach[at] ?? at);
    runs.push({ start, end: last + 1 });
    start = last + 1;
  }
  return runs;
}
