// A policy on another day than that of the release: the facts that were other then come as rows of the policy's own.
import { FACTS } from "../models/rows.js";
import { DerivedPolicies } from "../policy/derived-policies.js";
import type { Policy } from "../policy/policy.js";

const dated = new DerivedPolicies();

/**
 * The policy with the facts of a day, in front of which the user's own rows stay. The same object for all days between two
 * dates, and the policy itself where nothing has changed up to the release.
 *
 * @param day Such as `2026-11-28`. @default the day of the release
 */
export function policyAt(policy: Policy, day: string | undefined): Policy {
  if (day === undefined) return policy;
  const rows = FACTS.changedOn(day);
  if (rows.length === 0) return policy;
  return dated.of(policy, FACTS.beginOf(day), () => ({ models: [...policy.settings.models, ...rows] }));
}
