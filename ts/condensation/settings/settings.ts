import { MessageType } from "../providers/base/message-type.js";

/** What a provider may be called. */
export const PROVIDER_NAME = /^[a-z][a-z0-9-]{0,63}$/;

/** A value of a mode that means "as outside the mode". */
export const INHERIT = -1;

/** The order of keeping where settings name none. */
const PRIORITY: readonly MessageType[] = Object.freeze([
  MessageType.USER_MESSAGE,
  MessageType.ASSISTANT_MESSAGE,
  MessageType.ASSISTANT_THINKING,
  MessageType.TOOL_CALL,
  MessageType.TOOL_RESULT,
]);

/**
 * How conversations are condensed, with all defaults filled in. Source: requirements document 003, FR-CS-001 to 003.
 */
export interface CondensationSettings {
  /** Name of the provider: `native`, `smart`, or a registered one. Default `native`. */
  provider: string;
  /** Condense where a conversation nears its limit. Acts only where condensation is asked for. Default true. */
  autoCondenseContext: boolean;
  /** Share of the context limit from which that is so, in percent: 5 to 100. Default 100. */
  autoCondenseContextPercent: number;
  /** Prompt for the model that summarises; an empty text is none. @default the provider's own */
  customCondensingPrompt?: string | undefined;
  /** Name of the handler that summarises. @default the conversation's own */
  condensingApiHandler?: string | undefined;
  /** Run the lossless phase. Default true. */
  enableLosslessPhase: boolean;
  /**
   * Condense each type of content in its own way. Without it one phase takes everything but text of the user and the
   * system, oldest first. Default true.
   */
  enableContentTypeAwareness: boolean;
  /**
   * Types in the order of keeping: the first is kept longest. Types that are not listed follow in the default order:
   * `USER_MESSAGE`, `ASSISTANT_MESSAGE`, `ASSISTANT_THINKING`, `TOOL_CALL`, `TOOL_RESULT`. `SYSTEM_MESSAGE` has no effect.
   */
  preservationPriority: readonly MessageType[];
  /** Reduction to stop at, in percent of the tokens before anything: 1 to 95. Default 50. */
  targetReductionPercent: number;
  /** Most that one phase removes of its type's tokens, in percent: 1 to 100. Default 90. */
  maxReductionPercentPerPhase: number;
}

/** Limits of one condensation, which its caller sets; no file has them. */
export interface CondensationLimits {
  /** Longest time that a provider may take, in milliseconds: 1 to 3,600,000. Default 30,000. */
  timeoutMs: number;
  /** Most calls of a model: 0 to 100. Default 4. */
  maxModelCalls: number;
  /** Most that the calls may cost, in US dollars. @default no limit */
  maxCost?: number | undefined;
}

/** Settings as they are written: every key is optional. */
export interface CondensationSettingsInput extends Partial<CondensationSettings> {
  /**
   * Settings of modes of the agent, by the mode's name. A key that is absent, or -1, is inherited.
   *
   * @default none
   */
  modes?: Readonly<Record<string, CondensationModeInput>> | undefined;
  /**
   * `autoCondenseContextPercent` by the id of a profile, as older settings have it: the same as that key of a mode.
   *
   * @default none
   */
  profileThresholds?: Readonly<Record<string, number>> | undefined;
}

/** Settings of one mode. */
export type CondensationModeInput = Partial<CondensationSettings>;

/** The settings of a condensation that names none. */
export const DEFAULT_CONDENSATION_SETTINGS: CondensationSettings = Object.freeze({
  provider: "native",
  autoCondenseContext: true,
  autoCondenseContextPercent: 100,
  enableLosslessPhase: true,
  enableContentTypeAwareness: true,
  preservationPriority: PRIORITY,
  targetReductionPercent: 50,
  maxReductionPercentPerPhase: 90,
});

/** The limits of a condensation whose caller sets none. */
export const CONDENSATION_LIMITS: CondensationLimits = Object.freeze({ timeoutMs: 30_000, maxModelCalls: 4 });
