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
  for (const key of TOKEN_KEYS) {
    if (a[key] !== undefined || b[key] !== undefined) sum[key] = (a[key] ?? 0) + (b[key] ?? 0);
  }
  return sum;
}

/** The token counts among `counts` that are numbers. */
export function tokenUsage(counts: Record<keyof ReportedTokens, unknown>): ReportedTokens {
  const usage: ReportedTokens = {};
  for (const key of TOKEN_KEYS) {
    const count = counts[key];
    if (typeof count === "number" && Number.isFinite(count)) usage[key] = count;
  }
  return usage;
}

const TOKEN_KEYS = ["inputTokens", "outputTokens", "cacheReadTokens", "cacheWriteTokens"] as const;
