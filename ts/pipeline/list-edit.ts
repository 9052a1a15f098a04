// What the lossy stages do to a conversation, as data, and its two ways into a request: by shallow copies of an object, or
// by splicing the text of a body, where everything outside the spans keeps its bytes.

import type { Wire } from "../contract/report.js";
import { isRecord, type JsonRecord } from "../text/json-value.js";
import { type Child, childrenOf, elementsUnder, lastMember } from "../validate/repair/apply-text.js";
import { wireOfName } from "../wires/index.js";
import { withoutBlocks } from "./mixed-messages.js";

/** Messages out, new ones in. */
export interface ListEdit {
  /** 0-based indexes of messages that go. At least one message stays. */
  dropped: ReadonlySet<number>;
  /** Blocks that go from messages that stay: ascending indexes, never all of a message; none from where blocks go in. */
  stripped?: ReadonlyMap<number, readonly number[]> | undefined;
  insertion?: Insertion | undefined;
}

/** Where new content goes. */
export type Insertion =
  /** Whole messages, in front of the message `at`. */
  | { kind: "messages"; at: number; values: readonly object[] }
  /**
   * Blocks of the message `message`, in place of `replaced` ones from the block `at`, which is not the last; a plain text
   * becomes a block first.
   */
  | { kind: "blocks"; message: number; at: number; replaced: number; values: readonly object[] };

/** A copy of the request with the edit; it shares what the edit does not touch. */
export function editObject(wire: Wire, request: JsonRecord, edit: ListEdit): JsonRecord {
  const { dropped, stripped, insertion } = edit;
  const key = wireOfName(wire).listKey;
  const list = request[key];
  if (!Array.isArray(list)) return request;
  const next = list.flatMap((message: unknown, index): unknown[] => {
    const before = insertion?.kind === "messages" && insertion.at === index ? insertion.values : [];
    if (dropped.has(index)) return [...before];
    const gone = stripped?.get(index);
    if (gone !== undefined && isRecord(message)) return [...before, withoutBlocks(wire, message, gone)];
    const isHost = insertion?.kind === "blocks" && insertion.message === index;
    return [...before, isHost && isRecord(message) ? withBlocks(wire, message, insertion) : message];
  });
  return { ...request, [key]: next };
}

type BlockInsertion = Extract<Insertion, { kind: "blocks" }>;

function withBlocks(wire: Wire, message: JsonRecord, { at, replaced, values }: BlockInsertion): JsonRecord {
  const key = wireOfName(wire).blocksKey;
  const content = message[key];
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [{ type: "text", text: content }];
  return { ...message, [key]: [...blocks.slice(0, at), ...values, ...blocks.slice(at + replaced)] };
}

/** A span of a text and what takes its place. */
interface TextEdit {
  start: number;
  end: number;
  text: string;
}

/** The text of the body with the edit, and where it first differs, in chars; undefined where the list is not found. */
export function editText(wire: Wire, text: string, edit: ListEdit): { text: string; firstChange: number } | undefined {
  const messages = elementsUnder(text, wireOfName(wire).listKey);
  if (messages === undefined) return undefined;
  const border = edit.insertion?.kind === "messages" ? edit.insertion.at : -1;
  const edits = [
    ...insertions(wire, text, messages, edit.insertion),
    ...removals(messages, edit.dropped, border),
    ...[...(edit.stripped ?? [])].flatMap(([index, gone]) =>
      removals(blocksIn(wire, text, messages[index]), new Set(gone)),
    ),
  ];
  // Stable, so that what is inserted in front of a removed span comes first.
  edits.sort((a, b) => a.start - b.start);
  let [out, from] = ["", 0];
  for (const { start, end, text: replacement } of edits) {
    out += text.slice(from, start) + replacement;
    from = end;
  }
  return { text: out + text.slice(from), firstChange: edits[0]?.start ?? text.length };
}

/** The bytes of each message, as they stand. */
export function messageTexts(wire: Wire, text: string, indexes: readonly number[]): string[] {
  const messages = elementsUnder(text, wireOfName(wire).listKey) ?? [];
  return indexes.map((index) => text.slice(messages[index]?.start ?? 0, messages[index]?.end ?? 0));
}

/** The bytes of some blocks of a message, as they stand. */
export function blockTexts(wire: Wire, text: string, message: number, indexes: readonly number[]): string[] {
  const blocks = blocksIn(wire, text, elementsUnder(text, wireOfName(wire).listKey)?.[message]);
  return indexes.map((index) => text.slice(blocks[index]?.start ?? 0, blocks[index]?.end ?? 0));
}

function blocksIn(wire: Wire, text: string, message: Child | undefined): Child[] {
  const list = message && lastMember(childrenOf(text, message.start), wireOfName(wire).blocksKey);
  return list === undefined ? [] : childrenOf(text, list.start);
}

/**
 * Runs of elements with the commas that they no longer need.
 *
 * @param border What is put in front of this element stands between two runs, not inside one.
 */
function removals(messages: readonly Child[], dropped: ReadonlySet<number>, border = -1): TextEdit[] {
  const edits: TextEdit[] = [];
  for (let first = 0; first < messages.length; first++) {
    if (!dropped.has(first)) continue;
    let next = first + 1;
    while (dropped.has(next) && next !== border) next++;
    const [before, after] = [messages[first - 1], messages[next]];
    const start = after === undefined ? before?.end : messages[first]?.start;
    const end = after === undefined ? messages[next - 1]?.end : after.start;
    if (start !== undefined && end !== undefined) edits.push({ start, end, text: "" });
    first = next - 1;
  }
  return edits;
}

function insertions(
  wire: Wire,
  text: string,
  messages: readonly Child[],
  insertion: Insertion | undefined,
): TextEdit[] {
  if (insertion === undefined) return [];
  const values = insertion.values.map((value) => JSON.stringify(value)).join(",");
  if (insertion.kind === "messages") return [insertAt(messages, insertion.at, values)];
  const host = messages[insertion.message];
  const content = host && lastMember(childrenOf(text, host.start), wireOfName(wire).blocksKey);
  if (content === undefined) return [];
  const { start, end } = content;
  if (text[start] !== "[") {
    return [{ start, end, text: `[${values},{"type":"text","text":${text.slice(start, end)}}]` }];
  }
  const blocks = childrenOf(text, start);
  if (blocks.length === 0) return [{ start: start + 1, end: start + 1, text: values }];
  const [first, after] = [blocks[insertion.at], blocks[insertion.at + insertion.replaced]];
  if (insertion.replaced > 0 && first !== undefined && after !== undefined) {
    return [{ start: first.start, end: after.start, text: `${values},` }];
  }
  return [insertAt(blocks, insertion.at, values)];
}

/** In front of the element `at` of a list that is not empty, or at its end. */
function insertAt(elements: readonly Child[], at: number, values: string): TextEdit {
  const element = elements[at];
  if (element !== undefined) return { start: element.start, end: element.start, text: `${values},` };
  const end = elements.at(-1)?.end ?? 0;
  return { start: end, end, text: `,${values}` };
}
