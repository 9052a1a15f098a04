// Finds the place of a summary that keeps the request valid: in the user's name, after the leading system messages.
// Where roles alternate, it is the first text of the user's first message, after results that must come first.

import { readSummaryMessage } from "../../history/summary-message.js";
import { isRecord, type JsonRecord } from "../../text/json-value.js";
import type { WireDefinition } from "../../wires/define-wire.js";
import type { Insertion } from "../list-edit.js";
import type { ConversationView } from "../stage.js";

/** The place, and earlier summaries at it. */
export interface SummaryPlace {
  /** Tamis's earlier summaries that are removed, oldest first. */
  earlier: string[];
  /** The insertion that adds these texts. */
  insertionOf(texts: readonly string[]): Insertion;
}

/** Finds the place in a conversation without the messages in `dropped`. */
export function placeSummary(wire: WireDefinition, view: ConversationView, dropped: ReadonlySet<number>): SummaryPlace {
  const { list } = view.history;
  const { roles } = view.history.steps;
  if (!wire.alternates) {
    const at = Math.max(
      0,
      roles.findIndex((role) => role !== "system"),
    );
    const values = (texts: readonly string[]) => texts.map((text) => wire.userMessage([text]));
    return { earlier: [], insertionOf: (texts) => ({ kind: "messages", at, values: values(texts) }) };
  }
  const message = roles.findIndex((role, index) => role === "user" && !dropped.has(index));
  const host = list[message];
  if (!isRecord(host)) {
    const value = (texts: readonly string[]) => [wire.userMessage(texts)];
    return { earlier: [], insertionOf: (texts) => ({ kind: "messages", at: 0, values: value(texts) }) };
  }
  const { at, earlier } = lookInto(wire, host);
  const values = (texts: readonly string[]) => texts.map((text) => wire.blocks.ofText(text));
  return {
    earlier,
    insertionOf: (texts) => ({ kind: "blocks", message, at, replaced: earlier.length, values: values(texts) }),
  };
}

/** Finds the place after results, and the summaries at it. */
function lookInto(wire: WireDefinition, host: JsonRecord): { at: number; earlier: string[] } {
  const blocks: unknown = host[wire.blocks.key];
  if (!Array.isArray(blocks)) return { at: 0, earlier: [] };
  const at = blocks.findLastIndex((block) => wire.blocks.isResult(block)) + 1;
  const earlier: string[] = [];
  // At least one of the user's own blocks must remain.
  for (const block of blocks.slice(at, -1)) {
    const text: unknown = isRecord(block) ? block.text : undefined;
    if (typeof text !== "string" || readSummaryMessage({ role: "user", content: text }) === undefined) break;
    earlier.push(text);
  }
  return { at, earlier };
}
