import { messageOf, TamisError } from "../base/errors.js";
import type { Wire } from "../contract/report.js";
import { isRecord, isTooDeep, type JsonRecord, MAX_NESTING } from "../text/json-value.js";
import { CallBook } from "./call-book.js";
import { EXPORT_KEYS, type TurnOwner } from "./export.js";
import { invalidTurn, type Turn, type TurnInput, toTurn } from "./turn.js";
import { fromRequest } from "./wires/index.js";

/** How to import. */
export interface ImportOptions {
  /** Replace the current turns instead of following them. @default false */
  replace?: boolean;
  /** The wire of a request. @default recognised by its shape */
  wire?: Wire;
}

/** The content of an import. */
export interface ParsedImport {
  /** The turns, in order. */
  turns: Turn[];
  /** An export of a session, or a request in this wire. */
  source: "export" | Wire;
  /** Keys of a request that are not part of the conversation and were left out. */
  ignored: string[];
}

/**
 * Reads and checks a whole export or request.
 *
 * @param before The turns that it will follow. They may have the calls that its results answer.
 * @throws TamisError `SESSION_INVALID`
 */
export function parseImport(
  json: string | Uint8Array,
  owner: TurnOwner,
  before: readonly Turn[],
  wire?: Wire,
): ParsedImport {
  const { inputs, name, ...about } = readTurns(parseJson(json), wire);
  const calls = new CallBook(before);
  const turns = inputs.map((input, at) => {
    const turn = toTurn(ownedBy(input, owner), `${name}[${at}]`);
    calls.check(turn, `${name}[${at}]`);
    calls.add(turn);
    return turn;
  });
  return { turns, ...about };
}

function parseJson(json: string | Uint8Array): unknown {
  const value = parseText(json);
  if (!isTooDeep(value)) return value;
  throw new TamisError("SESSION_INVALID", `lists and objects are nested more than ${MAX_NESTING} levels deep`);
}

function parseText(json: string | Uint8Array): unknown {
  try {
    const text = typeof json === "string" ? json : new TextDecoder("utf-8", { fatal: true }).decode(json);
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (cause) {
    const message = messageOf(cause);
    throw new TamisError("SESSION_INVALID", `not JSON in UTF-8, or cut off: ${message}`, { cause });
  }
}

type Read = { inputs: TurnInput[]; name: string; source: ParsedImport["source"]; ignored: string[] };

function readTurns(value: unknown, wire: Wire | undefined): Read {
  // A bare list has turn objects or a wire's messages.
  const isExport = Array.isArray(value) && value.every((turn) => isRecord(turn) && "session_id" in turn);
  if (isExport) {
    return { inputs: value.map((turn, at) => fromExported(turn, `[${at}]`)), name: "", source: "export", ignored: [] };
  }
  const request = Array.isArray(value) ? { messages: value as unknown[] } : value;
  const read = isRecord(request) ? fromRequest(request, wire) : undefined;
  if (read !== undefined) return { inputs: read.turns, name: "turns", source: read.wire, ignored: read.ignored };
  const expected = "an export (a JSON array of turn objects) or a request in one of the four wires";
  throw new TamisError("SESSION_INVALID", `expected ${expected}`);
}

function fromExported(turn: JsonRecord, path: string): TurnInput {
  const input: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(turn)) {
    if (!Object.hasOwn(EXPORT_KEYS, key))
      throw invalidTurn(`${path}.${key}`, `unknown key; known are ${Object.keys(EXPORT_KEYS).join(", ")}`);
    input[EXPORT_KEYS[key as keyof typeof EXPORT_KEYS]] = value;
  }
  return input as unknown as TurnInput;
}

/** Leaves out session and agent where they are the importing session's own. */
function ownedBy({ sessionId, agent, ...input }: TurnInput, owner: TurnOwner): TurnInput {
  return {
    ...input,
    ...(sessionId === undefined || sessionId === owner.sessionId ? {} : { sessionId }),
    ...(agent === undefined || agent === owner.agent ? {} : { agent }),
  };
}
