import type { Policy } from "./policy.js";
import type { Report, SkipReason, Wire } from "./report.js";

/** Whether a policy leaves every request as it is, so that none needs to be read. */
export function isDisabled({ settings }: Policy): boolean {
  return !settings.enabled || settings.mask.windowTurns <= 0 || settings.cache.strategy === "off";
}

/** For people: why a policy leaves every request as it is. */
export const DISABLED_DETAIL =
  "the policy masks nothing: enabled is false, mask.windowTurns is 0 or less, or cache.strategy is off";

/** What the report of a request that passed through tells. */
export interface SkipFacts {
  backend: Report["backend"];
  policy: Policy;
  /** `performance.now()` at the start. */
  startedAt: number;
  /** Undefined for a request that is no bytes. */
  bytes: number | undefined;
  reason: SkipReason;
  detail: string;
  wire?: Wire | undefined;
}

/** The report of a request that passed through: all counts are 0. */
export function skipReport(facts: SkipFacts): Report {
  const { bytes } = facts;
  return {
    wire: facts.wire,
    backend: facts.backend,
    changed: false,
    skipped: facts.reason,
    skippedDetail: facts.detail,
    invariantStatus: "ok",
    fits: true,
    ...(bytes === undefined ? {} : { bytes: { before: bytes, after: bytes } }),
    messageCount: 0,
    toolTurnCount: 0,
    toolResultCount: 0,
    maskedCount: 0,
    maskedChars: 0,
    clippedCount: 0,
    clippedChars: 0,
    cache: { strategy: facts.policy.settings.cache.strategy },
    elapsedMicros: Math.round((performance.now() - facts.startedAt) * 1000),
    decisions: [],
  };
}
