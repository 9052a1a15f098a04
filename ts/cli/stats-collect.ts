// Counts over one request, and their sum over many.
import { detectWire, reduceBody } from "../reduce.js";
import type { Report, Wire } from "../report.js";
import { explainSkip } from "./render-report.js";

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

/** What is counted for OpenAI Chat. */
export interface ChatStats {
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

/** One readable request. `chat` is missing where its wire is not counted in detail yet. */
export interface FileStats {
  file: string;
  wire: Wire | undefined;
  bytes: number;
  messages: number;
  chat?: ChatStats;
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

/** Counts one body; a body that is no request gives the reason. */
export function collectStats(file: string, body: Uint8Array): FileStats | Unreadable {
  const { report } = reduceBody(body, undefined, { tokens: true });
  if (report.skipped !== undefined && NOT_A_REQUEST.has(report.skipped)) return { file, error: explainSkip(report) };
  const request: unknown = JSON.parse(new TextDecoder().decode(body));
  const messages = conversationOf(request);
  const wire = detectWire(body);
  const base = { file, wire, bytes: body.length, messages: messages.length };
  const note = report.skipped === undefined ? {} : { note: explainSkip(report) };
  return wire === "openai-chat"
    ? { ...base, chat: collectChat(file, messages, report), ...note }
    : { ...base, ...note };
}

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const objectsIn = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

function conversationOf(request: unknown): unknown[] {
  if (!isObject(request)) return [];
  const list = [request.messages, request.contents, request.input].find((value) => Array.isArray(value));
  return Array.isArray(list) ? list : [];
}

function collectChat(file: string, messages: readonly unknown[], report: Report): ChatStats {
  const roles = new Map<string, number>();
  const counts: Counts = { tools: new Map(), nameById: new Map(), results: [] };
  messages.forEach((message, messageIndex) => {
    if (!isObject(message)) return;
    const role = typeof message.role === "string" ? message.role : "(none)";
    roles.set(role, (roles.get(role) ?? 0) + 1);
    if (role === "assistant") for (const call of objectsIn(message.tool_calls)) countCall(call, counts);
    if (role === "tool") countResult(file, messageIndex, message, counts);
  });
  const chars = report.chars?.before ?? 0;
  const bytes = report.bytes ?? { before: 0, after: 0 };
  return {
    roles: sortRoles(roles),
    toolTurns: report.toolTurnCount,
    toolResults: counts.results.length,
    chars,
    toolResultChars: sum(counts.results, (result) => result.chars),
    tokens: Math.ceil(chars / 4),
    tools: sortTools(counts.tools),
    biggest: topResults(counts.results),
    reducible: {
      maskedCount: report.maskedCount,
      clippedCount: report.clippedCount,
      bytesBefore: bytes.before,
      bytesAfter: bytes.after,
    },
  };
}

interface Counts {
  tools: Map<string, ToolCount>;
  /** Name of the newest call with an id: a result belongs to the nearest one before it. */
  nameById: Map<string, string>;
  results: BigResult[];
}

function countCall(call: Json, { tools, nameById }: Counts): void {
  if (typeof call.id !== "string" || call.id === "") return;
  const names = [call.function, call.custom].map((body) => (isObject(body) ? body.name : undefined));
  const name = names.find((value) => typeof value === "string");
  nameById.set(call.id, typeof name === "string" ? name : UNKNOWN);
  toolCount(tools, typeof name === "string" ? name : UNKNOWN).calls += 1;
}

function countResult(file: string, messageIndex: number, message: Json, { tools, nameById, results }: Counts): void {
  const callId = typeof message.tool_call_id === "string" ? message.tool_call_id : undefined;
  const tool = nameById.get(callId ?? "") ?? UNKNOWN;
  const chars = textLength(message.content);
  const count = toolCount(tools, tool);
  count.results += 1;
  count.chars += chars;
  results.push({ file, messageIndex, tool, callId, chars });
}

function toolCount(tools: Map<string, ToolCount>, name: string): ToolCount {
  const known = tools.get(name);
  if (known) return known;
  const fresh = { name, calls: 0, results: 0, chars: 0 };
  tools.set(name, fresh);
  return fresh;
}

function textLength(content: unknown): number {
  if (typeof content === "string") return content.length;
  return sum(objectsIn(content), ({ text }) => (typeof text === "string" ? text.length : 0));
}

const sum = <T>(values: readonly T[], of: (value: T) => number): number =>
  values.reduce((total, value) => total + of(value), 0);

const sortRoles = (roles: Map<string, number>): ChatStats["roles"] =>
  [...roles].map(([role, messages]) => ({ role, messages })).sort((a, b) => b.messages - a.messages);

const sortTools = (tools: Map<string, ToolCount>): ToolCount[] =>
  [...tools.values()].sort((a, b) => b.chars - a.chars || b.calls - a.calls);

const topResults = (results: readonly BigResult[]): BigResult[] =>
  [...results].sort((a, b) => b.chars - a.chars).slice(0, BIGGEST);

/** All chat requests as one; undefined where there is none. */
export function totalOf(files: readonly FileStats[]): ChatStats | undefined {
  const parts = files.flatMap(({ chat }) => (chat ? [chat] : []));
  if (parts.length === 0) return undefined;
  const tools = new Map<string, ToolCount>();
  for (const part of parts.flatMap((stats) => stats.tools)) {
    const count = toolCount(tools, part.name);
    count.calls += part.calls;
    count.results += part.results;
    count.chars += part.chars;
  }
  const add = (of: (stats: ChatStats) => number) => sum(parts, of);
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

function addRoles(parts: readonly ChatStats[]): ChatStats["roles"] {
  const roles = new Map<string, number>();
  for (const { role, messages } of parts.flatMap((stats) => stats.roles)) {
    roles.set(role, (roles.get(role) ?? 0) + messages);
  }
  return sortRoles(roles);
}
