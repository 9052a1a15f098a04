// One entry of a session, in memory, on disk and in an export; checked where it comes in, trusted from there on.
import { messageOf, TamisError } from "../base/errors.js";
import type { Wire } from "../contract/report.js";
import { isWireName, WIRE_NAMES } from "../contract/wires.js";
import { isTooDeep, MAX_NESTING } from "../text/json-value.js";

/** The author of a turn. */
export type TurnRole = "system" | "user" | "assistant" | "tool";

/** A tool call of an assistant turn. */
export interface TurnCall {
  /** Id by which a tool turn answers the call. */
  id: string;
  /** The tool's name. */
  name: string;
  /** JSON text, exactly as the model wrote it. */
  arguments: string;
}

/** A turn's original form in a provider's request, kept where text and calls alone would lose some of it. */
export interface TurnOriginal {
  /** The wire that `value` belongs to. */
  wire: Wire;
  /** Its content, parts or items in that wire. Sent unchanged to the same wire. */
  value: unknown;
}

/** A turn as a caller gives it. */
export interface TurnInput {
  /** Who speaks. */
  role: TurnRole;
  /** Text. @default "" */
  content?: string | undefined;
  /** ISO 8601. @default now */
  timestamp?: string | undefined;
  /** Calls of an assistant turn. */
  toolCalls?: readonly TurnCall[] | undefined;
  /** The call that a tool turn answers. The call must come before it. */
  toolCallId?: string | undefined;
  /** Whether the tool of a tool turn failed. */
  isError?: boolean | undefined;
  /** The caller's own data: stored and exported, never sent. Plain JSON. */
  metadata?: Readonly<Record<string, unknown>> | undefined;
  /** What the turn was in a provider's request. */
  original?: TurnOriginal | undefined;
  /** The session and agent that the turn came from, if not this session's own. */
  sessionId?: string | undefined;
  /** The agent that it came from, where that is another one. */
  agent?: string | undefined;
  /** In a trim's marker: how many session turns were dropped. Set by the session. */
  trimmedTurns?: number | undefined;
}

/** A turn of a session. It never changes once it is in. */
export interface Turn extends TurnInput {
  readonly content: string;
  readonly timestamp: string;
}

/** Whether it counts as a turn for `keepFirst` and `keepLast`: it is a user's or an assistant's. */
export const isSessionTurn = ({ role }: Turn): boolean => role === "user" || role === "assistant";

/** Whether it is a trim's marker. */
export const isMarker = ({ trimmedTurns }: Turn): boolean => trimmedTurns !== undefined;

/** All text of a turn that a model reads. */
export function textOfTurn({ content, toolCalls }: Turn): string {
  if (toolCalls === undefined) return content;
  return content + toolCalls.map((call) => call.name + call.arguments).join("");
}

const ROLES: readonly string[] = ["system", "user", "assistant", "tool"] satisfies TurnRole[];
const KEYS = new Set([
  ...["role", "content", "timestamp", "toolCalls", "toolCallId", "isError", "metadata", "original", "sessionId"],
  ...["agent", "trimmedTurns"],
]);

/** A `TamisError` `SESSION_INVALID` about one place. */
export function invalidTurn(path: string, message: string): TamisError {
  return new TamisError("SESSION_INVALID", `${path}: ${message}`, { issues: [{ path, message }] });
}

/**
 * Copies a turn and fills in defaults. The caller may go on changing its own object.
 *
 * @param path Names the turn in errors.
 * @throws TamisError `SESSION_INVALID`.
 */
