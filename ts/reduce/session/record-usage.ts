// Gives a provider's bill to a session. Later reports count with it. Decisions never use it, so that no bill moves the
// boundary of masking.
import { TamisError } from "../../base/errors.js";
import type { CacheReport } from "../../contract/cache-report.js";
import type { Report, Wire } from "../../contract/report.js";
import { type SessionState, type SessionUsage, sessionProblem } from "../../contract/session-state.js";
import { createCalibration } from "../../tokens/calibration.js";
import { estimateRequest } from "../../tokens/index.js";
import { readUsage, splitBill } from "../../tokens/usage.js";

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
/** The bill of a smaller request is mostly what providers add to every request, so it teaches no ratio. */
const LEAST_TOKENS = 2_000;

/**
 * Gives a session the bill of its last request. From then on, the token counts in `report.cache` and `report.cost` of
 * later requests are corrected by the ratio of billed to estimated tokens, learned from requests of 2,000 estimated
 * tokens and more. Measures the request.
 *
 * @returns False, with no ratio learned, if the model is missing, or the usage is missing, not understood or
 * impossible. If it is not understood, the next report has the reason in `cache.billProblem`, and no `lastBilled`.
 * @throws TamisError `OPTION_INVALID` for an invalid state.
 */
export function recordUsage(session: SessionState, { request, usage, model, wire }: RecordedUsage): boolean {
  const problem = sessionProblem(session);
  if (problem !== undefined) throw new TamisError("OPTION_INVALID", `session: ${problem}`);
  const read = readUsage(usage, wire);
  const models = session.usage?.models ?? [];
  if ("problem" in read) {
    const isUntouched = read.isMissing === true && session.usage == null;
    if (!isUntouched) session.usage = { models, last: null, problem: read.problem };
    return false;
  }
  const named = { ...(model === undefined ? {} : { model }), ...(wire === undefined ? {} : { wire }) };
  const measured = estimateRequest(request, { ...named, allowUnknown: true });
  const name = model ?? measured.model;
  if (name === undefined) return false;
  const calibration = calibrationOf(models);
  const { promptTokens } = read;
  const estimatedTokens = measured.totalTokens;
  // Of a provider that counted another request than this one no prompt is known.
  if (promptTokens !== undefined && estimatedTokens >= LEAST_TOKENS) {
    const isLearned = calibration.observe({ model: name, estimatedTokens, usage: { prompt_tokens: promptTokens } });
    if (!isLearned) return false;
  }
  session.usage = { models: calibration.toJSON().models, last: splitBill(read.billed) };
  return true;
}

const calibrationOf = (models: SessionUsage["models"]) =>
  createCalibration({ maxModels: MOST_MODELS, from: { version: 1, models: [...models] } });

const WHOLE = ["keptTokens", "lostTokens", "savedTokens", "waitingTokens"] as const satisfies (keyof CacheReport)[];
const EXACT = ["carried", "netSaving"] as const satisfies (keyof CacheReport)[];

/** Corrects the token counts in a report's account of the cache, and adds the ratio and the last bill. */
export function correctReport({ cache, model }: Report, usage: SessionUsage | null | undefined): void {
  if (usage == null) return;
  if (usage.last !== null) cache.lastBilled = usage.last;
  if (usage.problem !== undefined) cache.billProblem = usage.problem;
  // Of another model nothing was learned.
  if (model === undefined || !usage.models.some((one) => one.model === model)) return;
  const ratio = calibrationOf(usage.models).ratio(model);
  for (const key of WHOLE) if (cache[key] !== undefined) cache[key] = Math.round(cache[key] * ratio);
  for (const key of EXACT) if (cache[key] !== undefined) cache[key] *= ratio;
  cache.tokenRatio = ratio;
}
