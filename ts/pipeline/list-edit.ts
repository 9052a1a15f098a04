// The edits of the lossy stages as data, and two ways to apply them: by shallow copies of an object, or by splicing a
// body's text. Splicing keeps every byte outside the spans.

import { Copies } from "../text/copies.js";
import {
  applySplices,
  type Child,
  childrenOf,
  elementsUnder,
  lastMember,
  type Splice,
  skipSpace,
} from "../text/json-children.js";
import { isRecord, type JsonRecord } from "../text/json-value.js";
import type { Path, WireDefinition } from "../wires/define-wire.js";
import { withoutBlocks } from "./mixed-messages.js";

/** Removes messages and inserts new ones. */
export interface ListEdit {
  /** 0-based indexes of messages to remove. At least one message remains. */
  dropped: ReadonlySet<number>;
  /**
   * Blocks to remove from remaining messages: ascending indexes, never all of a message, and none where blocks are
   * inserted.
   */
  stripped?: ReadonlyMap<number, readonly number[]> | undefined;
  insertion?: Insertion | undefined;
}

/** A place for new content. */
export type Insertion =
  /** Whole messages, before the message `at`. */
  | { kind: "messages"; at: number; values: readonly object[] }
  /**
   * Blocks of the message `message`. They replace `replaced` blocks from the block `at`, which is not the last. A plain
   * text becomes a block first.
   */
  | { kind: "blocks"; message: number; at: number; replaced: number; values: readonly object[] };

/** Applies the edit to a copy of the request. The copy shares everything that the edit does not touch. */
export function editObject(wire: WireDefinition, request: JsonRecord, edit: ListEdit): JsonRecord {
  const { dropped, stripped, insertion } = edit;
  const key = wire.listKey;
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

function withBlocks(wire: WireDefinition, message: JsonRecord, { at, replaced, values }: BlockInsertion): JsonRecord {
  const key = wire.blocks.key;
  const content = message[key];
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [{ type: "text", text: content }];
  return { ...message, [key]: [...blocks.slice(0, at), ...values, ...blocks.slice(at + replaced)] };
}

/**
 * Applies the edit to a body's text. Also returns the first changed place, in chars. Undefined if the list is not
 * found.
 */
export function editText(
  wire: WireDefinition,
  text: string,
  edit: ListEdit,
): { text: string; firstChange: number } | undefined {
  const messages = elementsUnder(text, wire.listKey);
  if (messages === undefined) return undefined;
  const border = edit.insertion?.kind === "messages" ? edit.insertion.at : -1;
  const edits = [
    ...insertions(wire, text, messages, edit.insertion),
    ...removals(messages, edit.dropped, border),
    ...[...(edit.stripped ?? [])].flatMap(([index, gone]) =>
      removals(blocksIn(wire, text, messages[index]), new Set(gone)),
    ),
  ];
  return spliced(text, edits);
}

/** A value and its place in a request. */
export interface PlacedText {
  /** Path from the request. */
  path: Path;
  /** The text that comes. */
  text: string;
}

/** Replaces strings in a copy of the request. The copy shares everything else. */
export function withTexts(request: JsonRecord, texts: readonly PlacedText[]): JsonRecord {
  const copies = new Copies(request);
  for (const { path, text } of texts) copies.set(path, text);
  return copies.root as JsonRecord;
}

/** The same in a body's text, with the first changed place, in chars. Undefined if a string is not found. */
export function spliceTexts(
  body: string,
  texts: readonly PlacedText[],
): { text: string; firstChange: number } | undefined {
  const edits: Splice[] = [];
  for (const { path, text } of texts) {
    const place = placeAt(body, path);
    if (place === undefined) return undefined;
    edits.push({ ...place, text: JSON.stringify(text) });
  }
  return spliced(body, edits);
}

const spliced = (text: string, edits: readonly Splice[]) => ({
  text: applySplices(text, edits),
  firstChange: edits.reduce((first, { start }) => Math.min(first, start), text.length),
});

/** The place of the value at a path of a body's text. */
export function placeAt(body: string, path: Path): { start: number; end: number } | undefined {
  let place = { start: skipSpace(body, 0), end: body.length };
  for (const key of path) {
    const children = childrenOf(body, place.start);
    const next = typeof key === "number" ? children[key] : lastMember(children, key);
    if (next === undefined) return undefined;
    place = { start: next.start, end: next.end };
  }
  return place;
}

/** The original text of each message. */
export function messageTexts(wire: WireDefinition, text: string, indexes: readonly number[]): string[] {
  const messages = elementsUnder(text, wire.listKey) ?? [];
  return indexes.map((index) => text.slice(messages[index]?.start ?? 0, messages[index]?.end ?? 0));
}

/** The original text of some blocks of a message. */
export function blockTexts(wire: WireDefinition, text: string, message: number, indexes: readonly number[]): string[] {
  const blocks = blocksIn(wire, text, elementsUnder(text, wire.listKey)?.[message]);
  return indexes.map((index) => text.slice(blocks[index]?.start ?? 0, blocks[index]?.end ?? 0));
}

function blocksIn(wire: WireDefinition, text: string, message: Child | undefined): Child[] {
  const list = message && lastMember(childrenOf(text, message.start), wire.blocks.key);
  return list === undefined ? [] : childrenOf(text, list.start);
}

/**
 * Runs of elements, with the commas that become superfluous.
 *
 * @param border An insertion before this element must be between two runs, not inside one.
 */
function removals(messages: readonly Child[], dropped: ReadonlySet<number>, border = -1): Splice[] {
  const edits: Splice[] = [];
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
  wire: WireDefinition,
  text: string,
  messages: readonly Child[],
  insertion: Insertion | undefined,
): Splice[] {
  if (insertion === undefined) return [];
  const values = insertion.values.map((value) => JSON.stringify(value)).join(",");
  if (insertion.kind === "messages") return [insertAt(messages, insertion.at, values)];
  const host = messages[insertion.message];
  const content = host && lastMember(childrenOf(text, host.start), wire.blocks.key);
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

/** An insertion before the element `at` of a list that is not empty, or at its end. */
function insertAt(elements: readonly Child[], at: number, values: string): Splice {
  const element = elements[at];
  if (element !== undefined) return { start: element.start, end: element.start, text: `${values},` };
  const end = elements.at(-1)?.end ?? 0;
  return { start: end, end, text: `,${values}` };
}
