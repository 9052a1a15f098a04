import type { SplitTokens } from "./price-types.js";
import type { SessionReport } from "./session-state.js";

/**
 * What the cache-aware boundary did. Tokens are decision tokens: estimates on which both backends agree. All members
 * except `strategy` are present only if a decision was made: with `auto` and `rent`, on a request that the provider
 * caches. `moves` and `lastMoveStep` are also present where nothing is cached, but thinking restricts what may be edited.
 */
export interface CacheReport {
  /** The policy's `cache.strategy`. */
  strategy: CacheStrategy;
  /** Whether this request moves the boundary: it masks or removes more than the request before. */
  moved?: boolean;
  /** Moves so far, including this one. */
  moves?: number;
  /** Step number of the last move; the conversation's first request is step 1. Missing if there was none. */
  lastMoveStep?: number;
  /** How `options.session` matched; missing without one. */
  session?: SessionReport;
  /** Whether the session sees this conversation for the first time; only with `options.session`. */
  firstSight?: boolean;
  /**
   * Step since which the conversation's requests are edited by the same rules; only with `options.session`. Missing while
   * nothing may be edited that was sent before.
   */
  startStep?: number;
  /**
   * A move would be due, but thinking that the model checks is behind what it would change: it is made when the user
   * speaks next.
   */
  waitsForPrompt?: true;
  /**
   * The unreduced request would be in its model's dear zone, where every token costs more (`tamis models`); what is masked
   * keeps it below.
   */
  belowDearZone?: true;
  /** Results and thinking that could go and wait for the next move. */
  waitingCount?: number;
  /** Tokens that masking the waiting results would save. */
  waitingTokens?: number;
  /** The cost of waiting since the last move, in tokens at the price of fresh input. */
  carried?: number;
  /** Tokens that masked results save in this request. */
  savedTokens?: number;
  /** Tokens that were sent before and that the provider can still read from its cache. */
  keptTokens?: number;
  /** Tokens that were sent before and that this move makes the provider write to its cache again. */
  lostTokens?: number;
  /** The saving of all masks less the cost of all moves, in tokens at the price of fresh input; may be negative. */
  netSaving?: number;
  /**
   * Billed tokens divided by estimated ones, as `recordUsage` learned for this session and model. The counts above are
   * multiplied by it. If it is missing, the counts are estimates.
   */
  tokenRatio?: number;
  /** Tokens of the request before, as the provider billed them; missing without `recordUsage`. */
  lastBilled?: SplitTokens;
  /** Why the bill of the request before was not understood; missing where it was. */
  billProblem?: string;
  /** Blocks with one of Tamis's cache breakpoints in the reduced request, in document order; missing if there is none. */
  anchors?: readonly AnchoredBlock[];
  /** The provider clears old tool results itself, so nothing was masked. */
  serverSideEditing?: true;
  /** Which row of the table of models decided; missing where nothing was read. */
  readonly rule?: RuleReport | undefined;
  /**
   * Headers with which the request may ask the provider to drop thinking that does not fit, instead of refusing the request
   * (`thinking.block_binding.prefix_mismatch_behavior: "drop_block"`); only with `cache.thinking: "drop"`, where the model
   * checks the thinking of the request. `tamisFetch` and the gateway do both. What comes
   * back from the library does not ask.
   */
  thinkingNet?: { headers: Readonly<Record<string, string>> };
}

/** The row of the table of models that decided about a request. */
export interface RuleReport {
  /** The row's id, as `tamis models` shows it. */
  row: string;
  /**
   * What led to it: the `model`'s name; its `vendor` alone, whose newest row is taken for a model that no row lists; the
   * `host`; the `wire`; or `policy`, for a row of the policy's own `models`.
   */
  by: "model" | "vendor" | "host" | "wire" | "policy";
  /** For people. */
  reason: string;
}

/** A tool result with one of Tamis's cache breakpoints. */
export interface AnchoredBlock {
  /** 0-based index in the request's list of messages. */
  messageIndex: number;
  /** 0-based place among its message's blocks; 0 if the message is one result. */
  blockIndex: number;
}

/** The rule by which the boundary of masking moves. */
export type CacheStrategy = "auto" | "rent" | "every-turn" | "off";
