import type { Wire } from "../contract/report.js";
import { checkDay, dayAt } from "../models/day.js";
import { isRecord, type JsonRecord } from "../text/json-value.js";
import { checkedBlocks } from "../validate/prefix/bound.js";
import type { WireDefinition } from "../wires/define-wire.js";
import { detectShape } from "../wires/detect.js";
import { WIRES } from "../wires/index.js";
import { readMarkers } from "../wires/markers.js";
import { retentionOf } from "../wires/openai-cache.js";
import { asksForMode } from "../wires/pricing.js";
import { readSteps, type Steps } from "../wires/steps.js";
import type { Transcript } from "../wires/transcript.js";
import { type TextWeight, unitsOf } from "../wires/units.js";
import type { Billed } from "./cache.js";
import type { RuledSession } from "./cache-rule.js";
import { type Learned, learnFrom } from "./learn.js";
import { OfUnits, type UnitKind, UnitTable } from "./unit-table.js";

/** A recorded conversation. Its last request contains all the others. */
export interface Trace {
  /** For example the file's name. */
  name: string;
  /** A request body of any wire, parsed. */
  request: object;
  /** The wire of the request. @default by the request's shape */
  wire?: Wire;
  /** When the request of each step was sent, in milliseconds; without it the cache never times out. */
  times?: readonly number[];
  /** Number of messages in the request of each step, if a log records it. The last is the number of all messages. */
  cuts?: readonly number[];
  /**
   * The bill of the request of each step, if a log has all of them. From these the replay learns the constant prefix,
   * billed tokens for each estimated one, and what the cache had lost; `times` then do not count.
   */
  recorded?: readonly Billed[];
  /** Whether the client asked for Anthropic's 1-hour cache, if its breakpoints are not recorded. */
  longLived?: boolean;
  /** Tokens of messages whose text is not in the log, such as reasoning, by the message. */
  hiddenTokens?: ReadonlyMap<unknown, number>;
  /**
   * How many leading steps another trace bills, as after a rewind: their requests are replayed, so that the cache and
   * the policy know them, and not billed. `lastSentAt` is when such a request was last sent, in milliseconds. `before` has,
   * for each time at which the agent itself cleared results, the messages as they were sent until then.
   */
  inherited?: { steps: number; lastSentAt?: number; before?: readonly (readonly unknown[])[] };
  /** Whether it was sent once, in a batch: it lacks no constant prefix, and nothing of it is cached. @default false */
  isSentOnce?: boolean;
}

export interface SessionOptions {
  /**
   * Tokens of a constant prefix that recordings lack. `"inferred"` means {@link INFERRED_PREFIX_TOKENS} if tools are
   * called but neither tools nor a system prompt are present, else 0. @default "inferred"
   */
  constantPrefixTokens?: number | "inferred";
  /** Read every request as this wire. @default the trace's */
  wire?: Wire;
  /** The model, for its cache and prices. @default the request's own */
  model?: string;
  /**
   * The day whose prices count, such as `2026-11-28`. @default the day of the first request, else that of the release
   */
  asOf?: string;
  /** Counts the tokens of texts. @default the estimate for o200k */
  textWeight?: TextWeight;
}

/** A coding agent's system prompt and tool definitions: 60 to 100 KB of text. */
export const INFERRED_PREFIX_TOKENS = 20_000;

/** The constant prefix in units: the part that other sessions left in the cache, and the rest. */
export type PrefixIds = readonly [cached: number, rest: number];

/** Units of the constant prefix. */
export const PREFIX_UNITS = 2;

