/** A provider's JSON shape of a request. */
export type Wire = "openai-chat" | "openai-responses" | "anthropic" | "gemini";

/**
 * Why a whole request passed through unread or unedited:
 * - `disabled`: the policy says `enabled: false` or a window of 0;
 * - `empty`, `invalid_utf8`, `invalid_json`: not a JSON text in strict UTF-8;
 * - `no_conversation`: JSON without a list of messages in a known place;
 * - `unsupported_wire`: a conversation in a wire that cannot be reduced yet, or a mix of wires;
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
  | "duplicate_key"
  | "too_large"
  | "too_many_messages"
  | "not_roundtrip_safe"
  | "internal_error";

/** What happened to one tool result. */
export type Action = "mask" | "clip" | "keep";

/**
 * Why. For `mask`: `window` (older than the window). For `clip`: `error` (a kept error above its length limit).
 * For `keep`: `window` (inside the window), `orphan` (no call with its id), `duplicate_key` (a repeated structural
 * key in its message or its call's), `content` (not text alone), `excluded` (`excludeTools`), `never` (a tool rule),
 * `keep_last_k`, `open_loop`, `placeholder` (already our own text), `short` (below `minChars`), `error` (a kept
 * error), `not_shorter` (the edit would not make it shorter).
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
  | "not_shorter";

/** A byte range of the input body, end exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** What was decided about one tool result. */
export interface Decision {
  /** 0-based, in the request's list of messages. */
  messageIndex: number;
  /** 0-based place of the result among its message's blocks; 0 where a message is one result. */
  blockIndex: number;
  /** Name of the tool called; undefined where the call names none or is missing. */
  toolName: string | undefined;
  callId: string | undefined;
  action: Action;
  reason: Reason;
  /** `.length` of the result's decoded text, before and after; several text parts are summed. */
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
  /** JSON Pointer (RFC 6901) of the value replaced or removed, in the input. */
  path: string;
  /** The bytes replaced, in the input body; native only. */
  span?: Span;
  /** JSON text put there; empty where a list element is removed with its comma. */
  replacement: string;
  action: Exclude<Action, "keep">;
  reason: Reason;
}

/** A number before and after the reduction. */
export interface BeforeAfter {
  before: number;
  after: number;
}

/** The account of one reduction. */
export interface Report {
  /** The wire the request was read as; undefined where none was recognised. */
  wire: Wire | undefined;
  backend: "native" | "baseline";
  /** Whether the body that came back differs from the input. */
  changed: boolean;
  skipped?: SkipReason;
  /** A sentence for people about `skipped`: what, where (byte offset), what to do. */
  skippedDetail?: string;
  /** The stage that made the last change. */
  reductionStage?: "masking";
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
  /** Tokens of the same text, `ceil(chars / 4)`; only with `options.tokens`. */
  tokens?: BeforeAfter & { method: "chars4" };
  messageCount: number;
  toolTurnCount: number;
  toolResultCount: number;
  /** Results replaced by a placeholder, and the chars this removed. */
  maskedCount: number;
  maskedChars: number;
  /** Kept errors that were clipped to `keepErrorsMaxChars`, and the chars this removed. */
  clippedCount: number;
  clippedChars: number;
  /** Offset of the first byte that an edit touches; native only. */
  firstChangedByte?: number;
  cache: { strategy: "every-turn" | "off" };
  elapsedMicros: number;
  /** One entry an edited result, in document order; with `options.explain` also the ones left as they are, and why. */
  readonly decisions: readonly Decision[];
}

/** A reduced request with its report. `body` is the very object that came in where nothing changed. */
export interface Reduction<T> {
  body: T;
  changed: boolean;
  report: Report;
}

/** What would change, without the changed bytes. */
export interface Plan {
  edits: readonly Edit[];
  report: Report;
}
