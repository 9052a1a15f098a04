import { parseUsage } from "../tokens/usage.js";

/** Tokens of model calls, as the provider reported them; a number that it did not report is absent. */
export interface ReportedTokens {
  /** All input, cached input included. */
  inputTokens?: number;
  /** All output. */
  outputTokens?: number;
  /** The part of the input that was read from the provider's cache. */
  cacheReadTokens?: number;
  /** The part of the input that was written to the provider's cache. */
  cacheWriteTokens?: number;
  /** US dollars, where the answer itself says them. */
  cost?: number;
}

/** What calling a model took: what a price list needs to make a cost of it. */
export interface ModelUsage extends ReportedTokens {
  /** Requests that were sent, failed ones and second attempts included. */
  calls: number;
  /** Chars of all prompts sent. */
  inputChars: number;
  /** Chars of all texts received. */
  outputChars: number;
  /** The usage objects as the providers sent them, in order. */
  raw: unknown[];
  /** Answers of providers whose usage is missing or was not understood; their tokens are in no sum. @default 0 */
  unreadBills?: number;
}

/** A usage without calls. */
export function emptyUsage(): ModelUsage {
  return { calls: 0, inputChars: 0, outputChars: 0, raw: [] };
}

/** The sum of two usages. */
export function addUsage(a: ModelUsage, b: ModelUsage): ModelUsage {
  const sum: ModelUsage = {
    calls: a.calls + b.calls,
    inputChars: a.inputChars + b.inputChars,
    outputChars: a.outputChars + b.outputChars,
    raw: [...a.raw, ...b.raw],
  };
  for (const key of SUMMED) {
    if (a[key] !== undefined || b[key] !== undefined) sum[key] = (a[key] ?? 0) + (b[key] ?? 0);
  }
  return sum;
}

const SUMMED = ["inputTokens", "outputTokens", "cacheReadTokens", "cacheWriteTokens", "cost", "unreadBills"] as const;

/** The tokens of one answer, by the usage that came with it. */
export function reportedBy(usage: unknown): ReportedTokens & Pick<ModelUsage, "unreadBills"> {
  const billed = parseUsage(usage);
  if (billed === undefined) return { unreadBills: 1 };
  const { inputTokens, outputTokens, cachedTokens, cacheWriteTokens } = billed;
  return {
    inputTokens,
    outputTokens,
    ...(cachedTokens === 0 ? {} : { cacheReadTokens: cachedTokens }),
    ...(cacheWriteTokens === 0 ? {} : { cacheWriteTokens }),
  };
}
