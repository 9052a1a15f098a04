import type { Policy } from "./policy.js";
import type { BeforeAfter, Report, SkipReason, Wire } from "./report.js";

/** Whether a policy leaves every request as it is, so that none needs to be read. */
export function isDisabled({ settings }: Policy): boolean {
  return !settings.enabled || settings.mask.windowTurns <= 0 || settings.cache.strategy === "off";
}

/** For people: why a policy leaves every request as it is. */
export const DISABLED_DETAIL =
  "the policy masks nothing: enabled is false, mask.windowTurns is 0 or less, or cache.strategy is off";

/** For people: JSON that holds no request. */
export const NO_CONVERSATION_DETAIL =
  "the JSON has no list of messages at its top level; send a request of a supported wire (openai-chat)";

/** For people: a request in another wire, or, where none could be told, in a mix of two. */
export function unsupportedWireDetail(wire: Wire | undefined): string {
  return wire === undefined
    ? "the messages mix OpenAI and Anthropic shapes; name the wire in options.wire if it is openai-chat"
    : `requests in the wire ${wire} cannot be reduced yet; supported: openai-chat`;
}

/** A defect must never cost the caller a request: whatever `run` throws becomes a skip. */
export function guarded<T>(backend: Report["backend"], run: () => T, otherwise: (skip: Skip) => T): T {
  try {
    return run();
  } catch (error) {
    const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return otherwise({
      reason: "internal_error",
      detail: `a defect in the ${backend} backend (${what.slice(0, 200)}); the request is untouched; please report it`,
    });
  }
}

/** What any report needs, whatever happened. */
export interface ReportBasis {
  backend: Report["backend"];
  policy: Policy;
  /** `performance.now()` at the start. */
  startedAt: number;
  /** Undefined for a request that is no bytes. */
  bytes: BeforeAfter | undefined;
}

/** Why a request passed through as it is. */
export interface Skip {
  reason: SkipReason;
  detail: string;
  wire?: Wire | undefined;
}

/** The report of a request that passed through: all counts are 0. */
export function skipReport(basis: ReportBasis, { reason, detail, wire }: Skip): Report {
  return { ...blankReport(basis, wire), skipped: reason, skippedDetail: detail };
}

/** A report in which nothing has happened yet. */
export function blankReport(basis: ReportBasis, wire: Wire | undefined): Report {
  return {
    wire,
    backend: basis.backend,
    changed: false,
    invariantStatus: "ok",
    fits: true,
    ...(basis.bytes === undefined ? {} : { bytes: basis.bytes }),
    messageCount: 0,
    toolTurnCount: 0,
    toolResultCount: 0,
    maskedCount: 0,
    maskedChars: 0,
    clippedCount: 0,
    clippedChars: 0,
    cache: { strategy: basis.policy.settings.cache.strategy },
    elapsedMicros: Math.round((performance.now() - basis.startedAt) * 1000),
    decisions: [],
  };
}

/** `report.chars` and `report.tokens` of a text of `before` chars of which `removed` go. */
export function textSizes(before: number, removed: number): Required<Pick<Report, "chars" | "tokens">> {
  const after = before - removed;
  return {
    chars: { before, after },
    tokens: { before: Math.ceil(before / 4), after: Math.ceil(after / 4), method: "chars4" },
  };
}
