import type { SummaryReport } from "../../../contract/pipeline-report.js";
import type { Wire } from "../../../contract/report.js";
import type { ContentReference } from "../../lossless/references/content-reference.js";
import type { MessageType } from "./message-type.js";

/**
 * Why a conversation was not condensed as asked:
 * - `condense_not_enough_messages`: 4 or fewer messages;
 * - `condensed_recently`: nothing but a summary lies before the newest messages;
 * - `condense_failed`: no summary was made, or no provider could reduce the conversation;
 * - `condense_context_grew`: the result would have had more tokens;
 * - `condense_handler_invalid`: neither the condensing handler nor the conversation's is one.
 */
export type CondensationErrorCode = (typeof ERROR_CODES)[number];

/** All codes. */
export const ERROR_CODES = [
  "condense_not_enough_messages",
  "condensed_recently",
  "condense_failed",
  "condense_context_grew",
  "condense_handler_invalid",
] as const;

/**
 * The phases of a condensation, in the order in which they run. `bound_thinking` leaves out thinking that its model would refuse
 * behind anything that changed; `untyped` is the one lossy phase without awareness.
 */
export type PhaseName = (typeof PHASE_NAMES)[number];

/** All names. */
export const PHASE_NAMES = [
  "lossless",
  "bound_thinking",
  "tool_results",
  "tool_calls",
  "thinking",
  "messages",
  "untyped",
  "summary",
  "truncation",
] as const;

/** What is checked after a phase. */
export type ValidationCheck =
  /** The tokens did not grow. */
  | "tokens"
  /** Every reference leads to its original, whose hash is right. */
  | "references"
  /** Every message of the user is present and in order. */
  | "user_messages"
  /** Every call has its result, and every result its call. */
  | "pairs"
  /** No rule of the wire is broken that was kept before. */
  | "wire_rules"
  /** Roles alternate where the wire asks for it. */
  | "roles"
  /** Every run of dropped messages has one marker. */
  | "markers"
  /** Pinned text is present. */
  | "pinned";

/** Why a phase was taken back. */
export interface Rollback {
  /** The check that failed. `error`: the phase threw. */
  check: ValidationCheck | "error";
  /** A sentence for people. */
  message: string;
}

/** What one phase did. */
export interface PhaseReport {
  /** The phase. */
  name: PhaseName;
  /** Whether the phase loses nothing. */
  kind: "lossless" | "lossy";
  /** Tokens of the conversation before. */
  tokensBefore: number;
  /** Tokens of the conversation after; as before where it was rolled back. */
  tokensAfter: number;
  /** Tokens of the phase's type of content; absent where the phase has none. */
  ofType?: { tokensBefore: number; tokensAfter: number };
  /** The reduction of its type that the phase aims at, in percent; absent where it has none. */
  targetRange?: readonly [from: number, to: number];
  /** Whether the reduction lies in `targetRange`, or above; absent without a range, and where there was nothing of the type. */
  reachedRange?: boolean;
  /** Why the phase's work was taken back; absent where it counts. */
  rolledBack?: Rollback;
  /** How the phase's texts came about; absent where it wrote none. */
  summary?: SummaryReport;
  /** Time, in milliseconds. */
  durationMs: number;
}

/** Why something was done otherwise than asked. */
export interface CondensationNote {
  /** What happened. */
  code:
    | "lossless_failed"
    | "lossy_failed"
    | "provider_failed"
    | "native_failed"
    | "truncation_failed"
    | "model_failed"
    | "model_unused"
    | "store_failed"
    | "handler_invalid"
    | "setting_invalid"
    | "plugin_broken"
    | "target_missed"
    | "user_messages_summarised";
  /** A sentence for people: what happened, why, and what was done instead. */
  message: string;
}

/** The numbers of a condensation. Without texts, so that they may be logged. */
export interface CondensationMetrics {
  /** Tokens before. */
  originalTokens: number;
  /** Tokens after the lossless phase; as `originalTokens` where it did not run. */
  postLosslessTokens: number;
  /** Tokens after. */
  finalTokens: number;
  /** Contents that became references to earlier ones. */
  deduplications: number;
  /** Groups of results that were merged. */
  consolidations: number;
  /** References in the result. */
  references: number;
  /** Calls of models, second attempts included. */
  modelCalls: number;
  /** US dollars of those calls; absent if unknown. */
  costUsd?: number;
  /** Of `originalTokens`, what the provider has in its cache, as the model and the request's markers say; absent if unknown. */
  cachedTokens?: number;
  /** Of `originalTokens`, the beginning that is the same afterwards, so that it is found there again; absent if unknown. */
  unchangedTokens?: number;
  /** Time, in milliseconds. */
  durationMs: number;
}

/** Tokens of one type of content. */
export interface TypeTokens {
  /** The type. */
  type: MessageType;
  /** Blocks of the type, before. */
  blocks: number;
  /** Their tokens, before. */
  tokensBefore: number;
  /** The tokens that are left of them. */
  tokensAfter: number;
}

/** The account of a condensation. */
export interface CondensationReport {
  /** How the messages were read; `chat-messages` for `ChatMessage`s. */
  wire: Wire | "chat-messages";
  /** Whether the result differs from the input. */
  changed: boolean;
  /** The phases that ran, in order. */
  phases: readonly PhaseReport[];
  /** What is kept word for word. */
  preserved: { userMessages: number; decisions: number; pinned: number };
  /** Tokens by type; empty where the provider does not tell types apart. */
  types: readonly TypeTokens[];
  /** Messages that are no longer present, summarised ones included. */
  droppedCount: number;
  /** Messages of the user among them, which a summary replaces. */
  userMessagesSummarised: number;
  /** Why something was done otherwise than asked. */
  notes: readonly CondensationNote[];
  /** Whether a limit asked for it. */
  isAutomaticTrigger: boolean;
  /** Whether a prompt of the caller's was used. */
  usedCustomPrompt: boolean;
  /** Whether a handler of its own summarised. */
  usedCustomApiHandler: boolean;
  /** Scores of content and why, for people; only of providers that score, and where asked for. */
  scores?: readonly unknown[];
}

/** A condensed conversation. */
export interface CondensationResult {
  /** The messages; the input list itself if nothing changed. Messages that no edit touches are the same objects. */
  messages: readonly object[];
  /** The text of the summary; `""` if there is none. */
  summary: string;
  /** US dollars that calls of models cost; 0 without a call, or where the price is unknown. */
  cost: number;
  /** Tokens of the messages, the system prompt and the tools after the condensation. */
  newContextTokens: number;
  /** Why it was not condensed as asked; the messages are the input then. */
  error?: CondensationErrorCode;
  /** A sentence for people about `error`: what happened and what to do. */
  errorMessage?: string;
  /** Name of the provider whose work this is; `truncation` where messages were only dropped. */
  provider: string;
  /** Name of the provider that failed. */
  fellBackFrom?: string;
  /** The references in the messages, in document order. */
  references: readonly ContentReference[];
  /** The numbers. */
  metrics: CondensationMetrics;
  /** The account. */
  report: CondensationReport;
  /** Condenses the same conversation with the same options again. */
  retry(): Promise<CondensationResult>;
}

/** What a condensation is likely to do, without a model. */
export interface TokenEstimate {
  /** Tokens before. */
  tokensBefore: number;
  /** Tokens after. */
  tokensAfter: number;
  /** Reduction in percent, 0 to 100. */
  reductionPercent: number;
  /** Tokens that the lossless phase removes. */
  lossless: number;
  /** Tokens that lossy phases remove. */
  lossy: number;
}
