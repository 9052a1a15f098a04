import { microsSince } from "../base/clock.js";
import { TamisError } from "../base/errors.js";
import { type ArrivalSettings, isArrivalOn, type Keep } from "../policy/arrival.js";
import type { Policy, PolicySettings } from "../policy/policy.js";
import type { BeforeAfter, Original, Reduction, Report, SkipReason, Wire } from "./report.js";

/** Whether a policy leaves every request unchanged, so that none needs to be read. */
export function isDisabled(policy: Policy): boolean {
  const { mode, repairSurrogates } = policy.settings;
  const isIdle = !masks(policy) && arrivalOf(policy) === undefined && definitionsOf(policy) === undefined;
  return mode === "off" || (!repairSurrogates && isIdle);
}

/** The kinds of reduction at arrival; undefined if there are none. A window of 0 or less changes nothing. */
export function arrivalOf({ settings }: Pick<Policy, "settings">): ArrivalSettings | undefined {
  const { mode, mask, arrival } = settings;
  return mode !== "off" && mask.windowTurns > 0 && isArrivalOn(arrival) ? arrival : undefined;
}

/** What is done to definitions of tools; undefined if they stay. A window of 0 or less changes nothing. */
export function definitionsOf({ settings }: Pick<Policy, "settings">): DefinitionSettings | undefined {
  const { mode, mask, tools } = settings;
  const isOn = tools.schema || tools.maxDescriptionChars !== null || tools.defer.length > 0;
  return mode !== "off" && mask.windowTurns > 0 && isOn ? tools : undefined;
}

export type DefinitionSettings = PolicySettings["tools"];

/**
 * Which of several equal contents stays while the others point to it; undefined if all stay. Where a cache is kept, what
 * was sent is not changed for the sake of what follows, so the first one stays.
 */
export function dedupeOf(policy: Pick<Policy, "settings">): Keep | undefined {
  const wanted = arrivalOf(policy)?.dedupe || undefined;
  return wanted && (policy.settings.cache.strategy === "every-turn" ? wanted : "first");
}

/** The limits of digests in placeholders; undefined if there are none. */
export function digestOf({ settings: { mask } }: Pick<Policy, "settings">): DigestSettings | undefined {
  return mask.digest ?? undefined;
}

type DigestSettings = NonNullable<PolicySettings["mask"]["digest"]>;

/** Whether a policy masks any results. */
export function masks({ settings }: Policy): boolean {
  return settings.mode !== "off" && settings.mask.windowTurns > 0 && settings.cache.strategy !== "off";
}

/** For people: why a policy leaves every request unchanged. */
export const DISABLED_DETAIL =
  "the policy changes nothing: mode is off; or mask.windowTurns is 0 or less, or cache.strategy is off and so is every kind of arrival and of tools";

/** The constant part of every repair of half a surrogate pair. */
export const REPAIR = { replacement: "\\ufffd", action: "repair", reason: "lone_surrogate" } as const;

/** For people: JSON that contains no request. */
export const NO_CONVERSATION_DETAIL =
  "the JSON has no list of messages at its top level (messages, contents or input); send a request of a supported wire";

/** For people: a conversation that matches two wires. */
export const MIXED_WIRES_DETAIL =
  "the request mixes the shapes of several wires; name the one that it is meant for in options.wire";

/** For people: a request to Bedrock's Converse API. */
export const BEDROCK_CONVERSE_DETAIL =
  "the request is one of Bedrock's Converse API (toolUse and toolResult), which is not read; send it as an Anthropic request through InvokeModel, or unreduced";

/** For people: a request that asks the provider to clear old tool results. */
export const SERVER_SIDE_EDITING_DETAIL =
  "context_management clears old tool uses on the provider's side; take that edit out to have them masked here instead";

/** For people: a conversation whose key occurs twice. */
export function duplicateKeyDetail(listKey: string): string {
  return `the key \`${listKey}\` occurs twice, and readers differ in which one counts; send it once`;
}

/** A defect must never cost the caller a request, so every error in a backend becomes a skip. */
export function defect(backend: Report["backend"], error: unknown): Skip {
  // Of the options only the wire's name is left to the backends to check.
  if (TamisError.isInstance(error) && error.code === "OPTION_INVALID") {
    return { reason: "unsupported_wire", detail: `options.${error.message}` };
  }
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return {
    reason: "internal_error",
    detail: `a defect in the ${backend} backend (${what.slice(0, 200)}); the request is untouched; please report it`,
  };
}

/** A reduction whose originals can be read without holding the thread. */
export interface PausingReduction extends Reduction<Uint8Array> {
  /** Works like `originals`, with undefined wherever others may have the thread. Missing where there are few. */
  pausingOriginals?(): Iterable<Original | undefined>;
}

/** An unchanged request in which nothing would be edited. */
export class Untouched<T> implements Reduction<T> {
  readonly changed = false;

  constructor(
    readonly body: T,
    readonly report: Report,
  ) {}

  originals(): readonly Original[] {
    return [];
  }
}

/** The data that every report needs. */
export interface ReportBasis {
  backend: Report["backend"];
  policy: Policy;
  /** `nowMillis()` at the start. */
  startedAt: number;
  /** Undefined for a request that is an object. */
  bytes: BeforeAfter | undefined;
}

/** Why a request passed through unchanged. */
export interface Skip {
  reason: SkipReason;
  detail: string;
  wire?: Wire | undefined;
}

/** The report of a request that passed through: all counts are 0. */
export function skipReport(basis: ReportBasis, { reason, detail, wire }: Skip): Report {
  const report: Report = { ...blankReport(basis, wire), skipped: reason, skippedDetail: detail };
  if (reason === "server_side_editing") report.cache.serverSideEditing = true;
  if (reason === "no_backend") report.fits = false;
  return report;
}

/** A report without any events yet. */
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
    elapsedMicros: microsSince(basis.startedAt),
    decisions: [],
  };
}
