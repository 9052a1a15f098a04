// The handle in a placeholder, by which what it replaces can be asked for, or the file that has it.
//
//   [Observation masked: old tool result (tool_call_id=c1, tool=grep, chars=9120) ref=0123456789abcdef0123456789abcdef]
//                                                                                └───────────── handle ─────────────┘
//   […, chars=9120); original: /x/.cache/tamis/originals/0123456789abcdef0123456789abcdef.txt]
//                  └────────────────────────────────── handle ─────────────────────────────────────┘

import { HANDLE_CHARS, type HandleKey, valueHandle } from "../base/value-handle.js";
import type { ToolResult } from "../wires/transcript.js";
import type { PlaceholderForm } from "./placeholder.js";

/** What introduces a handle. */
export const HANDLE_OPENING = " ref=";
/** The same in a line that says what a clip has left out. */
const CLIP_HANDLE = "ref=";
/** What introduces the file of an original. */
const FILE_OPENING = "; original: ";
/** How such a file's name ends. */
const FILE_END = ".txt";

/** How a policy writes the handles of values. */
export interface Handles extends HandleKey {
  /** The folder of the files that have the originals, with its last separator; undefined: there are no files. */
  folder: string | undefined;
}

/** A placeholder of `form` with a handle, which goes behind everything else in it. */
export function withHandle(
  placeholder: string,
  { tail }: PlaceholderForm,
  handle: string,
  { folder }: Handles,
): string {
  const mark = folder === undefined ? HANDLE_OPENING + handle : FILE_OPENING + folder + handle + FILE_END;
  return placeholder.slice(0, placeholder.length - tail.length) + mark + tail;
}

/** What a clip of a text says about where the whole text is. */
export function handleInClip(text: string, handles: Handles): string {
  const handle = valueHandle(JSON.stringify(text), handles);
  return handles.folder === undefined ? CLIP_HANDLE + handle : handles.folder + handle + FILE_END;
}

const DIGITS = /[0-9a-f]{32}/y;
const FILE = /[^\n]*?[/\\][0-9a-f]{32}\.txt/y;

/** Where the handle that begins at `from` ends, or the file; `from` if none begins there. */
export function endOfHandle(text: string, from: number): number {
  if (text.startsWith(FILE_OPENING, from)) {
    FILE.lastIndex = from + FILE_OPENING.length;
    return FILE.test(text) ? FILE.lastIndex : from;
  }
  if (!text.startsWith(HANDLE_OPENING, from)) return from;
  DIGITS.lastIndex = from + HANDLE_OPENING.length;
  return DIGITS.test(text) ? from + HANDLE_OPENING.length + HANDLE_CHARS : from;
}

/** A text without the handle or file at its end, if it has one there. */
export function withoutHandle(text: string): string {
  const starts = [HANDLE_OPENING, FILE_OPENING].map((opening) => text.indexOf(opening)).filter((start) => start >= 0);
  return starts.length === 0 ? text : text.slice(0, Math.min(...starts));
}

/** The handle of the value that a placeholder of a result replaces, as it came; undefined if there are several values. */
export function handleOfResult({ content, came = content }: ToolResult, key: HandleKey): string | undefined {
  if (came.kind === "text") return valueHandle(JSON.stringify(came.text), key);
  if (came.kind === "object" && came.texts.length > 0) return valueHandle(JSON.stringify(came.value), key);
  const [text, another] = came.kind === "parts" ? came.texts : [];
  return text === undefined || another !== undefined ? undefined : valueHandle(JSON.stringify(text), key);
}
