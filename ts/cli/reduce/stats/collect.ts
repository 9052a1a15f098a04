// Counts within one request.

import { getOrInsert } from "../../../base/maps.js";
import { addNumbers } from "../../../base/sums.js";
import type { Report, Wire } from "../../../contract/report.js";
import { priceRequest } from "../../../pricing/price-request.js";
import type { PriceOverrides } from "../../../pricing/prices.js";
import { detectWire, reduceBody, reduceRequest } from "../../../reduce/reduce.js";
import { countRequest, estimateRequest } from "../../../tokens/index.js";
import type { BlockKind, RequestTokens } from "../../../tokens/request/types.js";
import { explainSkip } from "../../shared/render-report.js";
import { type KindStats, kindsOf } from "./kinds.js";

/** Messages of a role and their tokens. */
export interface RoleCount {
  role: string;
  messages: number;
  tokens: number;
}

/** Calls and results of one tool; `chars` and `tokens` are those of its results. */
export interface ToolCount {
  name: string;
  calls: number;
  results: number;
  chars: number;
  tokens: number;
  callTokens: number;
}

/** A large block of a message or of the system prompt, or a tool's definition. */
export interface BigBlock {
  file: string;
  kind: BlockKind | "tool-definition";
  role: string | undefined;
  /** 0-based; undefined outside messages. */
  messageIndex: number | undefined;
  tool: string | undefined;
  callId: string | undefined;
  tokens: number;
  chars: number;
}

export interface TokenSums {
  total: number;
  system: number;
  toolDefinitions: number;
  messages: number;
  /** Tool results among the messages. */
  toolResults: number;
  toolCalls: number;
}

/** The cost of the request's input in US dollars: sent for the first time, and read from the cache. */
export interface StatsCost {
  model: string;
  fresh: number;
  cached: number;
  matched: string;
}

export interface ConversationStats {
  roles: RoleCount[];
  toolTurns: number;
  toolResults: number;
  /** `.length` of all message text and call arguments; `toolResultChars` is the part in tool results. */
  chars: number;
  toolResultChars: number;
  tokens: TokenSums;
  tokenMethod: "estimate" | "exact";
  tools: ToolCount[];
  biggest: BigBlock[];
  cost?: StatsCost;
  /** Why there is no cost. */
  costUnknown?: string;
  /** The effect of the default policy. */
  reducible: { maskedCount: number; clippedCount: number; bytesBefore: number; bytesAfter: number };
  /** What each kind of reduction at arrival would remove, alone. */
  arrival: KindStats[];
}

/** One readable request. `conversation` is missing if its wire is unknown. */
export interface FileStats {
  file: string;
  wire: Wire | undefined;
  bytes: number;
  messages: number;
  conversation?: ConversationStats;
  /** Why there is no detail, or why nothing would be removed. */
  note?: string;
}

export interface Unreadable {
  file: string;
  error: string;
}

export interface CountOptions {
  exact?: boolean | undefined;
  model?: string | undefined;
  prices?: PriceOverrides | undefined;
}

export const BIGGEST = 10;
const UNKNOWN = "(unknown)";
const NOT_A_REQUEST = new Set(["empty", "invalid_utf8", "invalid_json", "no_conversation", "too_large"]);

/** Also counts the texts next to images. */
const COUNTING = { mask: { media: "mask" } } as const;

/** Counts one body. Returns the reason if the body is no request. */
export function collectStats(file: string, body: Uint8Array, options: CountOptions = {}): FileStats | Unreadable {
  const { report } = reduceBody(body);
  if (report.skipped !== undefined && NOT_A_REQUEST.has(report.skipped)) return { file, error: explainSkip(report) };
  const request = JSON.parse(new TextDecoder().decode(body)) as Record<string, unknown>;
  const wire = detectWire(request);
  const note = report.skipped === undefined ? {} : { note: explainSkip(report) };
  const lists = [request.messages, request.contents, request.input];
  const messages = lists.find((list): list is unknown[] => Array.isArray(list))?.length ?? 0;
  if (wire === undefined) return { file, wire, bytes: body.length, messages, ...note };
  const tokens = measure(body, wire, options);
  const conversation = collectConversation({ file, body }, request, tokens, report, options);
  return { file, wire, bytes: body.length, messages: tokens.messages.length, conversation, ...note };
}

function measure(body: Uint8Array, wire: Wire, { exact, model }: CountOptions): RequestTokens {
  const options = { wire, allowUnknown: true, ...(model === undefined ? {} : { model }) };
  return exact === true ? countRequest(body, options) : estimateRequest(body, options);
}

function collectConversation(
  { file, body }: { file: string; body: Uint8Array },
  request: object,
  tokens: RequestTokens,
  reduced: Report,
  options: CountOptions,
): ConversationStats {
  // Counts the parsed request, without the provider's own editing, so that nothing prevents reading it.
  const asked = { explain: true, tokens: true, wire: tokens.wire };
  const { report } = reduceRequest({ ...request, context_management: null }, COUNTING, asked);
  const bytes = reduced.bytes ?? { before: 0, after: 0 };
  const provided = providedResults(tokens, report);
  const providedChars = provided.reduce((sum, { chars }) => sum + chars, 0);
  const toolResultChars = report.decisions.reduce((sum, { charsBefore }) => sum + charsBefore, providedChars);
  return {
    roles: sumRoles(tokens.messages.map(({ role, tokens: size }) => ({ role, messages: 1, tokens: size }))),
    toolTurns: report.toolTurnCount,
    toolResults: report.toolResultCount + provided.length,
    chars: Math.max(report.chars?.before ?? 0, toolResultChars),
    toolResultChars,
    tokens: sumTokens(tokens),
    tokenMethod: tokens.method,
    tools: countTools(tokens, report, provided),
    biggest: biggestBlocks(file, tokens),
    ...costOf(tokens, options),
    reducible: {
      maskedCount: reduced.maskedCount,
      clippedCount: reduced.clippedCount,
      bytesBefore: bytes.before,
      bytesAfter: bytes.after,
    },
    arrival: kindsOf(body),
  };
}

