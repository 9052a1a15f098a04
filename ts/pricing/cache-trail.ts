// Where captured requests stop beginning with the one before, block by block, and what that costs. Nothing is sent and no bill is
// needed: tokens are estimated.
import { TamisError } from "../base/errors.js";
import type { Wire } from "../contract/report.js";
import { factsOf } from "../models/facts.js";
import { isRecord, type JsonRecord } from "../text/json-value.js";
import { estimateRequest } from "../tokens/index.js";
import type { BlockTokens, RequestTokens } from "../tokens/request/types.js";
import type { WireDefinition } from "../wires/define-wire.js";
import { WIRES } from "../wires/index.js";
import { type CacheDiagnosis, cacheText, diagnoseCache, type PrintedRequest } from "./diagnose-cache.js";
import { priceTokens } from "./prices.js";
import { hash, PARAMETERS, printRequest, type RequestPrint, SYSTEMS, writeWithout } from "./request-print.js";

/** A captured request beside the one before it in its conversation. Tokens are estimated. */
export interface TrailedRequest extends Omit<CacheDiagnosis, "messageIndex"> {
  /** The conversation, from 0: requests that have a message in common, at the same place, are of one. */
  conversation: number;
  /** Its wire. */
  wire: Wire;
  /** The model that was asked; undefined where the body does not say. */
  model: string | undefined;
  /** Tokens of its input. */
  inputTokens: number;
  /** Of these, tokens of the longest beginning that an earlier request had, too, and that the provider caches. */
  cachedTokens: number;
  /** The first part that is not as it was sent before, such as `tools[1]` or `messages[4].content[0]`; absent without a miss. */
  path?: string;
  /** What that part was, for people; absent where the path says it. */
  what?: string;
  /** US dollars that the lost tokens cost more than reading them from the cache; absent without a miss or a known price. */
  dollars?: number;
}

/** A part of a request, in the order in which the provider's cache goes: tools, system prompt, messages. */
interface Part {
  path: string;
  what: string | undefined;
  hash: string;
  tokens: number;
  isFront: boolean;
}

interface Conversation {
  id: number;
  request: PrintedRequest;
  parts: readonly Part[];
  parameters: Readonly<Record<string, string>>;
}

/** Conversations whose last request is remembered. */
const MOST_CONVERSATIONS = 200;

/** Captured requests, given in the order of sending. Remembers hashes, no text. */
export class CacheTrail {
  #conversations: Conversation[] = [];
  #count = 0;
  /** The beginnings of all requests that the provider caches. */
  readonly #sent = new Set<string>();

  /**
   * Looks at the next request: a parsed body. Expiry is not seen, because bodies have no times. Linear in its size, times the number
   * of conversations in the number of its messages.
   *
   * @throws TamisError `OPTION_INVALID` for what is no request, or continues a conversation that the provider keeps
   */
  add(body: object): TrailedRequest {
    const tokens = estimateRequest(body);
    const { wire, model, totalTokens: inputTokens } = tokens;
    const print = printRequest(body, { wire, at: 0 });
    if (print === undefined || !isRecord(body))
      throw new TamisError("OPTION_INVALID", "request: it only continues a conversation that the provider keeps");
    const parts = partsOf(WIRES.of(wire), body, tokens);
    const parameters = Object.fromEntries(PARAMETERS.map((key) => [key, hash(writeWithout(undefined, body[key]))]));
    const before = this.#before(print.messages);
    const id = before?.id ?? this.#count++;
    const difference = before === undefined ? -1 : firstDifference(before, parts);
    const beginnings = beginningsOf(print, parts);
    const end = beginnings.findIndex((name) => !this.#sent.has(name));
    const found = end < 0 ? parts.length : end;
    // Beside its parts a request has tokens of its own, which the next one reads, too.
    const isWhole = before !== undefined && difference < 0 && found >= before.parts.length;
    const cachedTokens = isWhole
      ? before.request.inputTokens
      : parts.slice(0, found).reduce((sum, { tokens: count }) => sum + count, 0);
    const request = { print, inputTokens, cachedTokens };
    if (!isNeverCached(request)) for (const name of beginnings) this.#sent.add(name);
    this.#conversations = [
      { id, request, parts, parameters },
      ...this.#conversations.filter((one) => one.id !== id),
    ].slice(0, MOST_CONVERSATIONS);
    // Of the diagnosis no place is taken: for a print a text and a list of that text are different.
    const { cause, lostTokens } = diagnoseCache(request, before?.request);
    const diagnosis = { cause, message: cacheText(cause), lostTokens };
    const place = before === undefined ? {} : placeOf(diagnosis, before, { parameters, difference });
    const isMiss = cause !== "first" && cause !== "hit";
    const cost = isMiss ? lossOf(model, lostTokens, print.isHourly) : undefined;
    const dollars = cost === undefined ? {} : { dollars: cost };
    return { ...diagnosis, conversation: id, wire, model, inputTokens, cachedTokens, ...place, ...dollars };
  }

