// Adds up the counts of many requests.
import {
  type ConversationStats,
  type FileStats,
  type RoleCount,
  sortTools,
  type TokenSums,
  type ToolCount,
  toolCount,
  topBlocks,
} from "./collect.js";
import { addKinds } from "./kinds.js";

/** The cost of all conversations together. */
export interface TotalCost {
  fresh: number;
  cached: number;
  /** Requests without a known price; the sums exclude them. */
  unpriced: number;
}

/** The counts of all conversations together. */
export interface TotalStats extends Omit<ConversationStats, "cost" | "tokenMethod"> {
  tokenMethod: ConversationStats["tokenMethod"] | "mixed";
  cost?: TotalCost;
}

/** Adds up all conversations; undefined if there is none. */
export function totalOf(files: readonly FileStats[]): TotalStats | undefined {
  const parts = files.flatMap(({ conversation }) => (conversation ? [conversation] : []));
  const [first] = parts;
  if (first === undefined) return undefined;
  const add = (of: (stats: ConversationStats) => number) => parts.reduce((sum, part) => sum + of(part), 0);
  const isSame = parts.every(({ tokenMethod }) => tokenMethod === first.tokenMethod);
  const tokens = Object.fromEntries(
    (Object.keys(first.tokens) as (keyof TokenSums)[]).map((key) => [key, add((stats) => stats.tokens[key])]),
  ) as unknown as TokenSums;
  return {
    roles: addRoles(parts),
    toolTurns: add((stats) => stats.toolTurns),
    toolResults: add((stats) => stats.toolResults),
    chars: add((stats) => stats.chars),
    toolResultChars: add((stats) => stats.toolResultChars),
    tokens,
    tokenMethod: isSame ? first.tokenMethod : "mixed",
    tools: addTools(parts),
    biggest: topBlocks(parts.flatMap((stats) => stats.biggest)),
    ...addCosts(parts),
    reducible: {
      maskedCount: add(({ reducible }) => reducible.maskedCount),
      clippedCount: add(({ reducible }) => reducible.clippedCount),
      bytesBefore: add(({ reducible }) => reducible.bytesBefore),
      bytesAfter: add(({ reducible }) => reducible.bytesAfter),
    },
    arrival: addKinds(parts.map(({ arrival }) => arrival)),
  };
}

function addCosts(parts: readonly ConversationStats[]): { cost?: TotalCost; costUnknown?: string } {
  const costs = parts.flatMap(({ cost }) => (cost === undefined ? [] : [cost]));
  const unknown = parts.find(({ costUnknown }) => costUnknown !== undefined)?.costUnknown;
  const reason = unknown === undefined ? {} : { costUnknown: unknown };
  if (costs.length === 0) return reason;
  const fresh = costs.reduce((sum, cost) => sum + cost.fresh, 0);
  const cached = costs.reduce((sum, cost) => sum + cost.cached, 0);
  return { cost: { fresh, cached, unpriced: parts.length - costs.length }, ...reason };
}

function addTools(parts: readonly ConversationStats[]): ToolCount[] {
  const tools = new Map<string, ToolCount>();
  for (const part of parts.flatMap((stats) => stats.tools)) {
    const count = toolCount(tools, part.name);
    count.calls += part.calls;
    count.results += part.results;
    count.chars += part.chars;
    count.tokens += part.tokens;
    count.callTokens += part.callTokens;
  }
  return sortTools(tools);
}

function addRoles(parts: readonly ConversationStats[]): RoleCount[] {
  const roles = new Map<string, RoleCount>();
  for (const { role, messages, tokens } of parts.flatMap((stats) => stats.roles)) {
    const count = roles.get(role) ?? { role, messages: 0, tokens: 0 };
    roles.set(role, { role, messages: count.messages + messages, tokens: count.tokens + tokens });
  }
  return [...roles.values()].sort((a, b) => b.messages - a.messages);
}
