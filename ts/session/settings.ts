import { TamisError } from "../base/errors.js";
import { check, checkKeys, isCount } from "../base/option-check.js";
import type { CondensationOptions } from "../condensation/index.js";
import type { SummaryModel } from "../llm/index.js";
import type { Policy, PolicyInput } from "../policy/policy.js";
import type { Calibration } from "../tokens/calibration.js";

/** How tokens are measured: by the estimate (corrected by bills), as ⌈chars / 4⌉, or by a function of a text. */
export type TokenMeasure = "estimate" | "chars4" | ((text: string) => number);

/** How a session keeps itself within its limit. */
export interface ContextSessionOptions {
  /** Context limit in tokens. */
  maxTokens: number;
  /** Session turns (of user and assistant) that every trim keeps at the beginning. @default 2 */
  keepFirst?: number | undefined;
  /** Session turns that every trim keeps at the end. @default 10 */
  keepLast?: number | undefined;
  /** Share of `maxTokens` at which it warns and trims before the next prompt. A trim ends below it. @default 0.8 */
  warnAt?: number | undefined;
  /** Share of `maxTokens` for the urgent warning. @default 0.9 */
  urgentAt?: number | undefined;
  /** How tokens are counted. @default "estimate" */
  tokens?: TokenMeasure | undefined;
  /** At the limit: drop turns in the middle, or first reduce by `policy`, or condense. @default "trim" */
  onLimit?: "trim" | "reduce" | "condense" | undefined;
  /**
   * For `onLimit: "condense"`: provider, settings, handler. A function is asked before each condensation, so that changed
   * settings count from then on.
   *
   * @default the native provider, with extracts
   */
  condensation?: CondensationOptions | (() => CondensationOptions) | undefined;
  /** For `onLimit: "reduce"` and `reduce()`. @default masks every old result */
  policy?: PolicyInput | Policy | undefined;
  /** Writes summaries for `reduce()`, where the policy has them. @default none: summaries are extracts */
  summarize?: SummaryModel | undefined;
  /** The model spoken to: decides encoding, calibration and price. @default none: no calibration and no price */
  model?: string | undefined;
  /** Learned ratios of the models' tokens to the estimate. Sessions may share one. @default a new one */
  calibration?: Calibration | undefined;
  /** The session's id. @default a random UUID */
  id?: string | undefined;
  /** The assistant's name in every export. @default "tamis" */
  agent?: string | undefined;
  /** A name for people. @default none */
  name?: string | undefined;
  /** The system prompt: the first turn, kept by `clear()`. @default none */
  systemPrompt?: string | undefined;
}

/** Options with their defaults. */
export type SessionSettings = {
  [Key in "maxTokens" | "keepFirst" | "keepLast" | "warnAt" | "urgentAt" | "tokens" | "onLimit"]-?: NonNullable<
    ContextSessionOptions[Key]
  >;
} & { condensation: ContextSessionOptions["condensation"] };

const KEYS: readonly (keyof ContextSessionOptions)[] = [
  ...(["maxTokens", "keepFirst", "keepLast", "warnAt", "urgentAt", "tokens", "onLimit", "policy"] as const),
  ...(["condensation", "summarize", "model", "calibration", "id", "agent", "name", "systemPrompt"] as const),
];

/**
 * Checks options and fills in the defaults.
 *
 * @throws TamisError `OPTION_INVALID`.
 */
export function resolveSettings(options: ContextSessionOptions): SessionSettings {
  if (typeof options !== "object" || options === null) {
    throw new TamisError("OPTION_INVALID", "options: expected an object with maxTokens");
  }
  checkKeys(options, KEYS);
  const isShare = (value: unknown) => typeof value === "number" && value > 0 && value <= 1;
  const isTextOrNone = (value: unknown) => value === undefined || (typeof value === "string" && value !== "");
  const isMeasure = (value: unknown) => value === "estimate" || value === "chars4" || typeof value === "function";
  for (const key of ["id", "agent", "name", "model", "systemPrompt"] as const) {
    check(key, options[key], isTextOrNone, "a text that is not empty");
  }
  const { keepFirst = 2, keepLast = 10, warnAt = 0.8, urgentAt = 0.9, tokens = "estimate", onLimit = "trim" } = options;
  const isWay = (value: unknown) => value === "trim" || value === "reduce" || value === "condense";
  const settings: SessionSettings = {
    maxTokens: check("maxTokens", options.maxTokens, isCount(1), "a whole number of 1 or more"),
    keepFirst: check("keepFirst", keepFirst, isCount(0), "a whole number of 0 or more"),
    keepLast: check("keepLast", keepLast, isCount(1), "a whole number of 1 or more"),
    warnAt: check("warnAt", warnAt, isShare, "a share above 0, at most 1"),
    urgentAt: check("urgentAt", urgentAt, isShare, "a share above 0, at most 1"),
    tokens: check("tokens", tokens, isMeasure, '"estimate", "chars4" or a function of a text'),
    condensation: options.condensation,
    onLimit: check("onLimit", onLimit, isWay, '"trim", "reduce" or "condense"'),
  };
  if (settings.urgentAt < settings.warnAt) {
    throw new TamisError("OPTION_INVALID", "options.urgentAt: expected at least warnAt");
  }
  return settings;
}
