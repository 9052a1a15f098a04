import { policyInvalid } from "../base/issues.js";
import type { CompiledPolicy } from "../binding/binding.js";
import { arrivalOf, dedupeOf, definitionsOf, digestOf, masks } from "../contract/report-basis.js";
import {
  handleFolderOf,
  handleKeyOf,
  type Policy,
  pinsOfCalls,
  pinsOfResults,
  resolveToolRule,
} from "../policy/policy.js";
import references from "../policy/references.json" with { type: "json" };
import { scaled } from "../wires/cache-facts.js";
import type { Addon } from "./addon.js";

/** Texts of some tools' answers that refer to an earlier result, by globs over whole tool names. */
const REFERENCE_RULES = references.map(({ tools, texts }) => ({ tools, texts }));

/**
 * The policy as the engine has it.
 *
 * @throws TamisError `POLICY_INVALID` for settings that the engine does not know.
 */
export function compileNative(addon: Addon, policy: Policy): CompiledPolicy {
  try {
    return new addon.CompiledPolicy(nativePolicyJson(policy));
  } catch (error) {
    const { code, message } = Object(error) as { code?: string; message?: string };
    if (code !== "InvalidArg") throw error;
    throw policyInvalid([{ path: "", message: `the native backend does not know these settings: ${message}` }]);
  }
}

function argumentsOf({ settings }: Policy): object {
  const { args } = settings;
  if (args === null) return {};
  const digest = args.digest && { maxChars: args.digest.maxChars, ratio: scaled(args.digest.ratio) };
  return { args: { ...args, digest, pins: pinsOfCalls(settings) } };
}

const roleNamesOf = ({ settings }: Policy): [role: string, glob: string][] =>
  Object.entries(settings.roles).flatMap(([role, globs]) => globs.map((glob): [string, string] => [role, glob]));

/** The settings that the engine compiles, as JSON: tool rules in the user's order, with the policy's values filled in. */
export function nativePolicyJson(policy: Policy): string {
  const { mask: allOfMask, dispatch, cache, models, budget, repairSurrogates } = policy.settings;
  const { roles: knowsRoles, workingSetFiles, ...mask } = allOfMask;
  const arrival = arrivalOf(policy);
  const dedupe = dedupeOf(policy) ?? null;
  const digest = digestOf(policy);
  const tools = Object.entries(mask.tools).map(([glob, rule]) => [glob, resolveToolRule(allOfMask, rule)]);
  const prices =
    cache.prices === "auto" ? null : { read: scaled(cache.prices.read), write: scaled(cache.prices.write) };
  return JSON.stringify({
    mask: {
      ...mask,
      references: REFERENCE_RULES,
      tools,
      digest: digest === undefined ? null : { maxChars: digest.maxChars, ratio: scaled(digest.ratio) },
    },
    masks: masks(policy),
    repairSurrogates,
    most: { bytes: budget?.bytes ?? null, images: budget?.images ?? null },
    dispatch: dispatch.enabled ? { maxChars: dispatch.maxChars, tools: dispatch.tools } : null,
    ...(arrival === undefined ? {} : { arrival: { ...arrival, lineNumbers: arrival.lineNumbers || null, dedupe } }),
    pins: pinsOfResults(policy.settings),
    handleKey: handleKeyOf(policy.settings) ?? null,
    handleFolder: handleFolderOf(policy.settings) ?? null,
    tools: definitionsOf(policy) ?? null,
    roles: knowsRoles ? { names: roleNamesOf(policy), workingSetFiles } : null,
    ...argumentsOf(policy),
    cache: {
      strategy: cache.strategy === "off" ? "every-turn" : cache.strategy,
      prices,
      models,
      thinking: cache.thinking,
      rent: scaled(cache.rent),
      anchor: cache.anchor,
      budget: budget?.tokens === undefined ? null : { tokens: budget.tokens, clearAtLeast: budget.clearAtLeast ?? 0 },
    },
  });
}