/** A conversation cut into steps and units, ready for replay. */
export interface Session extends RuledSession {
  readonly name: string;
  readonly request: JsonRecord;
  readonly list: readonly unknown[];
  readonly steps: Steps;
  /** The cuts that the conversation itself has. A log may tell others, of requests that were broken off. */
  readonly ownCuts: Steps["cuts"];
  readonly transcript: Transcript;
  readonly times: readonly number[] | undefined;
  /** The first step that is billed. */
  readonly firstBilled: number;
  /** For each clearing by the agent itself: how many messages there were, and the units that were cleared, as they were before. */
  readonly before: readonly { readonly messages: number; readonly units: ReadonlyMap<number, number> }[];
  readonly units: UnitTable;
  readonly prefixIds: PrefixIds;
  /** Number of leading units that a client marks as its constant part: the prefix, and leading system messages. */
  readonly constantUnits: number;
  /** Tokens of the constant prefix: everything outside the messages, and the inferred part. */
  readonly prefixTokens: number;
  /** Numbers of all messages' units, in order. */
  readonly ids: readonly number[];
  /** Index in `ids` of each message's first unit; one more element than messages. */
  readonly messageStarts: readonly number[];
  /** What its bills say; undefined without bills. */
  readonly learned: Learned | undefined;
  /** Tokens of the constant prefix that the request itself does not have. */
  readonly hiddenPrefixTokens: number;
  /** Tokens of messages whose text is not in the log, by the message. */
  readonly hiddenTokens: Trace["hiddenTokens"];
  /** Whether its request is one of a batch. */
  readonly isSentOnce: boolean;
  /** Numbers of the units of one message of any request of this session. Remembered by identity. */
  idsOf(message: unknown): readonly number[];
}

/**
 * Reads a trace, or returns why it cannot be replayed.
 *
 * @throws TamisError `OPTION_INVALID` for a day that is none.
 */
export function readSession(trace: Trace, options: SessionOptions = {}): Session | { reason: string } {
  checkDay("options.asOf", options.asOf);
  const { request, times, inherited } = trace;
  const wire = WIRES.find(options.wire ?? trace.wire ?? detectShape(request));
  if (wire === undefined || !isRecord(request)) return { reason: "no request of a supported wire" };
  const list = request[wire.listKey];
  if (!Array.isArray(list)) return { reason: "no list of messages" };
  const own = readSteps(wire, list);
  const steps = trace.cuts === undefined ? own : { ...own, cuts: trace.cuts };
  if (steps.cuts.length === 0) return { reason: "an empty conversation" };
  const units = new UnitTable(options.textWeight);
  const ownTokens = units.tokens[units.idOf(constantPart(request), BLOCK)] ?? 0;
  const textsOf = messageReader(wire, units, trace.hiddenTokens);
  const texts = list.map(textsOf);
  const learned = learnFromBills(trace, steps.cuts, texts, textsOf, units);
  const around = learned === undefined || learned.aroundTokens === 0 ? [] : [units.add(learned.aroundTokens, BLOCK)];
  const idsOf = around.length === 0 ? textsOf : (message: unknown) => [...textsOf(message), ...around];
  const messageIds = around.length === 0 ? texts : list.map(idsOf);
  const before = (inherited?.before ?? []).map((sent) => sent.map(idsOf));
  const messageStarts = [0];
  for (const ids of messageIds) messageStarts.push((messageStarts.at(-1) ?? 0) + ids.length);
  const model = options.model ?? (typeof request.model === "string" ? request.model : undefined);
  // Only thinking that is checked is read again, in what policies make of messages.
  units.keepsSources = checkedBlocks(request, wire.key, model) !== "none";
  const prefixTokens =
    learned === undefined
      ? ownTokens + (trace.isSentOnce === true ? 0 : inferredTokens(request, steps, options))
      : Math.max(ownTokens, learned.prefixTokens);
  const cachedTokens = learned?.cachedTokens ?? 0;
  const prefixIds = [units.add(cachedTokens, BLOCK), units.add(prefixTokens - cachedTokens, BLOCK)] as const;
  units.keep();
  return {
    name: trace.name,
    isSentOnce: trace.isSentOnce === true,
    wire: wire.key,
    model,
    request,
    list,
    steps,
    ownCuts: own.cuts,
    transcript: wire.read(list),
    asOf: options.asOf ?? dayAt(times?.find(Number.isFinite)),
    wish: { isMarked: isMarked(wire, request), retention: retentionOf(request) },
    times: learned === undefined && times?.length === steps.cuts.length ? withLastSent(times, inherited) : undefined,
    firstBilled: inherited?.steps ?? 0,
    before: before.map((sent) => ({ messages: sent.length, units: unlike(sent, messageIds, messageStarts) })),
    units,
    prefixIds,
    // The part that other sessions sent too is the client's fixed beginning; the rest belongs to its messages.
    constantUnits: cachedTokens > 0 ? 1 : PREFIX_UNITS + (messageStarts[leadingSystemMessages(steps)] ?? 0),
    prefixTokens,
    ids: messageIds.flat(),
    messageStarts,
    learned,
    longLived: trace.longLived ?? (wire.cache.byClient ? asksForHour(list) : asksForLong(request)),
    hiddenPrefixTokens: Math.max(0, prefixTokens - ownTokens),
    hiddenTokens: trace.hiddenTokens,
    idsOf,
  };
}

