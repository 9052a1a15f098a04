import type { ArrivalKind } from "../policy/arrival.js";
import type { CacheReport } from "./cache-report.js";
import type { ContentReference } from "./content-reference.js";
import type { Phase, PipelineNote, PipelineStage, SummaryReport } from "./pipeline-report.js";
import type { BilledTokens } from "./price-types.js";
import type { ResultRole, RoleSource } from "./result-role.js";
import type { RuleId } from "./rule-texts.js";
import type { WIRE_NAMES } from "./wires.js";

export type { ResultRole, RoleSource } from "./result-role.js";

/** A provider's JSON shape of a request. */
export type Wire = (typeof WIRE_NAMES)[number];

/**
 * Why a whole request passed through unread or unedited:
 * - `disabled`: the policy says `mode: "off"` or a window of 0;
 * - `empty`, `invalid_utf8`, `invalid_json`: not a JSON text in strict UTF-8;
 * - `no_conversation`: JSON without a list of messages in a known place;
 * - `unsupported_wire`: a mix of wires, or Bedrock's Converse API;
 * - `server_side_editing`: the request asks the provider to clear old tool results itself (Anthropic's
 *   `context_management`), and masking them twice gains nothing;
 * - `duplicate_key`: the conversation key occurs twice, so providers may disagree about which one counts;
 * - `too_large`, `too_many_messages`: beyond the documented limits (`LIMITS`);
 * - `no_backend`: neither the addon nor WebAssembly can be loaded here;
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
  | "no_backend"
  | "internal_error";

/** What was done with one tool result, one thinking block, or one call's arguments. */
export type Action = "mask" | "clip" | "remove" | "shorten" | "trim" | "keep";

/**
 * What an edit does. `mask` and `clip` change a tool result; `shorten` sends it in its smaller form from the first time on;
 * `remove` takes a thinking block out; `trim` shortens long strings in the arguments of a call (`args`); `repair` changes half of a surrogate pair, anywhere; `anchor` adds one of Tamis's cache
 * breakpoints, or removes one of an earlier reduction;
 * `defer` leaves a tool's definition to the provider's tool search, or adds that search (`tools.defer`);
 * `drop` removes a message
 * (`createReducer` only); `summary` inserts one (`createReducer` only).
 */
export type EditAction = Exclude<Action, "keep"> | "repair" | "anchor" | "defer" | "drop" | "summary";

/**
 * Why. For `mask`: `window` (older than the window), `early` (in the window, but an image with enough newer
 * ones: `mask.keepImages`), `dispatch` (the same, and its dispatch blocks stay). For `clip`: `error` (a kept error above its length limit),
 * `budget` (a result that the budget cannot hold; `createReducer` only). For `remove`: `thinking`. For `shorten`: the kind of
 * reduction that removed most (`arrival`): `terminal`, `json`, `paths`, `line_numbers`, `long_lines`,
 * `clip`; or `dedupe`: it repeats other results, to which pointers lead (`references`);
 * or `tools`, of an edit: a member of a tool's definition is shorter, or left out (`tools`). For `trim`: `arguments`.
 * For `keep`: `window` (inside the window), `orphan` (no call that it answers), `duplicate_key` (a repeated structural
 * key in its message or its call's), `content` (not text alone, or images with `media: "keep"`), `never` (a tool rule),
 * `keep_last_k`, `placeholder` (already our own text), `short` (below `minChars`), `error` (a kept
 * error), `not_shorter` (the edit would not make it shorter), `carried` (waits until masking it pays: `cache.strategy`),
 * `pinned` (has a text of `pin`), `bound` (in
 * front of thinking that stays, which the provider checks against everything before it, or of what came reduced already),
 * `imitated` (arguments that are not shortened, because the model has
 * written a mark of shortened ones itself), `referenced` (an answer inside the window refers to it), `working_set` (text of
 * a file in work), or the role that keeps it ({@link ResultRole}): `program`, `user`, `instruction`, `task`, `state`,
 * `retrieved`, `report` (also for `clip`: a sub-agent's report keeps its head, its paths and its end). For `repair`: `lone_surrogate`. For
 * an edit of a cache marker: `anchor`.
 */
