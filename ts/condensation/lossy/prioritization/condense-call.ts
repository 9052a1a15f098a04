// The short form of a call's arguments: the same keys, and of long texts the head, a note and the tail.

import { loadTextBackend } from "../../../load/text-backend.js";
import { headOf, tailOf } from "../../../text/clip.js";
import { isRecord, parseJson } from "../../../text/json-value.js";
import { findRoundTripLoss } from "../../../wires/round-trip.js";
import type { Slot } from "../classification/block.js";
import { CONDENSED } from "./marks.js";

/** Shorter texts among the arguments stay: paths, names, options. */
const MIN_CHARS = 160;
/** Chars of the note without its words. */
const NOTE_CHARS = 40;
const MAX_WORDS = 80;
const HEAD_SHARE = 0.6;

/**
 * The short form of arguments; undefined if it would not be shorter, or could not be written without loss. Arguments that
 * are no JSON are cut at ends of lines. Linear.
 *
 * @param share Share of the chars that are kept.
 */
export function condenseArguments({ form, text }: Pick<Slot, "form" | "text">, share: number): string | undefined {
  if (form === "text") return condensePlain(text, share);
  if (form === "json" && findRoundTripLoss(text) !== undefined) return undefined;
  const value = parseJson(text);
  const long = longChars(value);
  if (!isRecord(value) || long === 0) return undefined;
  const room = Math.max(0, text.length * share - (text.length - long));
  const condensed = JSON.stringify(shorten(value, Math.min(1, room / long)));
  return condensed.length < text.length ? condensed : undefined;
}

function longChars(value: unknown): number {
  if (typeof value === "string") return value.length < MIN_CHARS ? 0 : value.length;
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce((sum: number, child: unknown) => sum + longChars(child), 0);
}

function shorten(value: unknown, share: number): unknown {
  if (typeof value === "string") return value.length < MIN_CHARS ? value : shortenText(value, share);
  if (Array.isArray(value)) return value.map((child) => shorten(child, share));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, shorten(child, share)]));
}

function shortenText(text: string, share: number): string {
  const room = Math.max(0, Math.floor(text.length * share) - NOTE_CHARS);
  const forWords = Math.floor(room / 3);
  const edges = cut(text, room - forWords);
  const mentions = loadTextBackend().digest(edges.middle, new Set<string>(), {
    maxWords: MAX_WORDS,
    maxChars: forWords,
  });
  const { head, middle, tail } = cut(text, room - mentions.length);
  const note = `${CONDENSED}${middle.length} chars left out${mentions === "" ? "" : `; mentions: ${mentions}`}]`;
  const short = `${head}${note}${tail}`;
  return short.length < text.length ? short : text;
}

function cut(text: string, room: number): { head: string; middle: string; tail: string } {
  const head = headOf(text, Math.floor(room * HEAD_SHARE));
  const tail = tailOf(text, Math.floor(room * (1 - HEAD_SHARE)));
  return { head, middle: text.slice(head.length, text.length - tail.length), tail };
}

/** Lines that name the files of a patch, and tags of calls that are written as XML. */
const STRUCTURE = /^(?:\*\*\* |@@|diff |--- |\+\+\+ |<\/?[a-z_]+>)/;

function condensePlain(text: string, share: number): string | undefined {
  if (text.length < MIN_CHARS) return undefined;
  let room = text.length * share;
  const lines = text.split("\n");
  const kept = lines.map((line) => STRUCTURE.test(line));
  for (const [at, line] of lines.entries()) if (kept[at]) room -= line.length + 1;
  for (const [at, line] of lines.entries()) {
    if (kept[at] || room < line.length + NOTE_CHARS) continue;
    kept[at] = true;
    room -= line.length + 1;
  }
  const out: string[] = [];
  let left = 0;
  const close = () => {
    if (left > 0) out.push(`${CONDENSED}${left} chars left out]`);
    left = 0;
  };
  for (const [at, line] of lines.entries()) {
    if (kept[at]) {
      close();
      out.push(line);
    } else left += line.length + 1;
  }
  close();
  const condensed = out.join("\n");
  return condensed.length < text.length ? condensed : undefined;
}
