// What was said in a conversation: the system prompt, words of the user and the assistant, arguments of calls.

import { getOrInsert } from "../base/maps.js";
import { isRecord, type JsonRecord, parseJson } from "../text/json-value.js";
import { WIRES } from "../wires/index.js";
import { SYSTEM_KEYS } from "../wires/text-chars.js";
import { unitOfBlock } from "../wires/units.js";
import { keyOf } from "./session-units.js";
import type { Session } from "./trace.js";

/** Members whose values are data or thinking: the first are not read as words, and the second may go. */
const UNSAID: ReadonlySet<string> = new Set([
  "thinking",
  "signature",
  "thoughtSignature",
  "thought_signature",
  "encrypted_content",
  "data",
]);

const known = new WeakMap<Session, ReadonlySet<string>>();

export function saidIn(session: Session, messageIndex: number): string[] {
  return saidBlocks(session, messageIndex).flatMap(({ block }) => [...textsIn(block)]);
}

/** A block of a message that is no result, or a message without blocks. */
export interface SaidBlock {
  /** Its unit, among those of all messages. */
  readonly unit: number;
  readonly block: unknown;
}

export function saidBlocks(session: Session, messageIndex: number): SaidBlock[] {
  const wire = WIRES.of(session.wire);
  const { blocks } = wire;
  const results = getOrInsert(known, session, () => new Set(session.transcript.results.map(keyOf)));
  const message = session.list[messageIndex];
  const inner = blocks.holdResults && isRecord(message) ? message[blocks.key] : undefined;
  const first = session.messageStarts[messageIndex] ?? 0;
  if (!Array.isArray(inner))
    return results.has(keyOf({ messageIndex, blockIndex: 0 })) ? [] : [{ unit: first, block: message }];
  return inner.flatMap((block, blockIndex) =>
    results.has(keyOf({ messageIndex, blockIndex })) ? [] : [{ unit: first + unitOfBlock(wire, blockIndex), block }],
  );
}

/** What a block says, with the arguments of calls as their tools read them: JSON in a text is parsed. */
export function spokenIn(block: unknown): string[] {
  return [...textsIn(block, argumentTexts)];
}

/** The texts of a call's arguments. */
export const argumentTexts = (args: unknown): string[] => stringsOf(parsedArguments(args));

/** A call's arguments; a text that is JSON is parsed. */
export function parsedArguments(args: unknown): unknown {
  const value = typeof args === "string" ? parseJson(args) : args;
  return value === undefined ? args : value;
}

function stringsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsOf) : [];
}

/** Texts of the system prompt outside the conversation. */
export function saidInFront(request: JsonRecord): string[] {
  const key = Object.keys(request).findLast((one) => SYSTEM_KEYS.has(one));
  return key === undefined ? [] : [...textsIn(request[key])];
}

/** Every text that a model reads. */
function* textsIn(
  value: unknown,
  ofArguments: (json: string) => readonly string[] = (json) => [withoutEscapes(json)],
): Generator<string> {
  if (typeof value === "string") yield value;
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    for (const one of value) yield* textsIn(one, ofArguments);
    return;
  }
  for (const [key, child] of Object.entries(value)) {
    if (UNSAID.has(key)) continue;
    if (key === "arguments" && typeof child === "string") yield* ofArguments(child);
    else yield* textsIn(child, ofArguments);
  }
}

/** JSON as text, without the escapes that would join the word behind them. */
const withoutEscapes = (json: string): string => json.replace(/\\[nrt]/g, "  ");
