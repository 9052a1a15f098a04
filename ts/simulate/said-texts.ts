// What was said in a conversation: the system prompt, words of the user and the assistant, arguments of calls.
import { isRecord, type JsonRecord } from "../text/json-value.js";
import { WIRES } from "../wires/index.js";
import { SYSTEM_KEYS } from "../wires/text-chars.js";
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

/** Texts of a message that are in no result. */
export function saidIn(session: Session, messageIndex: number): string[] {
  const { blocks } = WIRES.of(session.wire);
  const results = known.get(session) ?? new Set(session.transcript.results.map(keyOf));
  known.set(session, results);
  const message = session.list[messageIndex];
  const inner = blocks.holdResults && isRecord(message) ? message[blocks.key] : undefined;
  const all: readonly unknown[] = Array.isArray(inner) ? inner : [message];
  return all.flatMap((block, blockIndex) =>
    results.has(keyOf({ messageIndex, blockIndex })) ? [] : [...textsIn(block)],
  );
}

/** Texts of the system prompt outside the conversation. */
export function saidInFront(request: JsonRecord): string[] {
  const key = Object.keys(request).findLast((one) => SYSTEM_KEYS.has(one));
  return key === undefined ? [] : [...textsIn(request[key])];
}

/** Every text that a model reads. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    for (const one of value) yield* textsIn(one);
    return;
  }
  for (const [key, child] of Object.entries(value)) {
    if (UNSAID.has(key)) continue;
    if (key === "arguments" && typeof child === "string") yield withoutEscapes(child);
    else yield* textsIn(child);
  }
}

/** JSON as text, without the escapes that would join the word behind them. */
const withoutEscapes = (json: string): string => json.replace(/\\[nrt]/g, "  ");
