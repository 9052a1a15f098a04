// How far a model's own counts are from the estimate, learned from what its provider bills.
import { TamisError } from "../base/errors.js";
import type { Wire } from "../contract/report.js";
import { parseUsage } from "./usage.js";

/** One request whose bill is known. */
export interface Observation {
  model: string;
  /** The estimate of the whole request, in tokens. */
  estimatedTokens: number;
  /** The provider's `usage`, as `parseUsage` takes it. */
  usage: unknown;
  wire?: Wire;
}

/** What a calibration knows of a model. */
export interface CalibratedModel {
  model: string;
  /** Billed input tokens by estimated ones. */
  ratio: number;
  /** Requests learned from. */
  observations: number;
}

/** The state of a calibration as plain JSON. */
export interface CalibrationState {
  version: 1;
  /** Not used for longest first. The sums fade with each request. */
  models: { model: string; billed: number; estimated: number; observations: number }[];
}

/** A ratio for each model. It corrects reports; decisions are always made on the uncorrected estimate. */
export interface Calibration {
  /** Learns from a request; false, and nothing learned, where the numbers are missing or impossible. */
  observe(observation: Observation): boolean;
  /** Billed tokens by estimated ones; 1 for a model not seen. */
  ratio(model: string): number;
  /** An estimate, corrected and rounded. */
  correct(model: string, estimatedTokens: number): number;
  models(): CalibratedModel[];
  toJSON(): CalibrationState;
}

/** What is left of earlier requests at each new one: the last ten or so decide. */
const FADE = 0.9;
/** A ratio outside is a wrong model name, an estimate of something else, or a defect; never a tokenizer. */
const LEAST_RATIO = 0.25;
const MOST_RATIO = 4;
const DEFAULT_MAX_MODELS = 64;

type Model = CalibrationState["models"][number];

/**
 * Makes a calibration. It lives in this object alone: whoever holds it decides what learns from what, and keeps it
 * over restarts with `JSON.stringify` and `from`.
 *
 * @param options.maxModels Most models remembered; the one not used for longest goes first. @default 64
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
