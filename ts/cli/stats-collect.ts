// Counts over one request, and their sum over many.
import { detectWire, reduceBody, reduceRequest } from "../reduce.js";
import type { Report, Wire } from "../report.js";
import { explainSkip } from "./render-report.js";
import { conversationOf, type WalkedMessage, walkMessages } from "./walk-messages.js";

/** Calls and results of one tool; `chars` are those of its results. */
export interface ToolCount {
  name: string;
  calls: number;
  results: number;
  chars: number;
}

/** A large tool result. */
export interface BigResult {
  file: string;
  messageIndex: number;
  tool: string;
  callId: string | undefined;
  chars: number;
}

/** What is counted in a conversation. */
export interface ConversationStats {
  roles: { role: string; messages: number }[];
  toolTurns: number;
  toolResults: number;
  /** `.length` of all message text and call arguments, and of the tool results among it. */
  chars: number;
  toolResultChars: number;
  /** chars / 4: an estimate. */
  tokens: number;
  tools: ToolCount[];
  biggest: BigResult[];
  /** What the default policy would do. */
  reducible: { maskedCount: number; clippedCount: number; bytesBefore: number; bytesAfter: number };
}

/** One readable request. `conversation` is missing where its wire cannot be told. */
export interface FileStats {
  file: string;
  wire: Wire | undefined;
  bytes: number;
  messages: number;
  conversation?: ConversationStats;
  /** Why there is no detail, or nothing would be removed. */
  note?: string;
}

export interface Unreadable {
  file: string;
  error: string;
}

const BIGGEST = 10;
const UNKNOWN = "(unknown)";
const NOT_A_REQUEST = new Set(["empty", "invalid_utf8", "invalid_json", "no_conversation", "too_large"]);

/** So that the texts beside images are counted, too. */
const COUNTING = { mask: { media: "mask" } } as const;

/** Counts one body; a body that is no request gives the reason. */
export function collectStats(file: string, body: Uint8Array): FileStats | Unreadable {
  const { report } = reduceBody(body);
  if (report.skipped !== undefined && NOT_A_REQUEST.has(report.skipped)) return { file, error: explainSkip(report) };
  const request: object = JSON.parse(new TextDecoder().decode(body));
  const wire = detectWire(request);
  const base = { file, wire, bytes: body.length, messages: conversationOf(request, wire).length };
  const note = report.skipped === undefined ? {} : { note: explainSkip(report) };
  if (wire === undefined) return { ...base, ...note };
  return { ...base, conversation: collectConversation(file, request, wire, report), ...note };
}

function collectConversation(file: string, request: object, wire: Wire, reduced: Report): ConversationStats {
  const messages = walkMessages(request, wire);
  // Counted on the parsed request and without the provider's own editing, so that nothing keeps it from being read.
  const counted = reduceRequest({ ...request, context_management: null }, COUNTING, { explain: true, tokens: true });
  const results = resultsOf(file, counted.report);
  const chars = counted.report.chars?.before ?? 0;
  const bytes = reduced.bytes ?? { before: 0, after: 0 };
  return {
    roles: countRoles(messages),
    toolTurns: counted.report.toolTurnCount,
    toolResults: results.length,
    chars,
    toolResultChars: sum(results, (result) => result.chars),
    tokens: Math.ceil(chars / 4),
    tools: countTools(messages, results),
    biggest: topResults(results),
    reducible: {
      maskedCount: reduced.maskedCount,
      clippedCount: reduced.clippedCount,
      bytesBefore: bytes.before,
      bytesAfter: bytes.after,
    },
  };
}

function resultsOf(file: string, { decisions }: Report): BigResult[] {
  return decisions.map(({ messageIndex, toolName, callId, charsBefore }) => ({
    file,
    messageIndex,
    tool: toolName ?? UNKNOWN,
    callId,
    chars: charsBefore,
  }));
}

function countRoles(messages: readonly WalkedMessage[]): ConversationStats["roles"] {
  const roles = new Map<string, number>();
  for (const { role } of messages) roles.set(role, (roles.get(role) ?? 0) + 1);
  return sortRoles(roles);
}

function countTools(messages: readonly WalkedMessage[], results: readonly BigResult[]): ToolCount[] {
  const tools = new Map<string, ToolCount>();
  for (const { calls } of messages) for (const name of calls) toolCount(tools, name ?? UNKNOWN).calls += 1;
  for (const { tool, chars } of results) {
    const count = toolCount(tools, tool);
    count.results += 1;
    count.chars += chars;
  }
  return sortTools(tools);
}

function toolCount(tools: Map<string, ToolCount>, name: string): ToolCount {
  const known = tools.get(name);
  if (known) return known;
  const fresh = { name, calls: 0, results: 0, chars: 0 };
  tools.set(name, fresh);
  return fresh;
}

const sum = <T>(values: readonly T[], of: (value: T) => number): number =>
  values.reduce((total, value) => total + of(value), 0);

const sortRoles = (roles: Map<string, number>): ConversationStats["roles"] =>
  [...roles].map(([role, messages]) => ({ role, messages })).sort((a, b) => b.messages - a.messages);

const sortTools = (tools: Map<string, ToolCount>): ToolCount[] =>
  [...tools.values()].sort((a, b) => b.chars - a.chars || b.calls - a.calls);

const topResults = (results: readonly BigResult[]): BigResult[] =>
  [...results].sort((a, b) => b.chars - a.chars).slice(0, BIGGEST);

/** All conversations as one; undefined where there is none. */
export function totalOf(files: readonly FileStats[]): ConversationStats | undefined {
  const parts = files.flatMap(({ conversation }) => (conversation ? [conversation] : []));
  if (parts.length === 0) return undefined;
  const tools = new Map<string, ToolCount>();
  for (const part of parts.flatMap((stats) => stats.tools)) {
    const count = toolCount(tools, part.name);
    count.calls += part.calls;
    count.results += part.results;
    count.chars += part.chars;
  }
  const add = (of: (stats: ConversationStats) => number) => sum(parts, of);
  return {
    roles: addRoles(parts),
    toolTurns: add((stats) => stats.toolTurns),
    toolResults: add((stats) => stats.toolResults),
    chars: add((stats) => stats.chars),
    toolResultChars: add((stats) => stats.toolResultChars),
    tokens: add((stats) => stats.tokens),
    tools: sortTools(tools),
    biggest: topResults(parts.flatMap((stats) => stats.biggest)),
    reducible: {
      maskedCount: add(({ reducible }) => reducible.maskedCount),
      clippedCount: add(({ reducible }) => reducible.clippedCount),
      bytesBefore: add(({ reducible }) => reducible.bytesBefore),
      bytesAfter: add(({ reducible }) => reducible.bytesAfter),
    },
  };
}

function addRoles(parts: readonly ConversationStats[]): ConversationStats["roles"] {
  const roles = new Map<string, number>();
  for (const { role, messages } of parts.flatMap((stats) => stats.roles)) {
    roles.set(role, (roles.get(role) ?? 0) + messages);
  }
  return sortRoles(roles);
}
