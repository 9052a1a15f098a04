// What a policy's budget means for one request: shares of a context limit become tokens.
import type { ReduceOptions } from "../contract/backend.js";
import type { Report } from "../contract/report.js";
import { factsOf } from "../models/facts.js";
import { readModelName } from "../models/name.js";
import { DerivedPolicies } from "../policy/derived-policies.js";
import type { Policy, PolicySettings } from "../policy/policy.js";
import { contextLimitOf } from "../pricing/prices.js";
import { policyAt } from "./as-of.js";
import type { Call } from "./calls.js";

/** The source of a context limit, of which a budget is a share. */
export interface ContextSource {
  /** The model's context limit in tokens; wins over the price list. */
  contextTokens?: number | undefined;
  /** The model's name. */
  model?: string | undefined;
}

/** True where the policy has a share of a context limit in it. */
export function needsContext({ settings }: Policy): boolean {
  return settings.budget?.fraction !== undefined;
}

/**
 * The same policy with shares turned into tokens: the lower of `budget.tokens` and `budget.fraction`. Where the context
 * limit is not known, shares limit nothing.
 */
export function resolveContext(policy: Policy, source: ContextSource): Policy {
  const { budget } = policy.settings;
  if (budget === undefined || !needsContext(policy)) return policy;
  const contextTokens = contextTokensOf(policy, source);
  return resolved.of(policy, String(contextTokens), () => ({ budget: resolveBudget(budget, contextTokens) }));
}

/**
 * The context limit that a policy's shares are of, in tokens; undefined for an unknown model. The caller's, else what the
 * name itself says, else the table of models' for a model that it lists, else the price list's, else that of the vendor's
 * newest.
 */
export function contextTokensOf(
  { settings }: Policy,
  { contextTokens, model: asked }: ContextSource,
): number | undefined {
  if (contextTokens !== undefined) return contextTokens;
  const model = settings.budget?.model ?? asked;
  if (model === undefined) return undefined;
  const said = readModelName(model).contextTokens;
  if (said !== undefined) return said;
  const { row, by } = factsOf({ model }, settings.models);
  if (by === "name") return row.inputTokens ?? row.contextTokens;
  return contextLimitOf(model) ?? (by === "vendor" ? (row.inputTokens ?? row.contextTokens) : undefined);
}

const resolved = new DerivedPolicies();

type Budget = NonNullable<PolicySettings["budget"]>;

function resolveBudget(budget: Budget, contextTokens: number | undefined): Budget {
  const { fraction, ...rest } = budget;
  if (fraction === undefined || contextTokens === undefined) return rest;
  const share = Math.max(1, Math.floor(fraction * contextTokens));
  return { ...rest, tokens: Math.min(share, budget.tokens ?? share) };
}

/** A call whose budget has only what backends know: tokens. */
export interface PreparedCall {
  policy: Policy;
  options: ReduceOptions;
  /** The caller did not ask for chars and tokens. */
  hidesSizes?: boolean;
}

/** Shares become tokens; for a budget in chars the report has to have them. */
export function prepareCall(call: Pick<Call<unknown>, "policy" | "options" | "describe">): PreparedCall {
  const { options } = call;
  // A session says itself which day counts.
  const policy = options.session === undefined ? policyAt(call.policy, options.asOf) : call.policy;
  const { budget } = policy.settings;
  const isShare = needsContext(policy);
  if (budget?.chars === undefined && !isShare) return { policy, options };
  const known = options.contextTokens !== undefined || budget?.model !== undefined;
  const model = options.model ?? (isShare && !known ? call.describe()?.model : undefined);
  const resolved = resolveContext(policy, { contextTokens: options.contextTokens, model });
  if (budget?.chars === undefined) return { policy: resolved, options };
  const { tokens = false } = options;
  return { policy: resolved, options: { ...options, tokens: tokens || true }, hidesSizes: tokens === false };
}

/** Says in the report whether a budget in chars is met. */
export function checkLimits<T extends { report: Report }>(result: T, { policy, hidesSizes }: PreparedCall): T {
  const limit = policy.settings.budget?.chars;
  const { report } = result;
  if (limit === undefined || report.chars === undefined) return result;
  report.fits &&= report.chars.after <= limit;
  if (hidesSizes === true) {
    delete report.chars;
    delete report.tokens;
  }
  return result;
}
