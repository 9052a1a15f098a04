// The notes that a wire's reader takes: blocks and their strings. All strings are counted at the end, in one call.

import { TamisError } from "../../base/errors.js";
import type { Wire } from "../../contract/report.js";
import { isRecord, type JsonRecord } from "../../text/json-value.js";
import { isByProgram } from "../../wires/live.js";
import { sealedTokens } from "../../wires/opaque.js";
import type { RequestSource } from "./source.js";
import type { Approximation, BlockKind } from "./types.js";

/** A block before its strings are counted. */
export interface DraftBlock {
  kind: BlockKind;
  blockIndex: number;
  toolName?: string | undefined;
  callId?: string | undefined;
  /** Strings of the request. */
  strings: string[];
  /** Tokens that do not come from strings. */
  fixedTokens: number;
  /** Chars of those strings that are names, not text. */
  nameChars: number;
}

/** A message before its strings are counted. */
export interface DraftMessage {
  role: string;
  blocks: DraftBlock[];
  /** Strings outside any block, such as the role. */
  strings: string[];
  fixedTokens: number;
}

/** A tool's definition before its strings are counted. `texts` are derived from the request, not strings of it. */
export interface DraftTool {
  name: string | undefined;
  texts: string[];
  chars: number;
  fixedTokens: number;
}

/** A call as its result needs it. */
interface NotedCall {
  name: string | undefined;
  /** A program made it and alone gets the result. */
  byProgram: boolean;
}

/** The strings of a JSON value, with one token for each name and two for each number, boolean or null. */
export type JsonStrings = Pick<DraftBlock, "strings" | "fixedTokens" | "nameChars">;

/** Most values in one block. It is far above any real request, and stops at objects that contain themselves. */
const MOST_VALUES = 4_000_000;
const NAME_TOKENS = 1;
const SCALAR_TOKENS = 2;

/** The notes of one request. */
export class Sheet {
  readonly system: DraftBlock[] = [];
  readonly messages: DraftMessage[] = [];
  readonly tools: DraftTool[] = [];
  /** Tokens that the provider adds to a request with tools. */
  toolOverheadTokens = 0;
  /** Tokens of the answer's beginning. */
  overheadTokens = 0;
  /** How often each approximation was made. */
  readonly approximated: Partial<Record<Approximation, number>> = {};
  readonly wire: Wire;
  readonly model: string | undefined;
  readonly source: RequestSource;
  /** Messages, from the first one on, that the model does not read. */
  readonly unread: number;
  /** The calls so far, by call id. */
  readonly #calls = new Map<string, NotedCall>();

  constructor(wire: Wire, model: string | undefined, source: RequestSource, unread: number) {
    this.unread = unread;
    this.wire = wire;
    this.model = model;
    this.source = source;
  }

