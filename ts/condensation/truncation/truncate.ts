import { joinLinks } from "../../pipeline/atomic-units.js";
import { PIPELINE_READERS } from "../../pipeline/wires/index.js";
import type { Links } from "../../pipeline/wires/reader.js";
import type { Block } from "../conversation/block.js";
import { editConversation } from "../conversation/edit.js";
import type { TextInsertion } from "../conversation/insert.js";
import type { Conversation } from "../conversation/open.js";
import type { TokenMeter } from "../conversation/tokens.js";
import type { ContentReference } from "../lossless/references/content-reference.js";
import { withoutPointers } from "../lossless/references/expand-conversation.js";
import { formsLeft } from "../lossless/references/known.js";
import { classify } from "../lossy/classification/classify.js";
import { hasPin } from "../providers/base/check-arguments.js";
import { type Bounds, readBounds } from "../providers/smart/bounds.js";

/** Newest messages that truncation never drops. */
const KEPT_NEWEST = 3;

export interface TruncateOptions {
  /** Tokens to come down to, of all messages. */
  targetTokens: number;
  /** Never drop a message of the user. */
  keepUserMessages: boolean;
  /** Texts whose messages stay. */
  pins: readonly string[];
  meter: TokenMeter;
  /** References that the conversation has from earlier condensations. @default none */
  references?: readonly ContentReference[];
}

/** A truncated conversation; nothing may be dropped from it if `dropped` is 0. */
export interface Truncated {
  /** As it came, with what pointers stand for in their place. */
  start: Conversation;
  conversation: Conversation;
  /** Those of smaller forms that are left. */
  references: readonly ContentReference[];
  dropped: number;
  userMessages: number;
  /** By the index of a message before: its index now; undefined where it is gone. */
  indexes: readonly (number | undefined)[];
}

/**
 * Drops the oldest messages of the agent, and those of the user only where that is not enough. The first message, the
 * newest three, messages of the system and pinned ones stay; calls go with their results; a line tells how many are gone.
 * Thinking that the model checks against what is gone goes as well; where it must stay, so does all that is before it. What
 * pointers stand for takes their place first, because what they lead to may go.
 */
export async function truncateConversation(given: Conversation, options: TruncateOptions): Promise<Truncated> {
  const { references = [] } = options;
  const conversation = withoutPointers(given, references);
  const { roles } = conversation;
  const sizes = await messageTokens(conversation, options.meter);
  const isAgents = (unit: Unit) => !range(unit).some((index) => roles[index] === "user");
  const bounds = readBounds(classify(conversation));
  const droppable = unitsOf(conversation).filter(
    (unit) => unit.start >= bounds.from && mayDrop(conversation, unit, options.pins),
  );
  const order = [
    ...droppable.filter(isAgents),
    ...(options.keepUserMessages ? [] : droppable.filter((one) => !isAgents(one))),
  ];
  let tokens = sizes.reduce((sum, size) => sum + size, 0);
  const dropped = new Set<number>();
  for (const unit of order) {
    if (tokens <= options.targetTokens) break;
    for (const index of range(unit)) {
      dropped.add(index);
      tokens -= sizes[index] ?? 0;
    }
  }
  const userMessages = [...dropped].filter((index) => roles[index] === "user").length;
  const edit = { dropped, removed: boundThinking(bounds, dropped), inserted: markersFor(conversation, dropped) };
  const edited = editConversation(conversation, edit);
  const left = formsLeft(edited.conversation, references, edited.indexes);
  return { ...edited, start: conversation, references: left, dropped: dropped.size, userMessages };
}

/** Thinking that is left and bound to a message that is gone. */
function boundThinking({ isBound, removable }: Bounds, dropped: ReadonlySet<number>): Set<Block> {
  if (!isBound) return new Set();
  const first = Math.min(...dropped);
  const isLeft = ({ messageIndex }: Block) => messageIndex > first && !dropped.has(messageIndex);
  return new Set(removable.map(({ source }) => source).filter(isLeft));
}

const range = ({ start, end }: Unit): number[] => Array.from({ length: end - start }, (_, at) => start + at);

function mayDrop({ roles, messages }: Conversation, unit: Unit, pins: readonly string[]): boolean {
  const first = roles.findIndex((role) => role !== "system");
  if (unit.start <= first || unit.end > messages.length - KEPT_NEWEST) return false;
  return range(unit).every(
    (index) => roles[index] !== "system" && roles[index] !== "other" && !hasPin(messages[index], pins),
  );
}

async function messageTokens({ blocks, messages }: Conversation, meter: TokenMeter): Promise<number[]> {
  const counted = await meter.ofTexts(blocks.map(({ text }) => text));
  const sizes = messages.map(() => 0);
  for (const [at, { messageIndex }] of blocks.entries())
    sizes[messageIndex] = (sizes[messageIndex] ?? 0) + (counted[at] ?? 0);
  return sizes;
}

/** One line for each run. Where roles alternate it is in the agent's name, so that the user's messages stay apart. */
function markersFor({ messages, wire }: Conversation, dropped: ReadonlySet<number>): TextInsertion[] {
  const author = wire.alternates ? "assistant" : "user";
  const markers: TextInsertion[] = [];
  for (let index = 0; index < messages.length; index++) {
    if (!dropped.has(index)) continue;
    const from = index;
    while (dropped.has(index)) index++;
    const count = index - from;
    markers.push({ at: index, author, text: `[${count} earlier ${count === 1 ? "message" : "messages"} dropped]` });
  }
  return markers;
}

/** Messages that go or stay together: calls with their results, reasoning with what follows it. End exclusive. */
interface Unit {
  start: number;
  end: number;
}

/** The units of a conversation, in order. Linear. */
function unitsOf(conversation: Conversation): Unit[] {
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
