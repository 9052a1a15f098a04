// Adds up the counts of many requests.
import { addNumbers } from "../../../base/sums.js";
import {
  type ConversationStats,
  type FileStats,
  sortTools,
  sumRoles,
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
  const { toolTurns, toolResults, chars, toolResultChars, tokens, reducible } = structuredClone(first);
  const sum = { toolTurns, toolResults, chars, toolResultChars, tokens, reducible };
  for (const part of parts.slice(1)) addNumbers<typeof sum>(sum, part);
  const isSame = parts.every(({ tokenMethod }) => tokenMethod === first.tokenMethod);
  return {
    roles: sumRoles(parts.flatMap((stats) => stats.roles)),
    ...sum,
    tokenMethod: isSame ? first.tokenMethod : "mixed",
    tools: addTools(parts),
    biggest: topBlocks(parts.flatMap((stats) => stats.biggest)),
    ...addCosts(parts),
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
  for (const part of parts.flatMap((stats) => stats.tools)) addNumbers(toolCount(tools, part.name), part);
  return sortTools(tools);
}
