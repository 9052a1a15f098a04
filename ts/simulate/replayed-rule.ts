import { factsOf } from "../models/facts.js";
import type { ModelRow } from "../models/rows.js";
import { DerivedPolicies } from "../policy/derived-policies.js";
import type { Policy } from "../policy/policy.js";
import { policyAt } from "../reduce/as-of.js";
import { SCALE, scaled } from "../wires/cache-facts.js";
import { WIRES } from "../wires/index.js";
import type { CacheRule } from "./cache-rule.js";
import type { Session } from "./trace.js";

/** A policy, and the model that requests name, such that `reduceBody` believes the rule by which they are billed. */
interface ReplayedRule {
  /** Differs where the policy or the model do. */
  key: string;
  policy: Policy;
  model?: string;
}

/** The name of a model that only the replay has. */
const REPLAYED = "replayed";

const replays = new DerivedPolicies();

/** @param rule Undefined for a policy whose moves do not depend on it. */
export function ruleOfRequests(
  { wire, model = "", asOf }: Session,
  settings: Policy,
  rule: CacheRule | undefined,
): ReplayedRule {
  const policy = policyAt(settings, asOf);
  const { cache, models } = policy.settings;
  if (rule === undefined || cache.strategy === "every-turn" || cache.strategy === "off") return { key: "", policy };
  const { row } = factsOf({ model, wire: WIRES.of(wire).key }, models);
  const own = { read: rule.read / SCALE, write: rule.write / SCALE };
  const prices = cache.prices === "auto" ? own : cache.prices;
  if (isLike(rule, row)) {
    const key = `${prices.read}/${prices.write}`;
    return { key, policy: replays.of(policy, key, () => ({ cache: { ...cache, prices } })) };
  }
  const key = JSON.stringify([prices, rule.minimumTokens, rule.finding, rule.dear, row.id]);
  const replayed: ModelRow = {
    ...row,
    names: [REPLAYED],
    cache: {
      ...row.cache,
      ...own,
      minimumTokens: rule.minimumTokens,
      finding: rule.finding === "none" ? row.cache.finding : rule.finding,
    },
    dear: rule.dear,
  };
  const changed = () => ({ cache: { ...cache, prices }, models: [replayed, ...models] });
  return { key, policy: replays.of(policy, key, changed), model: REPLAYED };
}

const isLike = (rule: CacheRule, { cache, dear }: ModelRow): boolean =>
  rule.minimumTokens === cache.minimumTokens &&
  rule.finding === cache.finding &&
  rule.dear?.aboveTokens === dear?.aboveTokens &&
  scaled(rule.dear?.times ?? 1) === scaled(dear?.times ?? 1);