  /** The conversation with the most messages in common; of several the newest. */
  #before(messages: readonly string[]): Conversation | undefined {
    let best: { common: number; one: Conversation | undefined } = { common: 0, one: undefined };
    for (const one of this.#conversations) {
      const common = one.request.print.messages.filter((message, index) => messages[index] === message).length;
      if (common > best.common) best = { common, one };
    }
    return best.one;
  }
}

/** Whether the provider keeps nothing of a request. */
function isNeverCached({ print, inputTokens }: PrintedRequest): boolean {
  const { cache } = factsOf({ model: print.model, wire: print.wire }).row;
  return (cache.marker === "needed" && !print.isMarked) || inputTokens < cache.minimumTokens;
}

/**
 * A name for each beginning of a request: two requests have one in common where the provider's cache does. Anthropic keeps tools and
 * system prompt where only the parameters change.
 */
function beginningsOf({ model = "", wire, parameters }: RequestPrint, parts: readonly Part[]): string[] {
  let name = model;
  const { byClient } = WIRES.of(wire).cache;
  let isFront = true;
  return parts.map((part) => {
    if (isFront && !part.isFront && byClient) name = hash(`${name} ${parameters}`);
    isFront = part.isFront;
    name = hash(`${name} ${part.hash}`);
    return name;
  });
}

/** The index of the first part of the request before that is not the same; -1 where all are. */
const firstDifference = (before: Conversation, parts: readonly Part[]): number =>
  before.parts.findIndex(({ hash: one }, index) => parts[index]?.hash !== one);

function placeOf(
  { cause }: CacheDiagnosis,
  before: Conversation,
  { parameters, difference }: Pick<Conversation, "parameters"> & { difference: number },
): Pick<TrailedRequest, "path" | "what"> {
  if (cause === "first" || cause === "hit") return {};
  if (cause === "model") return { path: "model" };
  if (cause === "parameters")
    return { path: PARAMETERS.filter((key) => parameters[key] !== before.parameters[key]).join(", ") };
  const { path, what } = before.parts[difference] ?? {};
  return { ...(path === undefined ? {} : { path }), ...(what === undefined ? {} : { what }) };
}

function lossOf(model: string | undefined, tokens: number, isHourly: boolean): number | undefined {
  if (model === undefined) return undefined;
  const [written, read] = [
    { cacheWrite: tokens, ...(isHourly ? { hourWrite: tokens } : {}) },
    { cacheRead: tokens },
  ].map((usage) => priceTokens({ model, usage })?.cost);
  return written === undefined || read === undefined ? undefined : written - read;
}

function partsOf(wire: WireDefinition, body: JsonRecord, tokens: RequestTokens): Part[] {
  const { markerKey } = wire.cache;
  const part = (path: string, value: unknown, count = 0, what?: string, isFront = false): Part => ({
    ...{ path, what, hash: hash(writeWithout(markerKey, value)), tokens: count, isFront },
  });
  const tools = TOOLS.flatMap((key) =>
    listOf(body[key]).map((tool, index) => {
      const { tokens: count, name } = tokens.tools[index] ?? {};
      return part(`${key}[${index}]`, tool, count, name === undefined ? undefined : `tool ${name}`, true);
    }),
  );
  const system = SYSTEMS.flatMap((key) => {
    const value = body[key];
    if (value === undefined || value === null) return [];
    const blocks = typeof value === "string" ? [wire.blocks.ofText(value)] : Array.isArray(value) ? value : undefined;
    if (blocks === undefined) return [part(key, value, tokens.systemTokens, "system prompt", true)];
    return blocks.map((block, index) =>
      part(`${key}[${index}]`, block, tokens.system[index]?.tokens, "system prompt", true),
    );
  });
  const messages = listOf(body[wire.listKey]).flatMap((message, index) => {
    const path = `${wire.listKey}[${index}]`;
    const { tokens: count = 0, blocks: counts = [] } = tokens.messages[index] ?? {};
    const content = isRecord(message) ? message[wire.blocks.key] : undefined;
    const blocks = typeof content === "string" ? [wire.blocks.ofText(content)] : content;
    if (!isRecord(message) || !Array.isArray(blocks)) return [part(path, message, count, wordsOf(counts[0]))];
    const own = blocks.map((block, at) => {
      const found = counts.find(({ blockIndex }) => blockIndex === at);
      const place = typeof content === "string" ? path : `${path}.${wire.blocks.key}[${at}]`;
      return part(place, block, found?.tokens, wordsOf(found));
    });
    const { [wire.blocks.key]: _, ...frame } = message;
    const rest = count - own.reduce((sum, one) => sum + one.tokens, 0);
    return [part(path, frame, rest, `message of the role ${String(message.role)}`), ...own];
  });
  return [...tools, ...system, ...messages];
}

const TOOLS = ["tools", "functions"];

function wordsOf(block: BlockTokens | undefined): string | undefined {
  if (block === undefined) return undefined;
  const { kind, toolName, role } = block;
  const name = kind.replace("-", " ");
  return toolName === undefined ? `${name} of the role ${role}` : `${name} of ${toolName}`;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
