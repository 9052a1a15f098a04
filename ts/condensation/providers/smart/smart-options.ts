import { isRecord } from "../../../text/json-value.js";
import type { ConsolidationRule } from "../../lossless/consolidation/rules.js";
import { IMPORTANCE_WEIGHTS, type ImportanceWeights } from "../../lossy/tree-scoring/score.js";
import { refuse } from "../base/check-arguments.js";

/** Weights of importance; those that are left out are the package's. */
export type ImportanceWeightsInput = Partial<Omit<ImportanceWeights, "base">> & {
  /** Score of a block by its type alone. @default the package's, type by type */
  base?: Partial<ImportanceWeights["base"]> | undefined;
};

/** What a smart provider may be made with. */
export interface SmartProviderOptions {
  /** Which results are consolidated, and how. @default CONSOLIDATION_RULES */
  consolidationRules?: readonly ConsolidationRule[] | undefined;
  /** How importance is scored. @default IMPORTANCE_WEIGHTS */
  importance?: ImportanceWeightsInput | undefined;
  /** Whether reports have the score of every block. @default false */
  explain?: boolean | undefined;
}

/** All weights. @throws TamisError `OPTION_INVALID` for weights that are none. */
export function weightsOf(given: unknown): ImportanceWeights | undefined {
  if (given === undefined) return undefined;
  if (!isRecord(given)) refuse("importance", "an object of weights", given);
  const { base = {}, ...others } = given;
  if (!isRecord(base)) refuse("importance.base", "an object of weights", base);
  const weights = {
    ...merged(IMPORTANCE_WEIGHTS, others, "importance"),
    base: merged(IMPORTANCE_WEIGHTS.base, base, "importance.base"),
  } as ImportanceWeights;
  if (weights.halfLife <= 0) refuse("importance.halfLife", "a number above 0", weights.halfLife);
  return weights;
}

function merged(defaults: object, given: Readonly<Record<string, unknown>>, path: string): object {
  const all: Record<string, unknown> = { ...defaults };
  for (const [key, value] of Object.entries(given)) {
    if (value === undefined) continue;
    if (!Object.hasOwn(defaults, key)) refuse(`${path}.${key}`, `one of ${Object.keys(defaults).join(", ")}`, key);
    if (typeof value !== "number" || !Number.isFinite(value)) refuse(`${path}.${key}`, "a number", value);
    all[key] = value;
  }
  return all;
}
