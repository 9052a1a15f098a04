// What each wire's file provides, and helpers that they share.
import { isDeepStrictEqual } from "node:util";
import type { Wire } from "../../contract/report.js";
import { headOf } from "../../text/clip.js";
import { isRecord, isTooDeep, type JsonRecord } from "../../text/json-value.js";
import { invalidTurn, type Turn, type TurnCall, type TurnInput } from "../turn.js";

/** Converts between a wire's requests and a session's turns. */
export interface WireRules {
  /** Renders the conversation's part of a request. The turns are arranged: each call is followed by its results. */
  toRequest(turns: readonly Turn[]): JsonRecord;
  /** @throws TamisError `SESSION_INVALID` */
  fromRequest(request: JsonRecord): TurnInput[];
  /** Keys of a request that become turns. Other keys are not part of the conversation. */
  keys: readonly string[];
}

/**
 * Adds the original to a turn if the wire's own rendering of the turn would differ from it.
 *
 * @param render Renders the turn in this wire.
 */
export function withOriginal(turn: TurnInput, wire: Wire, was: unknown, render: (turn: Turn) => unknown): TurnInput {
  const rendered = render({ content: "", timestamp: "", ...turn } as Turn);
  return isDeepStrictEqual(rendered, was) ? turn : { ...turn, original: { wire, value: was } };
}

/** A turn's original in this wire. Undefined if the turn came from another wire, or the original adds nothing. */
export function originalIn(turn: Turn, wire: Wire): unknown {
  return turn.original?.wire === wire ? turn.original.value : undefined;
}

/** Splits off the leading system turns. */
export function splitSystem(turns: readonly Turn[]): [system: Turn[], rest: Turn[]] {
  const first = turns.findIndex(({ role, trimmedTurns }) => role !== "system" || trimmedTurns !== undefined);
  const at = first < 0 ? turns.length : first;
  return [turns.slice(0, at), turns.slice(at)];
}

/** The text of a content: a string, or a list of parts. A part without text becomes its name in brackets. */
export function textOfParts(content: unknown, path: string): string {
  if (content === null || content === undefined) return "";
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) throw invalidTurn(path, "expected a text or a list of parts");
  return content.map((part) => textOfPart(part)).join("\n");
}

function textOfPart(part: unknown): string {
  if (typeof part === "string") return part;
  if (!isRecord(part)) return "[unknown part]";
  if (typeof part.text === "string") return part.text;
  return `[${typeof part.type === "string" ? headOf(part.type, 60) : "unknown part"}]`;
}

/** The list of objects under a key. */
export function recordsIn(value: unknown, path: string): JsonRecord[] {
  if (!Array.isArray(value)) throw invalidTurn(path, "expected a list");
  return value.map((entry, at) => {
    if (isRecord(entry)) return entry;
    throw invalidTurn(`${path}[${at}]`, "expected an object");
  });
}

export const unknownRole = (role: unknown, path: string, expected: string) =>
  invalidTurn(`${path}.role`, `unknown role ${JSON.stringify(role) ?? "none"}; expected ${expected}`);

/** Joins the pieces of consecutive turns of one side; a turn without pieces is left out. */
export function bySide(
  turns: readonly Turn[],
  piecesOf: (turn: Turn) => readonly unknown[],
): { isUser: boolean; pieces: unknown[] }[] {
  const groups: { isUser: boolean; pieces: unknown[] }[] = [];
  for (const turn of turns) {
    const isUser = turn.role !== "assistant";
    const pieces = piecesOf(turn);
    const last = groups.at(-1);
    if (pieces.length === 0) continue;
    if (last?.isUser === isUser) last.pieces.push(...pieces);
    else groups.push({ isUser, pieces: [...pieces] });
  }
  return groups;
}

export function textAt(record: JsonRecord, key: string, path: string): string {
  const value = record[key];
  if (typeof value === "string") return value;
  throw invalidTurn(`${path}.${key}`, "expected a text");
}

/** A call's arguments as an object, for wires that need one. */
export function argumentsObject({ arguments: text }: TurnCall): JsonRecord {
  try {
    const value: unknown = JSON.parse(text === "" ? "{}" : text);
    if (isRecord(value) && !isTooDeep(value)) return value;
  } catch {
    // The model wrote invalid JSON: its text is wrapped below, as is one that could not be serialised again.
  }
  return { arguments: text };
}