/** The price list is loaded only if the options name a model or prices. */
function costOf({ totalTokens, model }: RequestTokens, options: CountOptions) {
  if (options.model === undefined && options.prices === undefined) return {};
  const prices = options.prices === undefined ? {} : { prices: options.prices };
  const named = model === undefined ? {} : { model };
  const fresh = priceRequest({ totalTokens }, { ...named, ...prices });
  const cached = priceRequest({ totalTokens }, { ...named, ...prices, cached: totalTokens });
  if (model === undefined || fresh.price === undefined || cached.price === undefined) {
    return { costUnknown: fresh.detail ?? "" };
  }
  const { matched, cost } = fresh.price;
  return { cost: { model, fresh: cost, cached: cached.price.cost, matched } };
}

const blocksOf = ({ messages }: RequestTokens) => messages.flatMap(({ blocks }) => blocks);
const isResult = ({ kind, toolName, callId }: { kind: BlockKind; toolName?: unknown; callId?: unknown }) =>
  kind === "tool-result" || (kind !== "tool-call" && (toolName ?? callId) !== undefined);

function sumTokens(tokens: RequestTokens): TokenSums {
  const sum = (parts: readonly { tokens: number }[]) => parts.reduce((total, part) => total + part.tokens, 0);
  const blocks = blocksOf(tokens);
  return {
    total: tokens.totalTokens,
    system: tokens.systemTokens,
    toolDefinitions: tokens.toolTokens,
    messages: tokens.messageTokens,
    toolResults: sum(blocks.filter(isResult)),
    toolCalls: sum(blocks.filter(({ kind }) => kind === "tool-call")),
  };
}

/** One count a role, the one with most messages first. */
export function sumRoles(counts: readonly RoleCount[]): RoleCount[] {
  const roles = new Map<string, RoleCount>();
  for (const one of counts)
    addNumbers(
      getOrInsert(roles, one.role, () => ({ ...one, messages: 0, tokens: 0 })),
      one,
    );
  return [...roles.values()].sort((a, b) => b.messages - a.messages);
}

/** A result that no reduction reads, because the provider's own tool made it: of a search of the web, or of an MCP server. */
interface ProvidedResult {
  toolName: string | undefined;
  callId: string | undefined;
  chars: number;
}

/** One for each call of a message; several blocks may be one result. */
function providedResults({ messages }: RequestTokens, { decisions }: Report): ProvidedResult[] {
  const read = new Set(decisions.map(({ messageIndex, callId }) => `${messageIndex} ${callId}`));
  const found = new Map<string, ProvidedResult>();
  for (const [messageIndex, { blocks }] of messages.entries()) {
    for (const { kind, toolName, callId, chars } of blocks) {
      const place = `${messageIndex} ${callId}`;
      if (kind !== "tool-result" || read.has(place)) continue;
      found.set(place, { toolName, callId, chars: (found.get(place)?.chars ?? 0) + chars });
    }
  }
  return [...found.values()];
}

function countTools(tokens: RequestTokens, { decisions }: Report, provided: readonly ProvidedResult[]): ToolCount[] {
  const tools = new Map<string, ToolCount>();
  const named = new Map<string | undefined, string>();
  const countOf = (toolName: string | undefined, callId: string | undefined) =>
    toolCount(tools, toolName ?? named.get(callId) ?? UNKNOWN);
  for (const block of blocksOf(tokens)) {
    if (block.kind === "tool-call") {
      const count = toolCount(tools, block.toolName ?? UNKNOWN);
      count.calls += 1;
      count.callTokens += block.tokens;
      if (block.callId !== undefined && block.toolName !== undefined) named.set(block.callId, block.toolName);
    } else if (isResult(block)) countOf(block.toolName, block.callId).tokens += block.tokens;
  }
  const results = decisions.filter(({ isMedia }) => !isMedia);
  const read = results.map(({ toolName, callId, charsBefore }) => ({ toolName, callId, chars: charsBefore }));
  for (const { toolName, callId, chars } of [...read, ...provided]) {
    const count = countOf(toolName, callId);
    count.results += 1;
    count.chars += chars;
  }
  return sortTools(tools);
}

/** The count of a tool, created on first use. */
export function toolCount(tools: Map<string, ToolCount>, name: string): ToolCount {
  return getOrInsert(tools, name, () => ({ name, calls: 0, results: 0, chars: 0, tokens: 0, callTokens: 0 }));
}

export const sortTools = (tools: Map<string, ToolCount>): ToolCount[] =>
  [...tools.values()].sort((a, b) => b.tokens - a.tokens || b.chars - a.chars || b.calls - a.calls);

function biggestBlocks(file: string, tokens: RequestTokens): BigBlock[] {
  const blocks = [...tokens.system, ...blocksOf(tokens)].map(
    ({ kind, role, messageIndex, toolName: tool, callId, tokens: size, chars }): BigBlock => {
      return { file, kind, role, messageIndex, tool, callId, tokens: size, chars };
    },
  );
  for (const { name, tokens: size, chars } of tokens.tools) {
    const definition = { role: undefined, messageIndex: undefined, callId: undefined, tool: name };
    blocks.push({ file, kind: "tool-definition", ...definition, tokens: size, chars });
  }
  return topBlocks(blocks);
}

export const topBlocks = (blocks: readonly BigBlock[]): BigBlock[] =>
  [...blocks].sort((a, b) => b.tokens - a.tokens).slice(0, BIGGEST);