export function toTurn(input: TurnInput, path = "turn"): Turn {
  if (typeof input !== "object" || input === null) throw invalidTurn(path, "expected an object with role and content");
  const unknown = Object.keys(input).find((key) => !KEYS.has(key));
  if (unknown !== undefined) throw invalidTurn(`${path}.${unknown}`, "unknown key; put data of your own in metadata");
  const { role, content = "", timestamp = new Date().toISOString() } = input;
  if (!ROLES.includes(role)) {
    throw invalidTurn(`${path}.role`, `unknown role ${show(role)}; expected ${ROLES.join(", ")}`);
  }
  if (typeof content !== "string") throw invalidTurn(`${path}.content`, `expected text, got ${show(content)}`);
  if (typeof timestamp !== "string" || Number.isNaN(Date.parse(timestamp))) {
    throw invalidTurn(`${path}.timestamp`, `expected a time in ISO 8601, got ${show(timestamp)}`);
  }
  const { sessionId, agent, trimmedTurns } = input;
  const turn: Record<string, unknown> = { role, content, timestamp };
  const put = (key: string, value: unknown) => {
    if (value !== undefined) turn[key] = value;
  };
  put("toolCalls", toCalls(input, path));
  put("toolCallId", toCallId(input, path));
  put("isError", optional(input.isError, "boolean", `${path}.isError`) === true ? true : undefined);
  put("metadata", toPlainJson(input.metadata, `${path}.metadata`));
  put("original", toOriginal(input.original, `${path}.original`));
  put("sessionId", optional(sessionId, "string", `${path}.sessionId`));
  put("agent", optional(agent, "string", `${path}.agent`));
  if (trimmedTurns !== undefined && !(Number.isSafeInteger(trimmedTurns) && trimmedTurns > 0)) {
    throw invalidTurn(`${path}.trimmedTurns`, "expected a whole number of 1 or more");
  }
  put("trimmedTurns", trimmedTurns);
  return turn as unknown as Turn;
}

function toCalls({ role, toolCalls }: TurnInput, path: string): TurnCall[] | undefined {
  if (toolCalls === undefined || (Array.isArray(toolCalls) && toolCalls.length === 0)) return undefined;
  if (role !== "assistant") throw invalidTurn(`${path}.toolCalls`, `only an assistant turn calls tools, not ${role}`);
  if (!Array.isArray(toolCalls)) throw invalidTurn(`${path}.toolCalls`, "expected a list of { id, name, arguments }");
  const ids = new Set<string>();
  return toolCalls.map((call, at) => {
    const { id, name, arguments: args } = call ?? {};
    if (typeof id !== "string" || id === "" || typeof name !== "string" || typeof args !== "string") {
      throw invalidTurn(`${path}.toolCalls[${at}]`, "expected texts in id (not empty), name and arguments");
    }
    if (ids.has(id)) throw invalidTurn(`${path}.toolCalls[${at}].id`, `${show(id)} occurs twice in this turn`);
    ids.add(id);
    return { id, name, arguments: args };
  });
}

function toCallId({ role, toolCallId }: TurnInput, path: string): string | undefined {
  if (role !== "tool" && toolCallId === undefined) return undefined;
  if (role !== "tool") throw invalidTurn(`${path}.toolCallId`, `only a tool turn answers a call, not ${role}`);
  if (typeof toolCallId === "string" && toolCallId !== "") return toolCallId;
  throw invalidTurn(`${path}.toolCallId`, "a tool turn must say which call it answers");
}

function toOriginal(original: unknown, path: string): TurnOriginal | undefined {
  if (original === undefined) return undefined;
  const { wire, value } = (toPlainJson(original, path) ?? {}) as Partial<TurnOriginal>;
  if (isWireName(wire) && value !== undefined) return { wire, value };
  throw invalidTurn(path, `expected { wire, value } with one of ${WIRE_NAMES.join(", ")}`);
}

/** Copies what JSON keeps of an object, so that memory, disk and export agree. */
function toPlainJson(value: unknown, path: string): Record<string, unknown> | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw invalidTurn(path, `expected an object, got ${show(value)}`);
  }
  let copy: Record<string, unknown>;
  try {
    copy = JSON.parse(JSON.stringify(value)) as Record<string, unknown>;
  } catch (cause) {
    throw invalidTurn(path, `not plain JSON: ${messageOf(cause)}`);
  }
  if (isTooDeep(copy)) throw invalidTurn(path, `nested more than ${MAX_NESTING} levels deep`);
  return copy;
}

function optional<T>(value: T, type: string, path: string): T {
  if (value === undefined || typeof value === type) return value;
  throw invalidTurn(path, `expected a ${type}, got ${show(value)}`);
}

function show(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.slice(0, 60));
  return value === null ? "null" : Array.isArray(value) ? "a list" : typeof value;
}
