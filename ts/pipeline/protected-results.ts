import type { Policy } from "../policy/policy.js";
import { toolRules } from "../policy/tool-rules.js";
import { isRecord } from "../text/json-value.js";
import type { Transcript } from "../wires/transcript.js";

/**
 * The messages with results that the rules for tools protect in every stage, and the number of messages until which:
 * infinite for `never`, and until so many newer results of the tool are there for `keepLastK`. Linear.
 */
export function protectedResults({ results }: Transcript, policy: Policy): Map<number, number> {
  const settingsOf = toolRules(policy);
  const protectedUntil = new Map<number, number>();
  /** For each tool, the messages of its results so far, the newest last. */
  const byTool = new Map<string | undefined, number[]>();
  for (const { toolName, messageIndex } of results.toReversed()) {
    const { never, keepLastK } = settingsOf(toolName);
    const newer = byTool.get(toolName) ?? [];
    byTool.set(toolName, [...newer.slice(-(keepLastK ?? 1)), messageIndex]);
    const until = never ? Number.POSITIVE_INFINITY : keepLastK === null ? 0 : endOf(newer, keepLastK);
    if (until > 0) protectedUntil.set(messageIndex, Math.max(until, protectedUntil.get(messageIndex) ?? 0));
  }
  return protectedUntil;
}

/**
 * The messages that tell the model of tools that a search found: without them calls of these tools have no definition.
 * Sources: docs.anthropic.com and platform.openai.com, "Tool search". Linear.
 */
export function foundTools(list: readonly unknown[]): number[] {
  return list.flatMap((message, index) => (tellsOfTools(message) ? [index] : []));
}

function tellsOfTools(message: unknown): boolean {
  if (!isRecord(message)) return false;
  if (message.type === "tool_search_output") return true;
  const { content } = message;
  return Array.isArray(content) && content.some((block) => isRecord(block) && hasReference(block.content));
}

const hasReference = (content: unknown): boolean =>
  Array.isArray(content) && content.some((part) => isRecord(part) && part.type === "tool_reference");

/** When the `count` results after one are there: `newer` has them, the oldest last. */
function endOf(newer: readonly number[], count: number): number {
  const last = newer.at(-count);
  return newer.length < count || last === undefined ? Number.MAX_SAFE_INTEGER : last + 1;
}
