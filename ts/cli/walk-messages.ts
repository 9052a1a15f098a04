// Who speaks in a request, and which tools are called: the same few facts of every wire, for counting.
import type { Wire } from "../report.js";

/** One message of any wire. */
export interface WalkedMessage {
  /** The role as the request has it; the type of an item that has none. */
  role: string;
  /** Names of the tools that it calls; undefined for a call that names none. */
  calls: (string | undefined)[];
}

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const objectsIn = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);
const isId = (value: unknown): boolean => typeof value === "string" && value !== "";
const nameIn = (value: unknown): string | undefined =>
  isObject(value) && typeof value.name === "string" ? value.name : undefined;

/** The list of messages of a request; empty where there is none. */
export function conversationOf(request: unknown, wire: Wire | undefined): unknown[] {
  if (!isObject(request)) return [];
  const { messages, contents, input } = request;
  const lists = { anthropic: [messages], "openai-chat": [messages], gemini: [contents], "openai-responses": [input] };
  const candidates: unknown[] = wire === undefined ? [messages, contents, input] : lists[wire];
  return candidates.find((list): list is unknown[] => Array.isArray(list)) ?? [];
}

/** The messages of a request in `wire`, in order; what is no object is left out. */
export function walkMessages(request: unknown, wire: Wire): WalkedMessage[] {
  return objectsIn(conversationOf(request, wire)).map((message) => ({
    role: roleOf(message, wire),
    calls: CALLS[wire](message),
  }));
}

function roleOf({ role, type }: Json, wire: Wire): string {
  if (typeof role === "string") return role;
  if (wire === "gemini") return "user";
  return wire === "openai-responses" && typeof type === "string" ? type : "(none)";
}

const CALLS: Record<Wire, (message: Json) => (string | undefined)[]> = {
  "openai-chat": ({ role, tool_calls }) =>
    (role === "assistant" ? objectsIn(tool_calls) : [])
      .filter(({ id }) => isId(id))
      .map((call) => nameIn(call.function) ?? nameIn(call.custom)),
  "openai-responses": (item) =>
    typeof item.type === "string" && item.type.endsWith("_call") && isId(item.call_id) ? [nameIn(item)] : [],
  anthropic: ({ role, content }) =>
    (role === "assistant" ? objectsIn(content) : [])
      .filter(({ type, id }) => type === "tool_use" && isId(id))
      .map(nameIn),
  gemini: ({ role, parts }) =>
    (role === "model" ? objectsIn(parts) : [])
      .map((part) => part.functionCall ?? part.function_call)
      .filter(isObject)
      .map(nameIn),
};
