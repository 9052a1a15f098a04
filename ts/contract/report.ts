import type { BilledTokens } from "./price-types.js";
import type { RuleId } from "./rule-texts.js";
import type { SessionReport } from "./session-state.js";
import type { Wire } from "./wires.js";

export type { Wire } from "./wires.js";

/**
 * Why a whole request passed through unread or unedited:
 * - `disabled`: the policy says `enabled: false` or a window of 0;
 * - `empty`, `invalid_utf8`, `invalid_json`: not a JSON text in strict UTF-8;
 * - `no_conversation`: JSON without a list of messages in a known place;
 * - `unsupported_wire`: a mix of wires, or Bedrock's Converse API;
 * - `server_side_editing`: the request asks the provider to clear old tool results itself (Anthropic's
 *   `context_management`), and masking twice helps nobody;
 * - `duplicate_key`: the conversation key occurs twice, so providers may disagree about which one counts;
 * - `too_large`, `too_many_messages`: beyond the documented limits (`LIMITS`);
 * - `not_roundtrip_safe`: baseline only, `JSON.stringify(JSON.parse(body))` would lose something;
 * - `internal_error`: a defect in Tamis; the request is untouched.
 */
export type SkipReason =
  | "disabled"
  | "empty"
  | "invalid_utf8"
  | "invalid_json"
  | "no_conversation"
  | "unsupported_wire"
  | "server_side_editing"
  | "duplicate_key"
  | "too_large"
  | "too_many_messages"
  | "not_roundtrip_safe"
  | "internal_error";

/** What happened to one tool result. */
export type Action = "mask" | "clip" | "keep";

/**
 * What an edit does: to a tool result; `repair`: to half of a surrogate pair, wherever it stands; `anchor`: a cache
 * breakpoint of ours is added, or one that an earlier reduction added is taken away; `drop`: a message that
 * `createReducer` took out; `summary`: what it put in.
 */
export type EditAction = Exclude<Action, "keep"> | "repair" | "anchor" | "drop" | "summary";

/**
 * Why. For `mask`: `window` (older than the window), `dispatch` (the same, and its dispatch blocks stay). For `clip`: `error` (a kept error above its length limit).
 * For `keep`: `window` (inside the window), `orphan` (no call that it answers), `duplicate_key` (a repeated structural
 * key in its message or its call's), `content` (not text alone, or images with `media: "keep"`), `excluded`
 * (`excludeTools`), `never` (a tool rule),
 * `keep_last_k`, `open_loop`, `placeholder` (already our own text), `short` (below `minChars`), `error` (a kept
 * error), `not_shorter` (the edit would not make it shorter), `carried` (waits until masking it pays: `cache.strategy`),
 * `frozen` (in front of the client's last cache breakpoint: `cache.freezeThrough`), `pinned` (has a text of `pin`). For `repair`: `lone_surrogate`. For
 * an edit of a cache marker: `anchor`.
 */
export type Reason =
  | "window"
  | "error"
  | "orphan"
  | "duplicate_key"
  | "content"
  | "excluded"
  | "never"
  | "keep_last_k"
  | "open_loop"
  | "placeholder"
  | "short"
  | "not_shorter"
  | "carried"
  | "dispatch"
  | "frozen"
  | "pinned"
  | "lone_surrogate"
  | "anchor";

/** A byte range of the input body, end exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** What was decided about one tool result. */
export interface Decision {
  /** 0-based, in the request's list of messages: `messages`, `contents` or `input`. */
  messageIndex: number;
  /** 0-based place of the result among its message's blocks; 0 where a message is one result. */
  blockIndex: number;
  /** Name of the tool called; undefined where the call names none or is missing. */
  toolName: string | undefined;
  callId: string | undefined;
  action: Action;
  reason: Reason;
  /**
   * `.length` of the result's decoded text, before and after; several texts are summed. Data of images and documents do
   * not count, the notes in their place do, so that `after` may be the larger one where those are masked.
   */
  charsBefore: number;
  charsAfter: number;
  /**
   * xxh3-128 of the decoded text in UTF-8, 32 hex digits; native only. Computed at the first access from the request
   * bytes, which must not have been overwritten since.
   */
  hash?: string;
}

/** One announced change of the request. Everything outside all spans stays as it was, byte for byte. */
export interface Edit {
  /**
   * JSON Pointer (RFC 6901) of the value replaced or removed, in the input. Of a `repair`: the string that the half
   * stands in; where that is a member's name, the member.
   */
  path: string;
  /** The bytes replaced, in the input body; native only. */
  span?: Span;
  /**
   * JSON text put there, an added member with its comma; empty where a list element or member is removed with its comma;
   * of a `repair` the escape `\ufffd`.
   */
  replacement: string;
  action: EditAction;
  /** `budget` for `drop` and `summary`. */
  reason: Reason | "budget";
}