/** What bills teach, where each request has one. `own`: the texts of the messages as they are now. */
function learnFromBills(
  { recorded, inherited }: Trace,
  cuts: readonly number[],
  own: MessageIds,
  textsOf: (message: unknown) => readonly number[],
  units: UnitTable,
): Learned | undefined {
  if (recorded === undefined || recorded.length === 0 || recorded.length !== cuts.length) return undefined;
  const before = (inherited?.before ?? []).map((sent) => sent.map(textsOf));
  return learnFrom(messageTokens(cuts, own, before, units), cuts, recorded);
}

/** The messages before a rewind were sent again until then, and so were kept in the cache. */
function withLastSent(times: readonly number[], inherited: Trace["inherited"]): readonly number[] {
  const { steps = 0, lastSentAt = Number.NaN } = inherited ?? {};
  return times.map((time, step) => (step === steps - 1 && lastSentAt > time ? lastSentAt : time));
}

const BLOCK = { fromModel: false, isBlock: true };

/** Tokens of the messages of each step's request, as they were sent at that step. Linear. */
function messageTokens(
  cuts: readonly number[],
  own: MessageIds,
  before: readonly MessageIds[],
  units: UnitTable,
): number[] {
  const sumsOf = (messages: MessageIds) => {
    const sums = [0];
    for (const ids of messages) sums.push(ids.reduce((sum, id) => sum + (units.tokens[id] ?? 0), sums.at(-1) ?? 0));
    return sums;
  };
  const sent = before.map(sumsOf);
  const now = sumsOf(own);
  return cuts.map((cut) => (sent.find(({ length }) => cut < length - 1) ?? now)[cut] ?? 0);
}

/** Numbers of the units of each message. */
type MessageIds = readonly (readonly number[])[];

/** The units of messages that are others now, with their numbers. */
function unlike(messages: MessageIds, now: MessageIds, starts: readonly number[]): Map<number, number> {
  const found = new Map<number, number>();
  for (const [message, ids] of messages.entries())
    for (const [at, id] of ids.entries()) if (id !== now[message]?.[at]) found.set((starts[message] ?? 0) + at, id);
  return found;
}

/** The keys outside the messages that all steps share. */
const CONSTANT_KEYS = ["tools", "functions", "system", "instructions", "systemInstruction", "system_instruction"];

/** Everything outside the messages that all steps share. */
export function constantPart(request: JsonRecord): JsonRecord {
  return Object.fromEntries(CONSTANT_KEYS.flatMap((key) => (Object.hasOwn(request, key) ? [[key, request[key]]] : [])));
}

function inferredTokens(request: JsonRecord, steps: Steps, options: SessionOptions): number {
  const { constantPrefixTokens = "inferred" } = options;
  if (constantPrefixTokens !== "inferred") return constantPrefixTokens;
  const isWhole = CONSTANT_KEYS.some((key) => Object.hasOwn(request, key)) || steps.roles.includes("system");
  return steps.turnStarts.length > 0 && !isWhole ? INFERRED_PREFIX_TOKENS : 0;
}

