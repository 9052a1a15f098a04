// What a provider billed, told to a session: reports count with it from then on. Decisions never do, so that no bill
// moves the boundary of what is masked.
import { TamisError } from "../base/errors.js";
import type { CacheReport, Report, Wire } from "../contract/report.js";
import { type SessionState, type SessionUsage, sessionProblem } from "../contract/session-state.js";
import { createCalibration } from "../tokens/calibration.js";
import { estimateRequest } from "../tokens/index.js";
import { parseUsage } from "../tokens/usage.js";

/** A request that was sent, and its bill. */
export interface RecordedUsage {
  /** The body as it was sent, or the request as an object. */
  request: Uint8Array | object;
  /** The provider's `usage`, as `parseUsage` takes it. */
  usage: unknown;
  /** Where it is not in the request. */
  model?: string;
  /** @default by the request's shape */
  wire?: Wire;
}

/** Models that a session remembers: a conversation seldom has more than two. */
const MOST_MODELS = 4;

/**
 * Tells a session what its last request was billed. From then on the token counts of `report.cache` and `report.cost` of
 * the requests after it are those that the provider would count, by the ratio of what it billed to what was estimated.
 * Measures the request.
 *
 * @returns False, and nothing learned, where the usage or the model is missing, or the numbers are impossible.
 * @throws TamisError `OPTION_INVALID` for what is no state.
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

/** Corrects the token counts of a report's account of the cache, and says by how much. */
export function correctReport({ cache, model }: Report, usage: SessionUsage | null | undefined): void {
  const isKnown = usage?.models.some((one) => one.model === model) ?? false;
  if (!isKnown || model === undefined || usage == null) return;
  const ratio = calibrationOf(usage).ratio(model);
  for (const key of WHOLE) if (cache[key] !== undefined) cache[key] = Math.round(cache[key] * ratio);
  for (const key of EXACT) if (cache[key] !== undefined) cache[key] *= ratio;
  cache.tokenRatio = ratio;
  cache.lastBilled = usage.last;
}
