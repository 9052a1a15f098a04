// The handle in a placeholder, by which what it replaces can be asked for.
//
//   [Observation masked: old tool result (tool_call_id=c1, tool=grep, chars=9120) ref=0123456789abcdef0123456789abcdef]
//                                                                                └───────────── handle ─────────────┘

import { HANDLE_CHARS, type HandleKey, valueHandle } from "../base/value-handle.js";
import type { ToolResult } from "../wires/transcript.js";
import type { PlaceholderForm } from "./placeholder.js";

const OPENING = " ref=";
/** The same in a line that says what a clip has left out. */
export const CLIP_HANDLE = "ref=";

/** A placeholder of `form` with a handle, which goes behind everything else in it. */
export function withHandle(placeholder: string, { tail }: PlaceholderForm, handle: string): string {
  return placeholder.slice(0, placeholder.length - tail.length) + OPENING + handle + tail;
}

const DIGITS = /[0-9a-f]{32}/y;

/** Where the handle that begins at `from` ends; `from` if none begins there. */
export function endOfHandle(text: string, from: number): number {
  if (!text.startsWith(OPENING, from)) return from;
  DIGITS.lastIndex = from + OPENING.length;
  return DIGITS.test(text) ? from + OPENING.length + HANDLE_CHARS : from;
}

/** A text without the handle at its end, if it has one there. */
export function withoutHandle(text: string): string {
  const start = text.indexOf(OPENING);
  return start < 0 ? text : text.slice(0, start);
}

/** The handle of the value that a placeholder of a result replaces, as it came; undefined if there are several values. */
export function handleOfResult({ content, came = content }: ToolResult, key: HandleKey): string | undefined {
  if (came.kind === "text") return valueHandle(JSON.stringify(came.text), key);
  if (came.kind === "object" && came.texts.length > 0) return valueHandle(JSON.stringify(came.value), key);
  const [text, another] = came.kind === "parts" ? came.texts : [];
  return text === undefined || another !== undefined ? undefined : valueHandle(JSON.stringify(text), key);
}
