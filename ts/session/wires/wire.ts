// What each wire's file offers, and what they share.
import { isDeepStrictEqual } from "node:util";
import type { Wire } from "../../contract/report.js";
import { isRecord, type JsonRecord } from "../../text/json-value.js";
import { invalidTurn, type Turn, type TurnCall, type TurnInput } from "../turn.js";

/** A wire's requests and a session's turns, both ways. */
export interface WireRules {
  /** The part of a request that is the conversation. Turns are arranged: each call is followed by its results. */
  toRequest(turns: readonly Turn[]): JsonRecord;
  /** @throws TamisError `SESSION_INVALID` */
  fromRequest(request: JsonRecord): TurnInput[];
  /** Keys of a request that make turns; all others are no part of the conversation. */
  keys: readonly string[];
}

/**
 * The turn, and beside it what it was, where the wire's own form of the turn would differ from that.
 *
 * @param render The form, as this wire renders the turn.
 */
export function withOriginal(turn: TurnInput, wire: Wire, was: unknown, render: (turn: Turn) => unknown): TurnInput {
  const rendered = render({ content: "", timestamp: "", ...turn } as Turn);
  return isDeepStrictEqual(rendered, was) ? turn : { ...turn, original: { wire, value: was } };
}

/** What a turn was in this wire; undefined where it was not, or says no more than the turn. */
export function originalIn(turn: Turn, wire: Wire): unknown {
  return turn.original?.wire === wire ? turn.original.value : undefined;
}

/** Leading system turns, and the rest. */
export function splitSystem(turns: readonly Turn[]): [system: Turn[], rest: Turn[]] {
  const first = turns.findIndex(({ role, trimmedTurns }) => role !== "system" || trimmedTurns !== undefined);
  const at = first < 0 ? turns.length : first;
  return [turns.slice(0, at), turns.slice(at)];
}

/** The text of a content: a string, or a list of parts; what is no text is named in brackets. */
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
  return `[${typeof part.type === "string" ? part.type.slice(0, 60) : "unknown part"}]`;
}

/** The list under a key, whose elements are objects. */
export function recordsIn(value: unknown, path: string): JsonRecord[] {
  if (!Array.isArray(value)) throw invalidTurn(path, "expected a list");
  return value.map((entry, at) => {
    if (isRecord(entry)) return entry;
    throw invalidTurn(`${path}[${at}]`, "expected an object");
  });
}

/** A text that must be there. */
export function textAt(record: JsonRecord, key: string, path: string): string {
  const value = record[key];
  if (typeof value === "string") return value;
  throw invalidTurn(`${path}.${key}`, "expected a text");
}

/** A call's arguments as an object, for wires that want one. */
export function argumentsObject({ arguments: text }: TurnCall): JsonRecord {
  try {
    const value: unknown = JSON.parse(text === "" ? "{}" : text);
    if (isRecord(value)) return value;
  } catch {
    // What the model wrote is no JSON: it is sent as it is.
  }
  return { arguments: text };
}

/** Text that a wire without roles for it takes as the user's. */
export const isUserSide = ({ role }: Turn): boolean => role !== "assistant";
