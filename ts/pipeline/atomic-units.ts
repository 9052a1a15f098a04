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

import { readSummaryMessage } from "../history/summary-message.js";
import type { PolicySettings } from "../policy/policy.js";
import { isRecord, type JsonRecord } from "../text/json-value.js";
import type { WireDefinition } from "../wires/define-wire.js";
import type { Steps } from "../wires/steps.js";
import { type MixedMessage, resultsBesideText } from "./mixed-messages.js";
import { compilePins, type PinMatcher } from "./pins.js";
import { PIPELINE_READERS } from "./wires/index.js";
import type { Links } from "./wires/reader.js";

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
  /**
   * Number of messages from which on the unit may be dropped, because a tool's rule protects its results until then.
   * @default 0
   */
  keptUntil?: number;
}

/**
 * Reads a conversation as atomic units, in order and without gaps. Linear.
 *
 * @param protectedUntil For messages with results that a tool's rule protects: the number of messages until which
 *   (`protectedResults`).
 */
export function readUnits(
  wire: WireDefinition,
  list: readonly unknown[],
  { roles }: Pick<Steps, "roles">,
  pin: PolicySettings["pin"],
  protectedUntil: ReadonlyMap<number, number> = new Map(),
): AtomicUnit[] {
  const isPinned = compilePins(pin);
  const isKept = (index: number) => protectedUntil.get(index) === Number.POSITIVE_INFINITY;
  const kinds = list.map((message, index) => (isKept(index) ? "kept" : kindOf(wire, message, roles[index], isPinned)));
  // Summaries go into the user's first message, so it is never split.
  const first = kinds.indexOf("user");
  return joinLinks(list.length, PIPELINE_READERS.of(wire.key).link(list, roles)).flatMap(
    ({ start, end }): AtomicUnit[] => {
      const mixed: MixedMessage[] = [];
      let kind: AtomicUnit["kind"] = "agent";
      let keptUntil = 0;
      for (let message = start; message < end; message++) {
        const own = kinds[message] ?? "kept";
        keptUntil = Math.max(keptUntil, protectedUntil.get(message) ?? 0);
        const results = own === "user" && message !== first ? resultsBesideText(wire, list[message]) : undefined;
        if (results !== undefined) mixed.push({ message, results });
        else if (own === "kept" || kind === "agent") kind = own;
      }
      const protection = kind === "agent" && keptUntil > 0 ? { keptUntil } : {};
      if (kind !== "agent" || mixed.length === 0) return [{ start, end, kind, ...protection }];
      const rests = mixed.map(
        (one): AtomicUnit => ({ start: one.message, end: one.message + 1, kind: "user", restOf: one }),
      );
      return [{ start, end, kind, mixed, ...protection }, ...rests];
    },
  );
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
  wire: WireDefinition,
  message: unknown,
  role: Steps["roles"][number] | undefined,
  isPinned: PinMatcher,
): AtomicUnit["kind"] {
  if (!isRecord(message) || role === undefined || role === "system" || role === "other") return "kept";
  if (isPinned(message, role) || wire.isCompaction(message)) return "kept";
  if (role !== "user") return "agent";
  return isEarlierSummary(wire, message) ? "agent" : "user";
}

/** Whether a message is entirely one of Tamis's summaries. */
export function isEarlierSummary(wire: WireDefinition, message: JsonRecord): boolean {
  const text = onlyText(wire, message);
  return text !== undefined && readSummaryMessage({ role: "user", content: text }) !== undefined;
}

/** The text of a message that has one text and nothing else. */
export function onlyText(wire: WireDefinition, message: JsonRecord): string | undefined {
  const content = message[wire.blocks.key];
  if (typeof content === "string") return content;
  if (!Array.isArray(content) || content.length !== 1 || !isRecord(content[0])) return undefined;
  return typeof content[0].text === "string" ? content[0].text : undefined;
}

/** The runs that links form among `count` messages. */
export function joinLinks(count: number, links: Links): { start: number; end: number }[] {
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