export type Reason =
  | "window"
  | "error"
  | "orphan"
  | "duplicate_key"
  | "content"
  | "never"
  | "keep_last_k"
  | "placeholder"
  | "short"
  | "not_shorter"
  | "carried"
  | "dispatch"
  | "pinned"
  | "thinking"
  | "bound"
  | "arguments"
  | "imitated"
  | ArrivalKind
  | "dedupe"
  | "referenced"
  | "early"
  | "working_set"
  | Exclude<ResultRole, "file" | "failure" | "observation">
  | "tools"
  | "lone_surrogate"
  | "anchor"
  | "budget";

/** A byte range of the input body, end exclusive. */
export interface Span {
  /** First byte, 0-based. */
  start: number;
  /** The byte after the last one. */
  end: number;
}

/**
 * The decision about one tool result, one thinking block, or images and documents next to results or in the user's
 * messages.
 */
export interface Decision {
  /** 0-based index in the request's list of messages: `messages`, `contents` or `input`. */
  messageIndex: number;
  /** 0-based place of the result, thinking or call among its message's blocks; 0 on wires where a message is a whole. */
  blockIndex: number;
  /** Name of the called tool; undefined if the call names none or is missing. */
  toolName: string | undefined;
  /** Id of the call that the result answers; undefined where it names none. */
  callId: string | undefined;
  /**
   * True for images and documents in no result: next to the result of this call, or the user's own, which have no call.
   *
   * @default absent
   */
  isMedia?: true;
  /** What happened to it. */
  action: Action;
  /** Why it happened. */
  reason: Reason;
  /** What the result is for. @default absent where the policy knows no roles, and for what is no result */
  role?: ResultRole;
  /** What says so; present with `role`. */
  roleFrom?: RoleSource;
  /**
   * `.length` of the result's decoded text before the reduction; several texts are summed. Data of images and documents
   * do not count, the notes in their place do, so that `charsAfter` may be the larger one where those are masked. Of a
   * call's arguments: the strings that are shortened, or the whole text where the arguments are a text.
   */
  charsBefore: number;
  /** Chars after the reduction, counted as `charsBefore` is. */
  charsAfter: number;
  /**
   * xxh3-128 of the decoded text in UTF-8, 32 hex digits; native only. Computed at the first access from the request
   * bytes, which must not have been overwritten since.
   */
  hash?: string;
}

/** One announced change of the request. Everything outside all spans remains unchanged, byte for byte. */
export interface Edit {
  /**
   * JSON Pointer (RFC 6901) of the replaced or removed value, in the input. For a `repair`: of the string with the
   * half; if the half is in a member's name, of the member.
   */
  path: string;
  /** The replaced bytes in the input body; missing where the request was an object. */
  span?: Span;
  /**
   * The inserted JSON text; an added member has its comma. Empty if a list element or member is removed with its comma.
   * For a `repair` the escape `\ufffd`.
   */
  replacement: string;
  /** What the edit does. */
  action: EditAction;
  /** `budget` for `drop`, `summary` and the clips of `createReducer`. */
  reason: Reason;
}

/** One fault for which a provider rejects a request. */
export interface Violation {
  /** Stable name, listed in `docs/validation.md`; for an unreadable body, the reason ({@link SkipReason}). */
  rule: RuleId | SkipReason;
  /** 0-based index in the request's list of messages; undefined if no message is at fault. */
  messageIndex?: number;
  /** 0-based index in the message's list of blocks or parts; undefined if the whole message is at fault. */
  blockIndex?: number;
  /** JSON Pointer (RFC 6901) to the fault; `""` is the whole request. */
  path: string;
  /** The fault's first byte in the body; only for bytes. */
  byteOffset?: number;
  /** The fault, and the provider's answer to it. */
  message: string;
}

/** A number before and after the reduction. */
export interface BeforeAfter {
  /** In the input. */
  before: number;
  /** In the output. */
  after: number;
}

/**
 * What the input of this request costs, in US dollars, by estimated tokens (by those of the provider where
 * `cache.tokenRatio` is known): unreduced, had nothing ever been masked in this conversation, and as it is now. The provider's cache is taken to be alive.
 */
