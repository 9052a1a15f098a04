// The short form of a tool's result: what it was, what a model may need of it again, and what failed.
//
//   [condensed — run_tests npm test: 210 lines, 8123 chars; mentions: src/a.ts, parseBody; at: src/a.ts:12,40]
//   src/a.ts(12,5): error TS2322: …
//   Exit code: 1

import type { KnownWords } from "../../../contract/text-backend.js";
import { loadTextBackend } from "../../../load/text-backend.js";
import { headOf } from "../../../text/clip.js";
import { isErrorLine, LINE_CHARS } from "../../../text/error-line.js";
import { CONDENSED } from "./marks.js";

export interface ResultExtract {
  /** The call in a few words, on one line. */
  label: string;
  /** Share of the chars that are kept, errors aside. */
  share: number;
  /** The words that the model has from elsewhere. */
  seen: KnownWords;
}

/** The first line of a result in the user's text, by which it is known as one. */
const HEADER = /^(?:\[[a-z_]{2,40}(?: for .*|: .*)?\] Result:|Observation:|OBSERVATION:)/;
const EXIT = /^[[(<]?(?:process )?(?:exit(?:ed)?[ _]?(?:with )?(?:code|status)|return[ _]?code)[ :=>]{0,8}-?[0-9]+/i;
/** A hit of a search: path, line, text. */
const HIT = /^([^\s:]{1,200}):([0-9]{1,7})[:-]/;
/** Chars of a kept line. Longer ones are cut into parts. */
const MAX_LINE_CHARS = 1_000;
const MAX_PIECE_CHARS = 300;
const MIN_PIECE_CHARS = 40;
/** After these signs a long line may be cut. */
const ENDS = ",;}])>";
/** Stands where a part of a line is left out. */
const CUT = "[…]";
/** Fewer chars are not worth a note. */
const MIN_DIGEST_CHARS = 20;
const MAX_WORDS = 600;
/** Of the room, the words' part; the rest is for the first and last lines. */
const DIGEST_SHARE = 0.7;
/** Less room is not worth excerpts. */
const MIN_EDGE_CHARS = 300;
/** Hits of one file that are named. */
const MAX_HITS = 8;

/** The short form; undefined if it would not be shorter in chars and bytes. Linear. */
export function condenseResult(text: string, { label, share, seen }: ResultExtract): string | undefined {
  const [first = "", ...others] = text.split("\n");
  const header = HEADER.test(first) ? `${first}\n` : "";
  const lines = header === "" ? [first, ...others] : others;
  const what = `${label}: ${lines.length} line${lines.length === 1 ? "" : "s"}, ${text.length} chars`;
  let room = Math.floor(text.length * share) - CONDENSED.length - what.length - 1;
  const places = placesIn(lines, room / 2);
  room -= places.length;
  const limits = { maxWords: MAX_WORDS, maxChars: Math.floor(room * DIGEST_SHARE) };
  const words = room < MIN_DIGEST_CHARS ? "" : loadTextBackend().digest(withoutNumbers(lines), seen, limits);
  const note = `${CONDENSED}${what}${words === "" ? "" : `; mentions: ${words}`}${places}]`;
  const condensed = header + [note, ...keptLines(lines, room - words.length)].join("\n");
  const isShorter = condensed.length < text.length && Buffer.byteLength(condensed) < Buffer.byteLength(text);
  return isShorter ? condensed : undefined;
}

/**
 * Errors and exit codes, and as much of the first and the last lines as there is room for. A line that is too long to be kept or
 * left out is cut where its structure allows it.
 */
function keptLines(lines: readonly string[], room: number): string[] {
  const pieces = lines.flatMap(piecesOf);
  const half = room < MIN_EDGE_CHARS ? 0 : Math.floor(room / 2);
  const texts = pieces.map(({ text }) => text);
  const head = fitting(texts, half);
  const tail = pieces.length - fitting(texts.toReversed(), half);
  const kept = pieces.filter((piece, at) => at < head || at >= tail || piece.isKept);
  let out: string[] = [];
  let last: Piece | undefined;
  for (const piece of kept) {
    const isSame = last?.line === piece.line;
    const gap = isSame ? last?.to !== piece.from : piece.from > 0;
    if (!isSame) out = ended(out, last);
    out.push(`${isSame ? out.pop() : ""}${gap ? CUT : ""}${piece.text}`);
    last = piece;
  }
  return ended(out, last);
}

/** Lines, of which the last is not all there. */
const ended = (lines: string[], last: Piece | undefined): string[] =>
  last === undefined || last.isLast ? lines : lines.with(-1, `${lines.at(-1)}${CUT}`);

/** A line, or a part of a long one. */
interface Piece {
  text: string;
  /** 0-based index of its line. */
  line: number;
  /** Its place in the line, in chars. */
  from: number;
  to: number;
  isLast: boolean;
  isKept: boolean;
}

/** The parts of a long line end where something ends in JSON, HTML or code, if that is not too far. Joined they are the line. */
function piecesOf(text: string, line: number): Piece[] {
  if (text.length <= MAX_LINE_CHARS)
    return [{ text, line, from: 0, to: text.length, isLast: true, isKept: isKept(text) }];
  const pieces: Piece[] = [];
  const stays = isKept(text);
  for (let from = 0; from < text.length; ) {
    const part = headOf(text.slice(from, from + MAX_PIECE_CHARS), MAX_PIECE_CHARS - 1);
    const end = Math.max(...[...ENDS].map((sign) => part.lastIndexOf(sign))) + 1;
    const own = from + part.length < text.length && end >= MIN_PIECE_CHARS ? part.slice(0, end) : part;
    const to = from + own.length;
    pieces.push({ text: own, line, from, to, isLast: to === text.length, isKept: stays && to <= MAX_LINE_CHARS });
    from = to;
  }
  return pieces;
}

/** How many of the first lines have at most `room` chars. */
function fitting(lines: readonly string[], room: number): number {
  let left = room;
  const over = lines.findIndex((line) => {
    left -= line.length + 1;
    return left < 0;
  });
  return over < 0 ? lines.length : over;
}

/** The numbers that read tools print in front of lines name nothing. */
const withoutNumbers = (lines: readonly string[]): string =>
  lines.map((line) => line.replace(/^ {0,8}[0-9]{1,7}(?:→|\t| ?\|)/, "")).join("\n");

const isKept = (line: string): boolean => isErrorLine(line.slice(0, LINE_CHARS)) || EXIT.test(line);

/** Paths and numbers of hits, where there are some. */
function placesIn(lines: readonly string[], room: number): string {
  const found = new Map<string, string[]>();
  for (const line of lines) {
    const [, path, number] = HIT.exec(line) ?? [];
    if (path === undefined || number === undefined || !/[./]/.test(path)) continue;
    const numbers = found.get(path) ?? [];
    if (numbers.length < MAX_HITS) numbers.push(number);
    found.set(path, numbers);
  }
  let text = "";
  for (const [path, numbers] of found) {
    const next = `${text === "" ? "; at: " : ", "}${path.replace(/["\\]/g, "")}:${numbers.join(",")}`;
    if (text.length + next.length > room) break;
    text += next;
  }
  return text;
}

/** The one line that is left of a result which a later one replaces. */
export function supersededLine(text: string, label: string, by: string): string {
  const exit = text.split("\n").find((line) => EXIT.test(line));
  const code = exit === undefined ? "" : `; ${headOf(EXIT.exec(exit)?.[0].replace(/["\\[]/g, "") ?? "", 40)}`;
  return `${CONDENSED}${label}: ${text.split("\n").length} lines${code}; replaced by ${by}]`;
}
