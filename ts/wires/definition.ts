// A wire is one thing: what Tamis knows of a provider's JSON is one definition. Rooms above that read messages for a
// purpose of their own (tokens, rules, sessions, the pipeline) have one reader a wire in a `WireTable`.

import type { Wire } from "../contract/wires.js";
import type { JsonRecord } from "../text/json-value.js";
import type { Transcript } from "./transcript.js";

/** Keys and indexes that lead from one JSON value to another inside it. */
export type Path = readonly (string | number)[];

/** Who speaks in a message; `tool` where it has results alone. */
export type MessageRole = "assistant" | "user" | "tool" | "system" | "other";

/** A cache marker on a block of a message, or on a part of a tool result in it. */
export interface Breakpoint {
  /** 0-based, in the request's list of messages. */
  messageIndex: number;
  /** 0-based; 0 where a message is one result. */
  blockIndex: number;
  /** 0-based part of the tool result; undefined for the block itself. */
  partIndex: number | undefined;
  /** Whether it asks to be kept for an hour. */
  hourly: boolean;
  /** Whether the value is null: the member is there, and marks nothing. */
  isNull: boolean;
}

/** The breakpoint that the provider itself sets behind the newest message. */
export interface AutomaticBreakpoint {
  hourly: boolean;
  /** Whether the client asked for it. */
  isAsked: boolean;
}

/** What a request marks for the prompt cache. */
export interface Markers {
  /** Whether the client marks anything at all. */
  any: boolean;
  /** Whether a part of a message is to be kept for an hour. */
  hourly: boolean;
  /** Number of breakpoints in front of the messages: on tools and on the system prompt. */
  inFront: number;
  automatic: AutomaticBreakpoint | undefined;
  /** Breakpoints of messages, by message and block. */
  breakpoints: Breakpoint[];
}

/** Where breakpoints of ours can be: on a result's block, on a text part of it, or nowhere. */
export type AnchorPlace = "block" | "part" | "nowhere";

/** Prices of a token, relative to a fresh one, times 10,000. */
export interface CachePrices {
  read: number;
  write: number;
}

/** How a wire's provider caches prompts, and how a request says so. */
export interface WireCache {
  /** Key of a marker on a block or part; undefined where requests have none. */
  readonly markerKey: string | undefined;
  /** Whether markers choose between a short and a long lifetime. */
  readonly choosesLifetime: boolean;
  breakpointsOf(message: JsonRecord, messageIndex: number): Breakpoint[];
  /** Number of breakpoints on tools and on the system prompt. */
  markedInFront(request: JsonRecord): number;
  automatic(request: JsonRecord): AutomaticBreakpoint | undefined;
  /** Whether the provider caches anything of a request to that model. */
  isCached(model: string, markers: Markers): boolean;
  /** Where a cached request of that model takes breakpoints of ours. */
  anchorPlace(model: string): AnchorPlace;
  prices(model: string, longLived: boolean): CachePrices;
}

/** All that Tamis knows of one wire. */
export interface WireDefinition {
  readonly name: Wire;
  /** Key of the request's list of messages. */
  readonly listKey: string;
  /** Whether the list may be one text instead. */
  readonly takesText: boolean;
  /** Key of a message's list of blocks. */
  readonly blocksKey: "content" | "parts";
  /** Whether results are blocks of messages, and roles alternate; else each result is a message of its own. */
  readonly hasResultBlocks: boolean;
  /** `type` of a text part in a list of results. */
  readonly textType: string;
  /** Whether a result's content is an object; else a text or a list of parts. */
  readonly resultIsObject: boolean;
  /** Names of models that this wire's own vendor serves. */
  readonly models: RegExp;
  /** The vendor's name in OpenTelemetry's GenAI conventions. */
  readonly telemetryProvider: string;
  readonly cache: WireCache;
  read(list: readonly unknown[]): Transcript;
  /** `.length` of all message text and call arguments. */
  measure(list: readonly unknown[]): number;
  /** From a message to the content of its result in the block `blockIndex`. */
  contentPath(blockIndex: number, isSnakeCase: boolean): Path;
  /** Whether the result in that block is spelled in snake case. */
  isSnakeCase(message: unknown, blockIndex: number): boolean;
  /** Whether the list only continues a conversation that the provider keeps. */
  isDelta(request: JsonRecord): boolean;
  /** Whether the request has the provider clear old tool results. */
  clearsOnServer(request: JsonRecord): boolean;
  roleOf(message: JsonRecord): MessageRole;
  /** 0-based index of the first message of each tool turn. */
  turnStarts(list: readonly unknown[], roles: readonly MessageRole[]): number[];
  isResultBlock(block: unknown): boolean;
  /** Whether a message replaces everything before it, by the provider's own hand. */
  isCompaction(message: JsonRecord): boolean;
  /** Whether a message is reasoning and nothing else. */
  isReasoning(message: JsonRecord): boolean;
  textBlock(text: string): object;
  userMessage(texts: readonly string[]): object;
}

const definitions = new Map<string, WireDefinition>();

/** Makes a wire known under its name. */
export function defineWire(definition: WireDefinition): WireDefinition {
  definitions.set(definition.name, definition);
  return definition;
}

/** Whether a name is a wire's. */
export const isWire = (name: unknown): name is Wire => typeof name === "string" && definitions.has(name);

/**
 * The definition of a wire.
 *
 * @throws TypeError for a name that is no wire's: no wire is ever taken for another.
 */
export function wireOfName(name: Wire | undefined): WireDefinition {
  const found = definitions.get(name ?? "");
  if (found === undefined) throw new TypeError(`no wire is named ${JSON.stringify(name)}`);
  return found;
}

/** What one room has for each wire. */
export class WireTable<T> {
  readonly #entries: Map<string, T>;

  constructor(
    readonly room: string,
    entries: Readonly<Record<Wire, T>>,
  ) {
    this.#entries = new Map(Object.entries(entries));
  }

  /** @throws TypeError for a wire that the room knows nothing of. */
  of(wire: Wire): T {
    const found = this.#entries.get(wire);
    if (found === undefined) throw new TypeError(`${this.room}: no reader for the wire ${JSON.stringify(wire)}`);
    return found;
  }

  /** Adds what a room has for a wire that is defined elsewhere. */
  add(wire: Wire, entry: T): void {
    this.#entries.set(wire, entry);
  }
}
