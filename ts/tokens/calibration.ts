// Learns from bills how far a model's own token counts are from the estimate.
import { TamisError } from "../base/errors.js";
import type { Wire } from "../contract/report.js";
import { parseUsage } from "./usage.js";

/** One request with a known bill. */
export interface Observation {
  /** The model's name, as the provider spells it. */
  model: string;
  /** The estimate of the whole request, in tokens. */
  estimatedTokens: number;
  /** The provider's `usage`, in any form that `parseUsage` accepts. */
  usage: unknown;
  /** The wire of the usage. @default by the usage's shape */
  wire?: Wire;
}

/** A calibration's knowledge of a model. */
export interface CalibratedModel {
  /** The model's name. */
  model: string;
  /** Billed input tokens divided by estimated ones. */
  ratio: number;
  /** Requests that it learned from. */
  observations: number;
}

/** The state of a calibration as plain JSON. */
export interface CalibrationState {
  /** Version of this shape. */
  version: 1;
  /** In order of use, the least recently used first. The sums fade with each request. */
  models: { model: string; billed: number; estimated: number; observations: number }[];
}

/** A ratio for each model. It corrects reports; decisions always use the uncorrected estimate. */
export interface Calibration {
  /** Learns from a request. Returns false, and learns nothing, if numbers are missing or impossible. */
  observe(observation: Observation): boolean;
  /** Billed tokens divided by estimated ones; 1 for a model not seen. */
  ratio(model: string): number;
  /** Estimated tokens that the ratio was learned from, as a fading sum; 0 for a model not seen. */
  learnedTokens(model: string): number;
  /** An estimate, corrected and rounded. */
  correct(model: string, estimatedTokens: number): number;
  /** Every model that is known, with what was learned. */
  models(): CalibratedModel[];
  /** The state as plain JSON, to go on from later. */
  toJSON(): CalibrationState;
}

/** Each new request fades the earlier ones to this share, so that about the last ten decide. */
const FADE = 0.9;
/**
 * A ratio outside these limits means a wrong model name, an estimate of another request, or a defect; no tokenizer
 * differs so much.
 */
const LEAST_RATIO = 0.25;
const MOST_RATIO = 4;
const DEFAULT_MAX_MODELS = 64;

type Model = CalibrationState["models"][number];

/**
 * Creates a calibration. It lives in this object alone: the owner decides who learns from what, and saves it over
 * restarts with `JSON.stringify` and `from`.
 *
 * @param options.maxModels Most models remembered; the least recently used goes first. @default 64
 * @param options.from The state of an earlier calibration.
 * @throws TamisError `OPTION_INVALID`.
 */
export function createCalibration(options: { maxModels?: number; from?: CalibrationState } = {}): Calibration {
  const { maxModels = DEFAULT_MAX_MODELS, from } = options;
  if (!Number.isInteger(maxModels) || maxModels < 1) {
    throw new TamisError("OPTION_INVALID", "maxModels: expected an integer of at least 1");
  }
  const known = new Map<string, Model>();
  const keep = (model: Model): void => {
    known.delete(model.model);
    known.set(model.model, model);
    const [oldest] = known.size > maxModels ? known.keys() : [];
    if (oldest !== undefined) known.delete(oldest);
  };
  for (const model of from === undefined ? [] : checkState(from)) keep(model);
  const ratio = (model: string): number => {
    const found = known.get(model);
    return found === undefined ? 1 : found.billed / found.estimated;
  };
  return {
    observe: ({ model, estimatedTokens, usage, wire }) => {
      const billed = parseUsage(usage, wire)?.inputTokens;
      if (typeof model !== "string" || model === "" || !isPossible(billed, estimatedTokens)) return false;
      const before = known.get(model) ?? { billed: 0, estimated: 0, observations: 0 };
      keep({
        model,
        billed: before.billed * FADE + billed,
        estimated: before.estimated * FADE + estimatedTokens,
        observations: before.observations + 1,
      });
      return true;
    },
    ratio,
    learnedTokens: (model) => known.get(model)?.estimated ?? 0,
    correct: (model, estimatedTokens) => Math.round(estimatedTokens * ratio(model)),
    models: () =>
      Array.from(known.values(), ({ model, observations }) => ({ model, ratio: ratio(model), observations })),
    toJSON: () => ({ version: 1, models: Array.from(known.values(), (model) => ({ ...model })) }),
  };
}

function isPossible(billed: number | undefined, estimated: number): billed is number {
  if (billed === undefined || !Number.isFinite(billed) || !Number.isFinite(estimated)) return false;
  if (billed <= 0 || estimated <= 0) return false;
  return billed / estimated >= LEAST_RATIO && billed / estimated <= MOST_RATIO;
}

function checkState(state: CalibrationState): Model[] {
  const fail = (path: string, expected: string): never => {
    throw new TamisError("OPTION_INVALID", `${path}: expected ${expected}; give what toJSON() of a calibration gave`);
  };
  if (typeof state !== "object" || state === null || state.version !== 1) fail("from.version", "1");
  if (!Array.isArray(state.models)) fail("from.models", "a list");
  return state.models.map((entry, at) => {
    const { model, billed, estimated, observations } = entry ?? {};
    const ok = typeof model === "string" && isPossible(billed, estimated) && Number.isSafeInteger(observations);
    return ok ? { model, billed, estimated, observations } : fail(`from.models[${at}]`, "a model with its sums");
  });
}
