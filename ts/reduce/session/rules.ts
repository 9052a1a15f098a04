// The rules of a session: what its decisions depend on beside the requests' own messages.

import { getOrInsert } from "../../base/maps.js";
import type { SessionFacts } from "../../contract/session-facts.js";
import type { SessionStart } from "../../contract/session-state.js";
import { checkSettings, type Policy, type SettingsInput, withSettings } from "../../policy/policy.js";
import { SCALE } from "../../wires/cache-facts.js";
import { WIRES } from "../../wires/index.js";
import { type Pricing, pricingAt } from "../../wires/pricing.js";

export interface SessionRules {
  fingerprint: string;
  policy: Policy;
  /** The model's name, in the request or from the caller. */
  model: string | null;
  pricing: Pricing;
}

/** The rules of a call whose request has these facts. */
export function rulesOf(
  policy: Policy,
  facts: SessionFacts,
  model: string | null,
  host: string | undefined,
): SessionRules {
  const { hourly, marked, controls, byHand, signed } = facts;
  const markers = { any: marked, controls, hourly, inFront: 0, isAutomatic: false, breakpoints: [] };
  const destination = { wire: WIRES.of(facts.wire), model: model ?? undefined, host };
  const pricing = pricingAt(destination, { byHand, isSigned: () => signed }, policy.settings, markers);
  return { fingerprint: fingerprintOf(policy, pricing, hourly), policy, model, pricing };
}

const fingerprints = new WeakMap<Policy, Map<string, string>>();

/** Whether decisions are only reported does not count. */
function fingerprintOf(policy: Policy, pricing: Pricing, hourly: boolean): string {
  const known = getOrInsert(fingerprints, policy, () => new Map<string, string>());
  const { prices, anchorPlace, limits } = pricing;
  const { goes, checks, drops } = pricing.thinking;
  const lifetime = prices === undefined ? null : hourly;
  const sizes = [limits.minimumTokens, limits.dear?.aboveTokens, limits.dear?.times, limits.lookBackUnits];
  const name = JSON.stringify([prices?.read, prices?.write, lifetime, anchorPlace, goes, checks, drops, sizes]);
  const found = known.get(name);
  if (found !== undefined) return found;
  const { hash } = process.getBuiltinModule("node:crypto");
  const { mode: _, ...settings } = policy.settings;
  const made = hash("sha256", JSON.stringify([settings, name])).slice(0, 32);
  known.set(name, made);
  return made;
}

export function startBy(
  { fingerprint, policy, model, pricing: { prices } }: SessionRules,
  place: Pick<SessionStart, "step" | "callId" | "moved" | "binds">,
): SessionStart {
  const relative = prices && { read: prices.read / SCALE, write: prices.write / SCALE };
  return { ...place, fingerprint, model, prices: relative ?? null, policy: policy.settings };
}

const MOST_KEPT = 100;
const kept = new Map<string, Policy | null>();

/**
 * The policy of a start, with the prices of then, for a call in the mode of `policy`; undefined if this version of Tamis
 * cannot read it.
 */
export function policyOf(start: SessionStart, { settings: { mode } }: Policy): Policy | undefined {
  const name = `${mode} ${start.fingerprint}`;
  const known = kept.get(name) ?? madeOf(start, mode);
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(name, known);
  return known ?? undefined;
}

function madeOf({ policy, prices }: SessionStart, mode: Policy["settings"]["mode"]): Policy | null {
  const checked = checkSettings({ ...policy, mode } as SettingsInput);
  if (!checked.ok) return null;
  const { cache } = checked.policy.settings;
  const fixed = prices === null ? { ...cache, strategy: "every-turn" as const } : { ...cache, prices: { ...prices } };
  return withSettings(checked.policy, { cache: fixed });
}
