import { isRecord, type JsonRecord } from "../text/json-value.js";
import type { WireDefinition } from "./define-wire.js";
import { WIRES } from "./index.js";
import { FREE, opaqueWeight } from "./opaque.js";

// What is counted and compared of a message, piece by piece.
//
//   openai-chat, openai-responses    a message is one unit
//   anthropic                        the message without its list, then each block
//   gemini                           the content without its parts, then each part
//
// Each unit is rounded to whole tokens once, so that sums do not depend on how they were taken.

/** Members that only steer a prompt cache: they count nothing, and do not tell two units apart. */
export const CACHE_MARKERS: ReadonlySet<string> = new Set(WIRES.all.flatMap(({ cache }) => cache.markerKey ?? []));

/** Weight of a text in 1/1024 token. */
export type TextWeight = (text: string) => number;

const SCALAR_WEIGHT = 2 * 1024;
const KEY_WEIGHT = 1024;

/**
 * Weight of a JSON value: texts and keys as they are decoded, 2 tokens a number, boolean or null, 1 beside each key;
 * signatures, images and documents as they are billed.
 */
export function valueWeight(value: unknown, textWeight: TextWeight): number {
  return walkWeight(value, { textWeight, type: undefined }, false);
}

interface Walk {
  textWeight: TextWeight;
  /** The last `type`. */
  type: unknown;
}

/** @param isFree Whether the value is a tool's own answer: nothing in it is data, or a marker. */
function walkWeight(value: unknown, walk: Walk, isFree: boolean): number {
  const { textWeight } = walk;
  if (typeof value === "string") return textWeight(value);
  if (typeof value !== "object" || value === null) return SCALAR_WEIGHT;
  let weight = 0;
  if (Array.isArray(value)) {
    for (const element of value) weight += walkWeight(element, walk, isFree);
    return weight;
  }
  for (const [key, child] of Object.entries(value)) {
    if (!isFree && CACHE_MARKERS.has(key)) continue;
    const opaque = typeof child === "string" && !isFree ? opaqueWeight(key, child, walk.type) : undefined;
    if (key === "type" && !isFree) walk.type = child;
    weight += textWeight(key) + KEY_WEIGHT + (opaque ?? walkWeight(child, walk, isFree || key === FREE));
  }
  return weight;
}

/** Whole tokens of a weight in 1/1024 token. */
export function roundWeight(weight: number): number {
  return Math.floor((weight + 512) / 1024);
}

/** Tokens of one unit; see {@link valueWeight}. */
export function unitTokens(unit: unknown, textWeight: TextWeight): number {
  return roundWeight(valueWeight(unit, textWeight));
}

/** The units of one message, in order. */
export function unitsOf({ blocks }: WireDefinition, message: unknown): readonly unknown[] {
  return blocks.holdResults && isRecord(message) ? splitList(message, blocks.key) : [message];
}

/** Index of the unit, among its message's, of the block `blockIndex`. */
export function unitOfBlock({ blocks }: WireDefinition, blockIndex: number): number {
  return blocks.holdResults ? blockIndex + 1 : 0;
}

/** The message without its list, whose key stays, and then the elements. */
function splitList(message: JsonRecord, key: string): readonly unknown[] {
  const list = message[key];
  return Array.isArray(list) ? [{ ...message, [key]: [] }, ...list] : [message];
}