function leadingSystemMessages({ roles }: Steps): number {
  const end = roles.findIndex((role) => role !== "system");
  return end < 0 ? roles.length : end;
}

function messageReader(
  wire: WireDefinition,
  units: UnitTable,
  hiddenTokens: Trace["hiddenTokens"],
): (message: unknown) => readonly number[] {
  const known = new KeptNumbers<readonly number[]>(units);
  // Of a message that a policy changes, most blocks are the same objects.
  const blocks = new KeptNumbers<number>(units);
  const idOfUnit = (unit: unknown, kind: UnitKind, index: number): number => {
    const block = index > 0 && typeof unit === "object" && unit !== null ? unit : undefined;
    const remembered = block && blocks.get(block);
    if (remembered !== undefined) return remembered;
    const id = units.idOf(unit, kind, index === 0 ? "message" : "block");
    if (block !== undefined) blocks.set(block, id);
    return id;
  };
  return (message) => {
    const remembered = isRecord(message) ? known.get(message) : undefined;
    if (remembered !== undefined) return remembered;
    const pieces = unitsOf(wire, message);
    const role = isRecord(message) ? readSteps(wire, [message]).roles[0] : undefined;
    const roleOf = unitRoles(wire, message, role);
    const ids = pieces.map((unit, index) => {
      const isBlock = pieces.length === 1 || index > 0;
      const kind = { fromModel: role === "assistant", isBlock, role: roleOf(index) };
      const hidden = hiddenTokens?.get(message);
      return hidden === undefined ? idOfUnit(unit, kind, index) : units.add(hidden, kind);
    });
    if (isRecord(message)) known.set(message, ids);
    return ids;
  };
}

/** What the units of a message are, by index, to a provider that leaves out old reasoning: an item, or blocks of a message. */
function unitRoles(
  wire: WireDefinition,
  message: unknown,
  role: string | undefined,
): (index: number) => UnitKind["role"] {
  if (!isRecord(message)) return () => undefined;
  if (wire.isReasoning(message)) return () => "reasoning";
  if (role === "user") return () => "user";
  const thinking = wire.thinkingIsBlock && role === "assistant" ? wire.thinkingIn(message) : [];
  // In front of its blocks a message is a unit of its own.
  const units = new Set(thinking.map(({ blockIndex }) => blockIndex + 1));
  return (index) => (units.has(index) ? "reasoning" : undefined);
}

const isMarked = (wire: WireDefinition, request: JsonRecord): boolean => asksForMode(wire, readMarkers(wire, request));

/** Whether a request to OpenAI asks for more than the half hour that entries live else. Source: "Prompt caching". */
function asksForLong({ prompt_cache_options: options }: JsonRecord): boolean {
  return isRecord(options) && options.ttl === "12h";
}

/** Whether a breakpoint in a message has `ttl: "1h"`. */
function asksForHour(list: readonly unknown[]): boolean {
  return list.some(
    (message) =>
      isRecord(message) &&
      Array.isArray(message.content) &&
      message.content.some(
        (block) => isRecord(block) && isRecord(block.cache_control) && block.cache_control.ttl === "1h",
      ),
  );
}

/** What is remembered of objects, as long as the table has not forgotten the units that it tells of. */
class KeptNumbers<T> {
  readonly #units: UnitTable;
  readonly #kept = new WeakMap<object, T>();
  readonly #own: OfUnits<WeakMap<object, T>>;

  /** @param units The table that gives the numbers. */
  constructor(units: UnitTable) {
    this.#units = units;
    this.#own = new OfUnits(units, () => new WeakMap());
  }

  /** What is remembered of an object. */
  get(object: object): T | undefined {
    return this.#kept.get(object) ?? this.#own.value.get(object);
  }

  /** Remembers it. */
  set(object: object, value: T): void {
    (this.#units.kept === 0 ? this.#kept : this.#own.value).set(object, value);
  }
}