export interface ReportCost extends BeforeAfter {
  /** The currency of every amount here. */
  currency: "USD";
  /** Where the prices are from: the caller's `prices`, the installed list, or the table of models for what that lacks. */
  source: "override" | "genai-prices" | "facts";
  /** The entry of the list, the key of the overrides, or the row of the table. */
  matched: string;
  /** Tokens by price, before and after. */
  tokens: { before: BilledTokens; after: BilledTokens };
}

/** A pointer of a reduced request. */
export interface PlacedReference extends ContentReference {
  /** 0-based index of the message with the pointer, in the request's list of messages. */
  messageIndex: number;
  /** 0-based place of the result with the pointer among its message's blocks, as in its decision. */
  blockIndex: number;
}

/** The account of one reduction. */
export interface Report {
  /** The wire by which the request was read; undefined if none was recognised. */
  wire: Wire | undefined;
  /** `options.model`, else the request's own `model`; missing without either, or if nothing was read. */
  readonly model?: string | undefined;
  /** The list continues a conversation that the provider keeps: the window is counted from the end of this list. */
  delta?: true;
  /** The newest calls only asked for originals of results: without Tamis it would not have been sent. */
  forOriginals?: true;
  /** Which implementation did the work. */
  backend: "native" | "wasm" | "none";
  /** Whether the returned body differs from the input. */
  changed: boolean;
  /** Why the request passed through unread or unedited; missing where it was read. */
  skipped?: SkipReason;
  /** A sentence for people about `skipped`: the problem, its place (byte offset), and the remedy. */
  skippedDetail?: string;
  /**
   * The stage that made the last change; missing if only halves of surrogate pairs were repaired. Only `createReducer`
   * has stages other than `masking`.
   */
  reductionStage?: PipelineStage;
  /** `fallback`: truncation made the last change (`createReducer` only); else `ok`. */
  invariantStatus: "ok" | "fallback";
  /** False if a budget was given and not met. */
  fits: boolean;
  /**
   * UTF-8 bytes of the body. Missing for `reduceRequest`, which sends no bytes. In mode `observe`, here and in
   * `chars` and `tokens`, `after` is the result that mode `reduce` would have.
   */
  bytes?: BeforeAfter;
  /**
   * `.length` of all text that is billed: system prompt, definitions of tools, messages, arguments, every output that the
   * model reads (not those that a program alone gets, and nothing in front of a compaction). Images, signatures and encrypted reasoning are no text, and are in `tokens` alone. Only with `options.tokens`.
   */
  chars?: BeforeAfter;
  /**
   * Tokens of the whole request by `method`; only with `options.tokens`. Method `chars4` is a quarter of `chars`, a fixed number for each image or document, and
   * 0.175 for each char of signatures and encrypted reasoning; other methods count the whole request. With `createReducer`: the whole request by `tokens.method`; also present if there is a budget.
   */
  tokens?: BeforeAfter & { method: "chars4" | "estimate" | "exact" };
  /** Messages of the request; 0 where it was skipped. */
  messageCount: number;
  /** Tool turns of the request; 0 where it was skipped. */
  toolTurnCount: number;
  /** Tool results of the request; 0 where it was skipped. */
  toolResultCount: number;
  /** Results replaced by a placeholder. */
  maskedCount: number;
  /** Chars that masking removed. */
  maskedChars: number;
  /** Kept errors that were clipped to `keepErrorsMaxChars`, and results that `createReducer` clipped. */
  clippedCount: number;
  /** Chars that clipping removed. */
  clippedChars: number;
  /** Results that are sent in their smaller form, without those that have pointers; missing if there are none. */
  shortenedCount?: number;
  /** Chars that this removed; missing if there are none. */
  shortenedChars?: number;
  /** Results with pointers to other results in place of what they repeat; missing if there are none. */
  dedupedCount?: number;
  /** Chars that this removed, in these results' other smaller forms too; missing if there are none. */
  dedupedChars?: number;
  /** Every pointer of the reduced request, in document order; missing if there are none. */
  readonly references?: readonly PlacedReference[];
  /**
   * What the reduced request's HTTP headers must have beside the caller's, by their names in lower case: values of a list
   * (`anthropic-beta`), to be added to those that are there. Missing if nothing is needed. `tamisFetch` and the gateway
   * add them.
   */
  headers?: Readonly<Record<string, string>>;
  /** Thinking blocks that were removed; missing if there are none. */
  thinkingRemoved?: number;
  /** Chars of their readable text; missing if there are none. */
  thinkingRemovedChars?: number;
  /** Calls whose arguments were shortened; missing if there are none. */
  shortenedArgsCount?: number;
  /** Chars that this removed; missing if there are none. */
  shortenedArgsChars?: number;
  /** Definitions of tools that are smaller; missing if there are none. They have no decisions. */
  shortenedToolsCount?: number;
  /** Chars of names and texts that this removed; missing if there are none. */
  shortenedToolsChars?: number;
  /**
   * Definitions of tools that the model finds by the provider's tool search (`tools.defer`); missing if there are none. They
   * are in the body still, and counted in `chars` and `tokens`, but the provider does not bill them until they are found.
   */
  deferredToolsCount?: number;
  /** The model wrote a mark of shortened arguments itself, as it had seen some: no more are shortened from there on. */
  argsImitated?: true;
  /** Halves of surrogate pairs that became U+FFFD, except those inside edited results; only with `repairSurrogates`. */
  repairedSurrogates?: number;
  /** Offset of the first byte that an edit touches; native only. */
  firstChangedByte?: number;
  /** What the cache-aware boundary did. */
  cache: CacheReport;
  /** The cost of the input; only with `options.cost` or `options.prices`, and with a known price. */
  cost?: ReportCost;
  /** `cost.before` less `cost.after`, in US dollars. Negative if this request costs more than unreduced. */
  savedCost?: number;
  /** For people: why a requested `cost` is missing. */
  costUnknown?: string;
  /** Time from the call to the report, in microseconds. */
  elapsedMicros: number;
  /**
   * Messages that were removed, including summarised ones. This and all members below, except the last two, are of
   * `createReducer` only.
   */
  droppedCount?: number;
  /** The effect of each tried stage on the request; counted when first read. */
  readonly phases?: readonly Phase[];
  /** Content kept word for word: messages of the user, and messages with a text of `pin`. */
  preserved?: { userMessages: number; pinned: number };
  /** Why a stage was skipped, or was not enough; with `over_cap` and `below_cache_minimum` also of other reductions than `createReducer`'s. */
  notes?: PipelineNote[];
  /** The summary that was made or tried; absent if there was none. */
  summary?: SummaryReport;
  /** Each edited result, in document order; with `options.explain` also unchanged ones, with the reason. */
  readonly decisions: readonly Decision[];
  /**
   * The faults for which a provider would reject the input. They are found at the first access, from the input itself,
   * which must not have changed since; undefined where its memory was transferred. Copies and clones look for them, and
   * JSON is without them, so that logging costs nothing.
   */
  readonly violations?: readonly Violation[];
}

