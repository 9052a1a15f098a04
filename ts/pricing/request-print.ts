// The parts of a request that decide whether the provider's cache has its beginning, as hashes: two prints tell where two
// requests part, and no text is kept.
import { createHash } from "node:crypto";
import { runNow, type Steps } from "../base/steps.js";
import type { Wire } from "../contract/report.js";
import { isRecord, isTooDeep, type JsonRecord, parseJson } from "../text/json-value.js";
import { WIRES } from "../wires/index.js";
import { readMarkers } from "../wires/markers.js";
import { retentionOf } from "../wires/openai-cache.js";

/** A request by its hashes. No text of it can be read from them. */
export interface RequestPrint {
  /** When it was sent, in milliseconds since 1970. */
  at: number;
  /** The request's wire. */
  wire: Wire;
  /** The model that was asked; undefined where it is not known. */
  model: string | undefined;
  /** The endpoint's host; undefined where it is not known. */
  host: string | undefined;
  /** Hash of the list of tools. */
  tools: string;
  /** Hash of the system prompt. */
  system: string;
  /** Hash of what else providers take into account: the choice of tools, thinking, the form of the answer. */
  parameters: string;
  /** Hash of each message, without cache markers: these may move. */
  messages: readonly string[];
  /** Whether the client marks anything for the cache. */
  isMarked: boolean;
  /** Whether it wants entries kept for an hour. */
  isHourly: boolean;
  /** Its `prompt_cache_retention`; absent where it has none. */
  retention?: string;
}

/** What a body does not say of itself. */
export interface PrintOptions {
  /** The request's wire. */
  wire: Wire;
  /** When it was sent, in milliseconds since 1970. */
  at: number;
  /** The model, where it is not in the body. @default the body's `model` */
  model?: string | undefined;
  /** The endpoint's host. @default unknown */
  host?: string | undefined;
}

/** Keys of the system prompt outside the messages, in all wires. */
export const SYSTEMS = ["system", "systemInstruction", "system_instruction", "instructions"];
/** Keys of what providers take into account besides: the choice of tools, thinking, the form of the answer. */
export const PARAMETERS = [
  "tool_choice",
  "toolConfig",
  "tool_config",
  "thinking",
  "reasoning",
  "response_format",
  "text",
];

/**
 * The print of a request: of its bytes in UTF-8, or of the object. Undefined for what is no JSON, has no list of messages or
 * more than 1,000 levels, or only continues a conversation that the provider keeps. Linear.
 */
export const printRequest = (request: Uint8Array | object, options: PrintOptions): RequestPrint | undefined =>
  runNow(printSteps(request instanceof Uint8Array ? parsed(request) : request, options));

/** The same of a parsed body, in steps. */
export function* printSteps(body: unknown, options: PrintOptions): Steps<RequestPrint | undefined> {
  if (!isRecord(body)) return undefined;
  const { wire, at, host } = options;
  const definition = WIRES.of(wire);
  const list = body[definition.listKey];
  if (!Array.isArray(list) || definition.isDelta(body) || isTooDeep(body)) return undefined;
  const { markerKey } = definition.cache;
  const write = (value: unknown): string => writeWithout(markerKey, value);
  const markers = readMarkers(definition, body);
  yield;
  const messages: string[] = [];
  for (const message of list) {
    messages.push(hash(write(message)));
    yield;
  }
  const retention = retentionOf(body);
  const own = typeof body.model === "string" ? body.model : undefined;
  return {
    ...{ at, wire, model: options.model ?? own, host },
    tools: hash(write(body.tools)),
    system: hash(write(pick(body, SYSTEMS))),
    parameters: hash(write(pick(body, PARAMETERS))),
    messages,
    isMarked: markers.any || markers.controls,
    isHourly: markers.hourly,
    ...(retention === undefined ? {} : { retention }),
  };
}

function pick(body: JsonRecord, keys: readonly string[]): unknown[] {
  return keys.map((key) => body[key]);
}

function parsed(bytes: Uint8Array): unknown {
  return parseJson(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8"));
}

/** A value as JSON, without markers for the cache: these may move. */
export const writeWithout = (markerKey: string | undefined, value: unknown): string =>
  JSON.stringify(value ?? null, (key, one: unknown) => (key === markerKey ? undefined : one)) ?? "null";

/** The hash of a text, in 22 chars. */
export const hash = (text: string): string => createHash("sha256").update(text).digest("base64").slice(0, 22);
