// Which message, and which block, of a conversation is which after a reduction.

import { addTo } from "../../base/maps.js";
import type { Block } from "../../condensation/conversation/block.js";
import type { Conversation } from "../../condensation/conversation/open.js";

/** Something before and after; one side is missing where it went, or is new. */
export interface Pair<T> {
  before: T | undefined;
  after: T | undefined;
}

export interface Message {
  index: number;
  role: string;
  key: string;
  blocks: Block[];
}

export function messagesOf({ messages, roles, blocks }: Conversation): Message[] {
  const all = messages.map(
    (message, index): Message => ({ index, role: roles[index] ?? "other", key: JSON.stringify(message), blocks: [] }),
  );
  for (const block of blocks) all[block.messageIndex]?.blocks.push(block);
  return all;
}

/** Pairs messages: equal ones in order; between them, by the calls they belong to, else by author. Linear. */
export function pairMessages(before: readonly Message[], after: readonly Message[]): Pair<Message>[] {
  if (before.length === after.length) return before.map((one, index) => ({ before: one, after: after[index] }));
  const pairs: Pair<Message>[] = [];
  const places = placesOf(before);
  let [from, start] = [0, 0];
  after.forEach((message, at) => {
    const found = places.get(message.key)?.find((place) => place >= from);
    if (found === undefined) return;
    pairs.push(...pairGap(before.slice(from, found), after.slice(start, at)));
    pairs.push({ before: before[found], after: message });
    [from, start] = [found + 1, at + 1];
  });
  return [...pairs, ...pairGap(before.slice(from), after.slice(start))];
}

function placesOf(messages: readonly Message[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [at, { key }] of messages.entries()) addTo(places, key, at);
  return places;
}

const idsOf = ({ blocks }: Message): string[] =>
  blocks.flatMap(({ kind, callId }) => (callId === undefined ? [] : [`${kind} ${callId}`]));

/** How far is looked ahead, so that a long conversation costs no more than its length. */
const AHEAD = 200;

function findAhead<T>(list: readonly T[], from: number, test: (one: T) => boolean): number {
  const end = Math.min(list.length, from + AHEAD);
  for (let at = from; at < end; at++) if (test(list[at] as T)) return at;
  return -1;
}

/** Messages that were changed, went or came between two that stayed. */
function pairGap(before: readonly Message[], after: readonly Message[]): Pair<Message>[] {
  const byId = new Map(before.flatMap((message, at) => idsOf(message).map((id) => [id, at] as const)));
  const pairs: Pair<Message>[] = [];
  let from = 0;
  for (const message of after) {
    const byCall = idsOf(message).flatMap((id) => byId.get(id) ?? []);
    const called = byCall.find((at) => at >= from);
    const sameAuthor = byCall.length === 0 ? findAhead(before, from, (one) => isLike(one, message)) : -1;
    const found = called ?? (sameAuthor < 0 ? undefined : sameAuthor);
    if (found === undefined) {
      pairs.push({ before: undefined, after: message });
      continue;
    }
    for (; from < found; from++) pairs.push({ before: before[from], after: undefined });
    pairs.push({ before: before[found], after: message });
    from = found + 1;
  }
  for (; from < before.length; from++) pairs.push({ before: before[from], after: undefined });
  return pairs;
}

/** A message without calls, whose text was made shorter: the same author, and words of its beginning. */
function isLike(before: Message, after: Message): boolean {
  if (before.role !== after.role || idsOf(before).length > 0) return false;
  const [one, other] = [textOf(before), textOf(after)];
  return one.slice(0, LIKE_CHARS) === other.slice(0, LIKE_CHARS);
}

const LIKE_CHARS = 24;
const textOf = ({ blocks }: Message): string => blocks.map(({ text }) => text).join("\n");

/** Pairs the blocks of a message: one by one where none went or came, else equal ones and those of a call. */
export function pairBlocks(before: readonly Block[], after: readonly Block[]): Pair<Block>[] {
  if (before.length === after.length) return before.map((one, index) => ({ before: one, after: after[index] }));
  const pairs: Pair<Block>[] = [];
  let from = 0;
  for (const block of before) {
    const found = findAhead(after, from, (one) => isSame(block, one));
    if (found < 0) {
      pairs.push({ before: block, after: undefined });
      continue;
    }
    for (; from < found; from++) pairs.push({ before: undefined, after: after[from] });
    pairs.push({ before: block, after: after[found] });
    from = found + 1;
  }
  for (; from < after.length; from++) pairs.push({ before: undefined, after: after[from] });
  return pairs;
}

const isSame = (one: Block, other: Block): boolean =>
  one.kind === other.kind && (one.callId === undefined ? one.text === other.text : one.callId === other.callId);
