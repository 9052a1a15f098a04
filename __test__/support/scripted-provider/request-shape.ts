// What a request of a client looks like, apart from what is in it: two versions of a client, or the same on two Nodes, are compared by it.
import { isObject, type Json, listOf } from "./wires.js";

/** The shape of a client's first request that offers tools. */
export interface RequestShape {
  model: string;
  /** Chars of each tool's definition. */
  tools: Record<string, number>;
  /** Chars of each block of the system prompt. */
  system: number[];
  /** Chars of all that stands in the messages before the model's first turn. */
  messages: number;
  /** Where cache markers stand, with their lifetime. */
  markers: Record<string, true>;
  betas: Record<string, true>;
  /** Members of the body, with the values of those that are short. */
  members: Record<string, unknown>;
}

const MOST_CHARS = 200;
/** They differ in every session, or are told apart above. */
const LEFT_OUT =
  /^(messages|input|contents|tools|system|instructions|systemInstruction|metadata|prompt_cache_key|client_metadata|model)$/;

export function shapeOf(betas: string | undefined, body: Json): RequestShape {
  const system = body.system ?? body.instructions ?? (isObject(body.systemInstruction) && body.systemInstruction.parts);
  const blocks = Array.isArray(system) ? system : system ? [system] : [];
  return {
    model: String(body.model ?? ""),
    tools: Object.fromEntries(definitionsIn(body.tools).map((tool) => [String(tool.name ?? tool.type), charsOf(tool)])),
    system: blocks.map(charsOf),
    messages: charsOf(body.messages ?? body.input ?? body.contents ?? []),
    markers: setOf(markersIn(body)),
    betas: setOf(
      (betas ?? "")
        .split(",")
        .map((beta) => beta.trim())
        .filter(Boolean),
    ),
    members: Object.fromEntries(Object.entries(body).flatMap(([name, value]) => memberOf(name, value))),
  };
}

const setOf = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, true as const]));

/** Tools as they are sent; some stand in a list of their own. */
const definitionsIn = (tools: unknown): Json[] =>
  listOf(tools).flatMap((tool) => {
    const inner = tool.functionDeclarations ?? tool.tools;
    return inner === undefined ? [isObject(tool.function) ? tool.function : tool] : listOf(inner);
  });

const charsOf = (value: unknown): number => JSON.stringify(value).length;

function memberOf(name: string, value: unknown): [string, unknown][] {
  if (LEFT_OUT.test(name)) return [];
  return [[name, charsOf(value) > MOST_CHARS ? Object.keys(isObject(value) ? value : {}) : value]];
}

function markersIn(value: unknown, path = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((item, at) => markersIn(item, `${path}[${at}]`));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    if (name !== "cache_control") return markersIn(inner, path === "" ? name : `${path}.${name}`);
    return [isObject(inner) && inner.ttl !== undefined ? `${path}: ${inner.ttl}` : path];
  });
}
