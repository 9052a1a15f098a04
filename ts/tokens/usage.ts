// What providers bill, in one shape.
import type { Wire } from "../contract/report.js";
import { WIRES } from "../wires/index.js";
import type { UsageFields } from "../wires/provider-facts.js";

/** Tokens of one request, as its provider counted them. */
export interface TokenUsage {
  /** The whole input, however it was billed. */
  inputTokens: number;
  /** The part read from the cache. */
  cachedTokens: number;
  /** The part written to the cache at a price of its own. */
  cacheWriteTokens: number;
  /** Tokens of answer and thinking. */
  outputTokens: number;
}

type Json = Record<string, unknown>;

/**
 * Reads a provider's `usage`.
 *
 * @param usage The `usage` object (Gemini: `usageMetadata`), or the response or streaming event that has it, or a list
 * of such events in the order they came. Later numbers replace earlier ones, as in Anthropic's `message_start` and
 * `message_delta`.
 * @param wire The wire whose names are read. @default recognised by the names
 * @returns undefined if there is no number of input tokens, or a number is impossible (negative, not an integer, more
 * cached tokens than input).
 */
export function parseUsage(usage: unknown, wire?: Wire): TokenUsage | undefined {
  const merged: Json = {};
  for (const event of Array.isArray(usage) ? usage : [usage]) {
    for (const [key, value] of Object.entries(usageIn(event) ?? {})) {
      if (value !== null && value !== undefined) merged[key] = value;
    }
  }
  const fields = wire === undefined ? fieldsIn(merged) : WIRES.of(wire).provider.usage;
  if (fields === undefined || merged[fields.input[0] ?? ""] === undefined) return undefined;
  const [inputTokens, cachedTokens, cacheWriteTokens, outputTokens] = [
    fields.input,
    fields.cached,
    fields.cacheWrite,
    fields.output,
  ].map((paths) => sumOf(merged, paths));
  if (inputTokens === undefined || cachedTokens === undefined) return undefined;
  if (cacheWriteTokens === undefined || outputTokens === undefined) return undefined;
  if (cachedTokens + cacheWriteTokens > inputTokens) return undefined;
  return { inputTokens, cachedTokens, cacheWriteTokens, outputTokens };
}

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The keys under which a response or an event has it. */
const HOLDERS = ["usage", "usageMetadata", "message", "response"];

function usageIn(event: unknown): Json | undefined {
  if (!isObject(event)) return undefined;
  for (const holder of HOLDERS) {
    const inner = event[holder];
    if (isObject(inner)) return holder.startsWith("usage") ? inner : usageIn({ usage: inner.usage });
  }
  return event;
}

/** The names that a usage is in. Two wires share `input_tokens`, so names that only one wire has come first. */
function fieldsIn(usage: Json): UsageFields | undefined {
  const all = WIRES.all.map(({ provider }) => provider.usage);
  return (
    all.find(({ signs }) => signs.some((name) => name in usage)) ?? all.find(({ input: [main = ""] }) => main in usage)
  );
}

/** Sum of the numbers at the paths. A missing one counts as 0. Undefined if one is no count. */
function sumOf(usage: Json, paths: readonly string[]): number | undefined {
  let sum = 0;
  for (const path of paths) {
    const value = path.split(".").reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), usage) ?? 0;
    if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0) return undefined;
    sum += value;
  }
  return sum;
}