/** An edit and the value that it replaced. */
export interface Original {
  /** The edit. */
  edit: Edit;
  /**
   * The replaced or removed JSON value, as JSON text in UTF-8, in separate memory. Native: exactly as in the body, a
   * removed list element without its comma. `reduceRequest`: as `JSON.stringify` writes it. For a `repair`
   * the escape alone.
   */
  bytes: Uint8Array;
}

/** A reduced request with its report. `body` is the input object itself if nothing changed. */
export interface Reduction<T> {
  /** The reduced request, as bytes or as an object like the input. */
  body: T;
  /** Whether `body` differs from the input. */
  changed: boolean;
  /** The account of the reduction. */
  report: Report;
  /**
   * The edits with the values that they replaced, in document order; in mode `observe` those that would be made. They
   * are computed while iterated, and can be iterated again. Iterating reads the input and the reduced request; neither
   * must have changed since.
   */
  originals(): Iterable<Original>;
}

/** A request reduced into a given buffer. */
export interface IntoReduction {
  /** Length of the reduced body at the start of `out`. With 0 nothing changed: send the original body. */
  bytesWritten: number;
  /** Whether the output differs from the input. */
  changed: boolean;
  /** The account of the reduction. */
  report: Report;
}

/** The planned changes, without the changed bytes. */
export interface Plan {
  /** Every edit that `reduceBody` would make, in document order, none overlapping another. */
  edits: readonly Edit[];
  /** The report that `reduceBody` would give. */
  report: Report;
}
