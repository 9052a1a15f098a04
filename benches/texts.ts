// Different texts of recordings, or of a generated conversation where there are none.
import { join } from "node:path";
import { generateChatBody } from "../__test__/support/generate.js";
import { readRecordings } from "./inputs.js";

const FOLDERS = ["openai_chat", "openai_responses", "anthropic", "gemini"];
/** Shorter strings are names of roles and types. */
const SHORTEST = 32;
/** Encoded images and files are not counted as text. */
const ENCODED = /[A-Za-z0-9+/=]{400}/;

/** Texts of messages of long conversations, about so many bytes together. */
export function conversationTexts(traces: string | undefined, targetBytes: number): string[] {
  const recorded = traces === undefined ? [] : bodiesOf(join(traces, "openai_chat")).filter(isLong);
  const bodies = recorded.length > 0 ? recorded : [generated(targetBytes)];
  return firstOf(targetBytes, bodies.flatMap(textsOfMessages));
}

/** All texts of requests of all wires, about so many bytes together. */
export function everyText(traces: string | undefined, targetBytes: number): string[] {
  const recorded = traces === undefined ? [] : FOLDERS.flatMap((folder) => bodiesOf(join(traces, folder)));
  const bodies = recorded.length > 0 ? recorded : [generated(targetBytes)];
  return firstOf(targetBytes, stringsIn(bodies));
}

const bodiesOf = (folder: string) => readRecordings(folder).map(({ body }) => body);
const isLong = (body: Buffer) => body.length > 50_000;
const generated = (targetBytes: number) => generateChatBody({ seed: 1, targetBytes: 2 * targetBytes });

function textsOfMessages(body: Buffer): string[] {
  const { messages } = JSON.parse(body.toString()) as { messages: { content?: unknown }[] };
  return messages.flatMap(({ content }) => (typeof content === "string" ? [content] : []));
}

function* stringsIn(value: unknown): Generator<string> {
  if (Buffer.isBuffer(value)) yield* stringsIn(JSON.parse(value.toString()));
  else if (typeof value === "object" && value !== null) for (const part of Object.values(value)) yield* stringsIn(part);
  else if (typeof value === "string" && value.length >= SHORTEST && !ENCODED.test(value)) yield value;
}

/** Each once. Those with U+FEFF are left out: gpt-tokenizer takes it for white space, which OpenAI's own does not. */
function firstOf(targetBytes: number, all: Iterable<string>): string[] {
  const texts = new Set<string>();
  let size = 0;
  for (const text of all) {
    if (size > targetBytes) break;
    if (text.includes("\ufeff") || texts.has(text)) continue;
    texts.add(text);
    size += Buffer.byteLength(text);
  }
  return [...texts];
}
