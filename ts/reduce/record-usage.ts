// Gives a provider's bill to a session. Later reports count with it. Decisions never use it, so that no bill moves the
// boundary of masking.
import { TamisError } from "../base/errors.js";
import type { CacheReport, Report, Wire } from "../contract/report.js";
import { type SessionState, type SessionUsage, sessionProblem } from "../contract/session-state.js";
import { createCalibration } from "../tokens/calibration.js";
import { estimateRequest } from "../tokens/index.js";
import { parseUsage } from "../tokens/usage.js";

/** A sent request and its bill. */
export interface RecordedUsage {
  /** The body as it was sent, or the request as an object. */
  request: Uint8Array | object;
  /** The provider's `usage`, in any form that `parseUsage` accepts. */
  usage: unknown;
  /** The model, if it is not in the request. */
  model?: string;
  /** The wire of the request. @default by the request's shape */
  wire?: Wire;
}

/** Most models that a session remembers. A conversation seldom has more than two. */
const MOST_MODELS = 4;

/**
 * Gives a session the bill of its last request. From then on, the token counts in `report.cache` and `report.cost` of
 * later requests are corrected by the ratio of billed to estimated tokens. Measures the request.
 *
 * @returns False, with nothing learned, if the usage or the model is missing, or the numbers are impossible.
 * @throws TamisError `OPTION_INVALID` for an invalid state.
 */
export function recordUsage(session: SessionState, { request, usage, model, wire }: RecordedUsage): boolean {
  const problem = sessionProblem(session);
  if (problem !== undefined) throw new TamisError("OPTION_INVALID", `session: ${problem}`);
  const named = { ...(model === undefined ? {} : { model }), ...(wire === undefined ? {} : { wire }) };
  const measured = estimateRequest(request, { ...named, allowUnknown: true });
  const billed = parseUsage(usage, wire);
  const name = model ?? measured.model;
  if (billed === undefined || name === undefined) return false;
  const calibration = calibrationOf(session.usage);
  const observation = {
    model: name,
    estimatedTokens: measured.totalTokens,
    usage,
    ...(wire === undefined ? {} : { wire }),
  };
  if (!calibration.observe(observation)) return false;
  const { inputTokens, cachedTokens, cacheWriteTokens, outputTokens } = billed;
  session.usage = {
    models: calibration.toJSON().models,
    last: {
      fresh: Math.max(0, inputTokens - cachedTokens - cacheWriteTokens),
      cacheRead: cachedTokens,
      cacheWrite: cacheWriteTokens,
      output: outputTokens,
    },
  };
  return true;
}

function calibrationOf(usage: SessionUsage | null | undefined) {
  const from = { version: 1, models: usage?.models ?? [] } as const;
  return createCalibration({ maxModels: MOST_MODELS, from });
}

const WHOLE = ["keptTokens", "lostTokens", "savedTokens", "waitingTokens"] as const satisfies (keyof CacheReport)[];
const EXACT = ["carried", "netSaving"] as const satisfies (keyof CacheReport)[];

/** Corrects the token counts in a report's account of the cache, and adds the ratio. */
export function correctReport({ cache, model }: Report, usage: SessionUsage | null | undefined): void {
  const isKnown = usage?.models.some((one) => one.model === model) ?? false;
  if (!isKnown || model === undefined || usage == null) return;
  const ratio = calibrationOf(usage).ratio(model);
  for (const key of WHOLE) if (cache[key] !== undefined) cache[key] = Math.round(cache[key] * ratio);
  for (const key of EXACT) if (cache[key] !== undefined) cache[key] *= ratio;
  cache.tokenRatio = ratio;
  cache.lastBilled = usage.last;
}