  /**
   * Reads a list of messages. Each becomes one of the sheet, without tokens if the model does not read it. Reads nothing if
   * the value is no list.
   */
  readEach(messages: unknown, read: (message: unknown) => void): void {
    for (const [at, message] of (Array.isArray(messages) ? messages : []).entries()) {
      if (at >= this.unread) read(message);
      else this.messages.push({ role: this.#roleOf(message), blocks: [], strings: [], fixedTokens: 0 });
    }
  }

  /** A string of the request, for the report; undefined for any other value. */
  text(value: unknown): string | undefined {
    return typeof value === "string" ? this.source.textOf(value) : undefined;
  }

  approximate(what: Approximation): void {
    this.approximated[what] = (this.approximated[what] ?? 0) + 1;
  }

  #roleOf(message: unknown): string {
    const { role, type } = isRecord(message) ? message : {};
    return this.text(role) ?? this.text(type) ?? "(none)";
  }

  /** Notes a call with that id and tool; `call` is the part of the message with its caller. */
  noteCall(id: string | undefined, name: string | undefined, call: JsonRecord): void {
    if (id !== undefined) this.#calls.set(id, { name, byProgram: isByProgram(call) });
  }

  callOf(id: string | undefined): NotedCall | undefined {
    return id === undefined ? undefined : this.#calls.get(id);
  }
}

/** The parts of a content: a list, or one part alone. */
export function partsOf(content: unknown): unknown[] {
  if (Array.isArray(content)) return content;
  return content === undefined || content === null ? [] : [content];
}

/** A part of a result in a form of its own stays what it is, any other is the result. */
export const asResult = (block: DraftBlock): DraftBlock =>
  block.kind === "text" || block.kind === "other" ? { ...block, kind: "tool-result" } : block;

/** A result as its call's tool gave it; without tokens if a program alone reads it. */
export function answerBlock(sheet: Sheet, block: DraftBlock, callId: string | undefined): DraftBlock {
  const { name: toolName, byProgram = false } = sheet.callOf(callId) ?? {};
  return { ...block, callId, toolName, ...(byProgram && { strings: [], fixedTokens: 0, nameChars: 0 }) };
}

export function textBlock(kind: BlockKind, blockIndex: number, ...values: unknown[]): DraftBlock {
  const strings = values.filter((value): value is string => typeof value === "string");
  return { kind, blockIndex, strings, fixedTokens: 0, nameChars: 0 };
}

/** A block of encrypted thinking. */
export function sealedBlock(sheet: Sheet, blockIndex: number, sealed: unknown): DraftBlock {
  const fixedTokens = typeof sealed === "string" ? sealedTokens(sheet.source.charsOf(sealed)) : 0;
  return { ...textBlock("thinking", blockIndex), fixedTokens };
}

/** A call, or a result that names its tool, with what it was given or gave. */
export function toolBlock(
  sheet: Sheet,
  kind: "tool-call" | "tool-result",
  blockIndex: number,
  { id, name, value }: { id: unknown; name: unknown; value: unknown },
): DraftBlock {
  if (kind === "tool-call") sheet.approximate("tool-calls");
  const toolName = sheet.text(name);
  const block = { ...textBlock(kind, blockIndex, name), nameChars: toolName?.length ?? 0 };
  addTo(block, jsonStrings(value));
  return { ...block, toolName, callId: sheet.text(id) };
}

/** The decision rule's measure of a JSON value, without recursion. Punctuation and spelling have no weight. */
export function jsonStrings(value: unknown): JsonStrings {
  const found: JsonStrings = { strings: [], fixedTokens: 0, nameChars: 0 };
  const waiting: unknown[] = [value];
  for (let values = 0; waiting.length > 0; values++) {
    if (values > MOST_VALUES) {
      throw new TamisError("OPTION_INVALID", "request: an object contains itself, or has more than 4,000,000 values");
    }
    take(waiting.pop(), found, waiting);
  }
  return found;
}

function take(value: unknown, found: JsonStrings, waiting: unknown[]): void {
  if (typeof value === "string") found.strings.push(value);
  else if (Array.isArray(value)) for (let at = value.length - 1; at >= 0; at--) waiting.push(value[at]);
  else if (isRecord(value)) takeMembers(value, found, waiting);
  else if (value !== undefined) found.fixedTokens += SCALAR_TOKENS;
}

/** Cache marks have no weight, nor do values that JSON leaves out. */
function takeMembers(record: JsonRecord, found: JsonStrings, waiting: unknown[]): void {
  for (const [name, value] of Object.entries(record)) {
    if (value === undefined || name === "cache_control") continue;
    found.strings.push(name);
    found.fixedTokens += NAME_TOKENS;
    found.nameChars += name.length;
    waiting.push(value);
  }
}

/** A block measured by its strings, whatever they mean. */
export function jsonBlock(kind: BlockKind, blockIndex: number, value: unknown): DraftBlock {
  return { kind, blockIndex, ...jsonStrings(value) };
}

/** Adds `other`'s measure to `block`. */
export function addTo(block: DraftBlock, other: JsonStrings): void {
  for (const text of other.strings) block.strings.push(text);
  block.fixedTokens += other.fixedTokens;
  block.nameChars += other.nameChars;
}