/** One thing that makes a provider reject a request. */
export interface Violation {
  /** Stable name, listed in `docs/validation.md`; for a body that cannot be read, the reason ({@link SkipReason}). */
  rule: RuleId | SkipReason;
  /** 0-based, in the request's list of messages; undefined where no message is at fault. */
  messageIndex?: number;
  /** 0-based, in the message's list of blocks or parts; undefined where the whole message is at fault. */
  blockIndex?: number;
  /** JSON Pointer (RFC 6901) to what is at fault; `""` is the whole request. */
  path: string;
  /** Where that begins in the body; only for bytes, and only from the native backend. */
  byteOffset?: number;
  /** What is wrong, and what the provider would answer. */
  message: string;
}

/** A number before and after the reduction. */
export interface BeforeAfter {
  before: number;
  after: number;
}

/**
 * What the cache-aware boundary did. Tokens are decision tokens: estimates that both backends agree on. Everything but
 * `strategy` is there only where a decision was made: with `rent` and `stride`, on a request that the provider caches.
 */
export interface CacheReport {
  strategy: CacheStrategy;
  /** Whether this request moves the boundary: more is masked than in the request before. */
  moved?: boolean;
  /** Moves so far, this one included. */
  moves?: number;
  /** Number of the step of the last move, the first request of the conversation being 1; missing where there was none. */
  lastMoveStep?: number;
  /** How `options.session` was found; missing without one. */
  session?: SessionReport;
  /** Only with `options.session`: this conversation was not known to it. */
  firstSight?: boolean;
  /** Results that could be masked and wait for the next move, and the tokens that masking them would save. */
  waitingCount?: number;
  waitingTokens?: number;
  /** What they have cost since the last move, in tokens at the price of fresh input. */
  carried?: number;
  /** Tokens that what is masked saves in this request. */
  savedTokens?: number;
  /** Tokens sent before that the provider can still read from its cache, and that this move makes it write again. */
  keptTokens?: number;
  lostTokens?: number;
  /** What masking has saved so far less what moves have cost, in tokens at the price of fresh input; may be negative. */
  netSaving?: number;
  /**
   * Billed tokens by estimated ones, as `recordUsage` has learned them for this session and model: the counts above are
   * multiplied by it. Missing where it has not, and the counts are estimates.
   */
  tokenRatio?: number;
  /** Tokens of the request before, as the provider billed them; missing where `recordUsage` was not told. */
  lastBilled?: Required<BilledTokens>;
  /** Blocks that carry a cache breakpoint of ours in the reduced request, in document order; missing where there is none. */
  anchors?: readonly AnchoredBlock[];
  /** The provider clears old tool results itself, so nothing was masked. */
  serverSideEditing?: true;
}

/** A tool result that carries a cache breakpoint of ours. */
export interface AnchoredBlock {
  /** 0-based, in the request's list of messages. */
  messageIndex: number;
  /** 0-based place among its message's blocks; 0 where a message is one result. */
  blockIndex: number;
}

/** When the boundary of what is masked moves. */
export type CacheStrategy = "rent" | "every-turn" | "stride" | "off";

/**
 * What the input of this request costs, in US dollars, by estimated tokens (by those of the provider where
 * `cache.tokenRatio` is known): unreduced, had nothing ever been masked in this conversation, and as it is now. The provider's cache is taken to be alive.
 */
export interface ReportCost extends BeforeAfter {
  currency: "USD";
  source: "override" | "genai-prices";
  /** The entry of the list, or the key of the overrides. */
  matched: string;
  /** What is billed how. */
  tokens: { before: BilledTokens; after: BilledTokens };
}

