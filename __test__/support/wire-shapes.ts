import type { Wire } from "../../ts/contract/report.js";
import { type Draft, makeConversation } from "./conversation.js";
import { writeAnthropic } from "./conversation-anthropic.js";
import { writeGemini } from "./conversation-gemini.js";
import { writeOpenAiChat } from "./conversation-openai-chat.js";
import { writeOpenAiResponses } from "./conversation-openai-responses.js";
import type { Random } from "./random.js";

export { makeConversation };

export const WIRE_NAMES = ["openai-chat", "openai-responses", "anthropic", "gemini"] as const satisfies readonly Wire[];

type Json = Record<string, unknown>;

/** Writes a conversation as a valid request. */
export const WRITERS: Record<Wire, (draft: Draft) => Json> = {
  "openai-chat": writeOpenAiChat,
  "openai-responses": writeOpenAiResponses,
  anthropic: writeAnthropic,
  gemini: writeGemini,
};

/** The path of the conversation in a request. */
export const LIST_KEYS = {
  "openai-chat": "messages",
  "openai-responses": "input",
  anthropic: "messages",
  gemini: "contents",
} as const satisfies Record<Wire, string>;

/** The place of one tool result's content: the only thing that a reduction may change. */
export interface ResultPlace {
  messageIndex: number;
  blockIndex: number;
  holder: Json;
  key: string;
}

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The tool results of a request, in document order, found by nothing but their kind. */
export function resultPlaces(wire: Wire, request: Json): ResultPlace[] {
  const list = request[LIST_KEYS[wire]];
  if (!Array.isArray(list)) return [];
  return list.flatMap((message: unknown, messageIndex) =>
    isObject(message) ? PLACES[wire](message).map((place) => ({ ...place, messageIndex })) : [],
  );
}

type InMessage = (message: Json) => Omit<ResultPlace, "messageIndex">[];

const blocksIn = (list: unknown): [number, Json][] =>
  Array.isArray(list) ? [...list.entries()].filter((entry): entry is [number, Json] => isObject(entry[1])) : [];

const PLACES: Record<Wire, InMessage> = {
  "openai-chat": (message) => (message.role === "tool" ? [{ blockIndex: 0, holder: message, key: "content" }] : []),
  "openai-responses": (item) => {
    const isResult = item.type === "mcp_call" || (typeof item.type === "string" && item.type.endsWith("_output"));
    return isResult ? [{ blockIndex: 0, holder: item, key: "output" }] : [];
  },
  anthropic: (message) =>
    blocksIn(message.content)
      .filter(([, block]) => block.type === "tool_result")
      .map(([blockIndex, holder]) => ({ blockIndex, holder, key: "content" })),
  gemini: (content) =>
    blocksIn(content.parts).flatMap(([blockIndex, part]) => {
      const holder = part.functionResponse ?? part.function_response;
      return isObject(holder) ? [{ blockIndex, holder, key: "response" }] : [];
    }),
};

/** A place of images and documents in no result: a block, or a whole content. */
export interface LoosePlace {
  messageIndex: number;
  blockIndex: number;
  /** From the request. */
  path: readonly (string | number)[];
  value: unknown;
}

/** The images and documents of a request that are in no result, in the user's messages. */
export function loosePlaces(wire: Wire, request: Json): LoosePlace[] {
  const listKey = LIST_KEYS[wire];
  const list = request[listKey];
  const isWhole = wire === "openai-chat" || wire === "openai-responses";
  const key = wire === "gemini" ? "parts" : "content";
  if (!Array.isArray(list)) return [];
  return list.flatMap((message: unknown, messageIndex): LoosePlace[] => {
    if (!isObject(message) || message.role !== "user") return [];
    const media = blocksIn(message[key]).filter(([, block]) => isMedium(block));
    if (media.length === 0) return [];
    const path = [listKey, messageIndex, key];
    if (isWhole) return [{ messageIndex, blockIndex: 0, path, value: message[key] }];
    return media.map(([blockIndex, value]) => ({ messageIndex, blockIndex, path: [...path, blockIndex], value }));
  });
}

const isMedium = (block: Json): boolean =>
  MEDIA_TYPES.has(block.type) || ["inlineData", "inline_data"].some((key) => isObject(block[key]));

const MEDIA_TYPES: ReadonlySet<unknown> = new Set([
  ...["image", "document", "image_url", "file", "input_image", "input_file", "inlineData", "inline_data"],
]);
const STRUCTURE: ReadonlySet<string> = new Set([
  ...["messages", "contents", "input", "content", "parts", "output", "tool_calls", "function", "custom"],
  ...["functionCall", "function_call", "functionResponse", "function_response"],
]);
/** Values that are the tools' own: nothing is added to them. */
const OPAQUE: ReadonlySet<string> = new Set(["response", "args", "arguments", "source", "action"]);

// It looks like a call's result, in all wires at once.
const FOREIGN = { role: "tool", tool_call_id: "call_1", call_id: "call_1", type: "tool_result", content: "decoy" };
const SMALL_DECOYS = [true, null, -1.5, "decoy", {}] as const;
const DECOYS: readonly [unknown, ...unknown[]] = [
  { messages: [FOREIGN] },
  { contents: [{ parts: [{ functionResponse: FOREIGN }] }] },
  [FOREIGN],
  ...SMALL_DECOYS,
];

/**
 * The same request with its keys in another order, and with fields that no wire knows before or after those of most of
 * its messages, blocks, parts and calls. Nothing changes in values under {@link OPAQUE} keys.
 */
export function respelled(request: Json, random: Random): unknown {
  return respell(request, "messages", true, random);
}

function respell(value: unknown, key: string, grows: boolean, random: Random): unknown {
  if (Array.isArray(value)) return value.map((item) => respell(item, key, grows && STRUCTURE.has(key), random));
  if (!isObject(value)) return value;
  const isOwn = grows && !OPAQUE.has(key) && (key !== "input" || "type" in value || "role" in value);
  // What is long inside an image counts as its data.
  const isMedia = MEDIA_TYPES.has(value.type) || "data" in value || "inlineData" in value || "inline_data" in value;
  const decoys: readonly [unknown, ...unknown[]] = isMedia ? SMALL_DECOYS : DECOYS;
  const places = isOwn ? random.below(4) : 0;
  const out: Json = (places & 1) === 0 ? {} : { zz_after: random.pick(decoys) };
  for (const name of Object.keys(value).reverse()) {
    const child = value[name];
    out[name] = OPAQUE.has(name) ? child : respell(child, name, isOwn && STRUCTURE.has(name), random);
  }
  if ((places & 2) !== 0) out.zz_before = random.pick(decoys);
  return out;
}