/** The account of one reduction. */
export interface Report {
  /** The wire the request was read as; undefined where none was recognised. */
  wire: Wire | undefined;
  /** `options.model`, else the request's own `model`; missing where neither is there, or nothing was read. */
  readonly model?: string | undefined;
  /** The list continues a conversation that the provider keeps: the window is counted from the end of this list. */
  delta?: true;
  backend: "native" | "baseline";
  /** Whether the body that came back differs from the input. */
  changed: boolean;
  skipped?: SkipReason;
  /** A sentence for people about `skipped`: what, where (byte offset), what to do. */
  skippedDetail?: string;
  /**
   * The stage that made the last change; missing where nothing but halves of surrogate pairs was repaired. All but
   * `masking` are those of `createReducer`.
   */
  reductionStage?: PipelineStage;
  invariantStatus: "ok" | "fallback";
  /** False where a budget was given and could not be met. */
  fits: boolean;
  /**
   * UTF-8 bytes of the body; `reduceRequest` does not serialise and leaves it out. In mode `observe`, here and in
   * `chars` and `tokens`, `after` is what mode `reduce` would give.
   */
  bytes?: BeforeAfter;
  /** `.length` of all message text and call arguments; only with `options.tokens`. */
  chars?: BeforeAfter;
  /**
   * Only with `options.tokens`. By `chars4` of the same text as `chars`, by other methods of the whole request; of
   * `createReducer` of the whole request as `tokens.method` counts it, there where it has a budget, too.
   */
  tokens?: BeforeAfter & { method: "chars4" | "estimate" | "exact" };
  messageCount: number;
  toolTurnCount: number;
  toolResultCount: number;
  /** Results replaced by a placeholder, and the chars this removed. */
  maskedCount: number;
  maskedChars: number;
  /** Kept errors that were clipped to `keepErrorsMaxChars`, and the chars this removed. */
  clippedCount: number;
  clippedChars: number;
  /**
   * Halves of surrogate pairs that became U+FFFD, those that went with an edited result not counted; only with
   * `repairSurrogates`.
   */
  repairedSurrogates?: number;
  /** Offset of the first byte that an edit touches; native only. */
  firstChangedByte?: number;
  cache: CacheReport;
  /** What the input costs; only with `options.cost` or `options.prices`, and where a price is known. */
  cost?: ReportCost;
  /** `cost.before` less `cost.after`, in US dollars: negative where this request costs more than it would unreduced. */
  savedCost?: number;
  /** For people: why `cost` was asked for and is missing. */
  costUnknown?: string;
  elapsedMicros: number;
  /** Messages that are no longer there, summarised ones included; `createReducer` only, as are all below but the last two. */
  droppedCount?: number;
  /** What each stage that was tried made of the request before it; counted when first read. */
  readonly phases?: readonly Phase[];
  /** What is there word for word: messages of the user, and messages with a text of `pin`. */
  preserved?: { userMessages: number; pinned: number };
  /** Why a stage was skipped, or was not enough. */
  notes?: PipelineNote[];
  /** The summary that was made or tried; absent where none was. */
  summary?: SummaryReport;
  /** One entry an edited result, in document order; with `options.explain` also the ones left as they are, and why. */
  readonly decisions: readonly Decision[];
  /**
   * What a provider would reject the input for. Found at the first access, from the input itself, which must not have
   * been changed since; not enumerable, so that printing a report costs nothing.
   */
  readonly violations?: readonly Violation[];
}

/** The stages of `createReducer`: mask, summarise, truncate. */
export type PipelineStage = "masking" | "summarization" | "fallback";

/** What one stage did. */
export interface Phase {
  name: PipelineStage;
  /** Tokens of the whole request, by `tokens.method`. */
  tokensBefore: number;
  tokensAfter: number;
}

/**
 * Why a stage was skipped or was not enough: `disabled` by the policy; `nothing_to_do`; `not_shorter`; `invalid` (it broke a
 * rule of the wire that the input kept); `over_budget` (it did its work); `model_failed` (the extract took the summary's
 * place); `store_failed` (the summary store threw or hung); `not_triggered`; `delta` (the list is the end of a conversation
 * that the provider keeps); `unreadable` (repeated keys, or elements that are no objects); `server_side_editing`;
 * `context_unknown` (a share of a context limit that nobody knows); `internal_error`, a defect in Tamis.
 */
export type PipelineStageReason =
  | "disabled"
  | "nothing_to_do"
  | "not_shorter"
  | "invalid"
  | "over_budget"
  | "model_failed"
  | "store_failed"
  | "not_triggered"
  | "delta"
  | "unreadable"
  | "server_side_editing"
  | "context_unknown"
  | "internal_error";

/** What became of a stage that was not enough. */
export interface PipelineNote {
  stage: PipelineStage;
  reason: PipelineStageReason;
  /** A few words for people. */
  detail?: string;
}

/** How a summary came about. */
export interface SummaryReport {
  /** `mixed`: some pieces are the model's, others the extract. */
  by: "model" | "extract" | "mixed";
  /** Pieces that stand one after the other; a move adds one, so that those before it keep their bytes. */
  pieces: number;
  /** Pieces that were found in the store. */
  reused: number;
  /** Requests that were sent to the model, second attempts included. */
  calls: number;
  inputTokens?: number;
  outputTokens?: number;
  /** US dollars by the price list; absent where a model or its tokens are not known. */
  cost?: number;
}

/** An edit and what stood there before. */
export interface Original {
  edit: Edit;
  /**
   * The JSON value replaced or removed, as JSON text in UTF-8, in memory of its own: native as it stood in the body, a
   * removed list element without its comma; baseline and `reduceRequest` as `JSON.stringify` writes it. Of a `repair`
   * the escape alone.
   */
  bytes: Uint8Array;
}

/** A reduced request with its report. `body` is the very object that came in where nothing changed. */
export interface Reduction<T> {
  body: T;
  changed: boolean;
  report: Report;
  /**
   * The edits with what they replaced, in document order; in mode `observe` those that would be made. Nothing is
   * computed until it is iterated, and it can be iterated again. It reads the request that came in and the reduced one:
   * neither must have been written to since.
   */
  originals(): Iterable<Original>;
}

/** A request reduced into a given buffer. */
export interface IntoReduction {
  /** Bytes at the start of `out` that are the reduced body; 0 where nothing changed: send the body that came in. */
  bytesWritten: number;
  changed: boolean;
  report: Report;
}

/** What would change, without the changed bytes. */
export interface Plan {
  edits: readonly Edit[];
  report: Report;
}
