import type { Backend, BackendOptions } from "./backend.js";
import { TamisError } from "./errors.js";
import type { Addon } from "./native-addon.js";
import type { Policy } from "./policy.js";
import type { AnchoredBlock, CacheReport, Reason, Report, Wire } from "./report.js";

/** One call, as it was made. */
export interface Call {
  body: Uint8Array;
  bodyBytes: number;
  policy: Policy;
  options: BackendOptions;
  /** Finds what a provider would reject a body for. */
  validateBody: Backend["validateBody"];
  /** `performance.now()` at the start. */
  startedAt: number;
}

/** One planned request and what the engine tells of it (`crates/core/src/report.rs`). */
export interface PlannedRequest {
  addon: Addon;
  call: Call;
  /** The input bytes that offsets point into; may be empty where there are no edits. */
  body: Uint8Array;
  summary: Summary;
  /** The model's name in the body; undefined where there is none, or where it is not told. */
  model: string | undefined;
  /** Decisions, edits and their strings; empty where there are none. */
  rows: Uint8Array;
  wire: Wire | undefined;
}

/**
 * The bytes that offsets point into.
 *
 * @throws TamisError `OPTION_INVALID` where the caller has transferred or resized them since.
 */
export function bytesOf({ body, call }: PlannedRequest): Uint8Array {
  if (body.length === call.bodyBytes) return body;
  const message = "body: its memory was transferred or resized after the call; read hashes and originals before that";
  throw new TamisError("OPTION_INVALID", message, { issues: [{ path: "body", message }] });
}

type Counts = "messageCount" | "toolTurnCount" | "toolResultCount" | "maskedCount" | "maskedChars" | "clippedCount";

/** The counts of one plan. */
export interface Summary extends Pick<Report, Counts | "clippedChars"> {
  decisionCount: number;
  editCount: number;
  textChars: number;
  firstChangedByte: number;
  outputBytes: number;
  /** Where the model's name stands in the body, quotes included; both 0 if it has none. */
  modelStart: number;
  modelEnd: number;
  isDelta: boolean;
  /** Undefined where no cache decision was made. */
  cache: Omit<CacheReport, "strategy"> | undefined;
  fits: boolean;
  /** Repaired halves of surrogate pairs outside of edits. */
  repairCount: number;
}

/** Words of a summary. */
export const SUMMARY_WORDS = 40;

/** Reads the summary that begins at word `from`. */
export function readSummary(words: ArrayLike<number>, from: number): Summary {
  const at = (word: number) => words[from + word] ?? 0;
  const wide = (word: number) => at(word) + (at(word + 1) | 0) * 2 ** 32;
  return {
    decisionCount: at(0),
    editCount: at(1),
    messageCount: at(2),
    toolTurnCount: at(3),
    toolResultCount: at(4),
    maskedCount: at(5),
    maskedChars: wide(6),
    clippedCount: at(8),
    clippedChars: wide(9),
    textChars: wide(11),
    firstChangedByte: at(13),
    outputBytes: at(14),
    modelStart: at(15),
    modelEnd: at(16),
    isDelta: at(17) !== 0,
    repairCount: at(18),
    cache: (at(19) & 1) === 0 ? undefined : readCache(words, from + 19),
    fits: (at(19) & 4) === 0,
  };
}

/** What the replay of the cache decision found; costs come as tokens times 10,000. */
function readCache(words: ArrayLike<number>, from: number): Omit<CacheReport, "strategy"> {
  const at = (word: number) => words[from + word] ?? 0;
  return {
    moved: (at(0) & 2) !== 0,
    moves: at(1),
    waitingCount: at(2),
    waitingTokens: at(3),
    savedTokens: at(4),
    keptTokens: at(5),
    lostTokens: at(6),
    carried: Math.round((at(7) + at(8) * 2 ** 32) / 10_000),
    netSaving: Math.round((at(9) + (at(10) | 0) * 2 ** 32) / 10_000),
    ...(at(11) === 0 ? {} : { lastMoveStep: at(11) }),
    ...(at(12) === 0 ? {} : { anchors: readPlaces(words, from + 12) }),
  };
}

/** A number of blocks, and then each. */
function readPlaces(words: ArrayLike<number>, from: number): AnchoredBlock[] {
  return Array.from({ length: words[from] ?? 0 }, (_, index) => ({
    messageIndex: words[from + 1 + 2 * index] ?? 0,
    blockIndex: words[from + 2 + 2 * index] ?? 0,
  }));
}

export const DECISION_WORDS = 9;
const EDIT_WORDS = 9;
/** What an edit does, as the engine numbers it. */
export const EDIT = { removes: 1, marks: 2, unmarks: 3 } as const;
/** Stands for "none". */
export const NONE = 0xffff_ffff;

/** By the code that the engine reports. */
export const REASONS: readonly Reason[] = [
  "window",
  "error",
  "orphan",
  "duplicate_key",
  "content",
  "excluded",
  "never",
  "keep_last_k",
  "open_loop",
  "placeholder",
  "short",
  "not_shorter",
  "carried",
  "dispatch",
  "frozen",
  "pinned",
];

/** The rows of a report as numbers and strings. */
export class Rows {
  readonly #view: DataView;
  readonly #bytes: Uint8Array;
  readonly #firstEdit: number;
  readonly #editCount: number;
  readonly #repairCount: number;

  constructor({ rows, summary }: PlannedRequest) {
    this.#bytes = rows;
    this.#view = new DataView(rows.buffer, rows.byteOffset, rows.byteLength);
    this.#firstEdit = summary.decisionCount * DECISION_WORDS;
    this.#editCount = summary.editCount;
    this.#repairCount = summary.repairCount;
  }

  at(word: number): number {
    return this.#view.getUint32(word * 4, true);
  }

  /** The word at which each edit's row begins. */
  *editRows(): Generator<number> {
    for (let index = 0; index < this.#editCount; index++) yield this.#firstEdit + index * EDIT_WORDS;
  }

  /** Where each repaired escape begins in the body, ascending. */
  repairOffsets(): number[] {
    return Array.from({ length: this.#repairCount }, (_, index) => this.at(this.#firstRepair + index));
  }

  get #firstRepair(): number {
    return this.#firstEdit + this.#editCount * EDIT_WORDS;
  }

  /** The text whose offset and length stand at `word`, as it is between JSON quotes. */
  raw(word: number): string | undefined {
    const offset = this.at(word);
    if (offset === NONE) return undefined;
    const start = (this.#firstRepair + this.#repairCount) * 4 + offset;
    return Buffer.from(this.#bytes.buffer, this.#bytes.byteOffset + start, this.at(word + 1)).toString("utf8");
  }

  /** The same, decoded. */
  string(word: number): string | undefined {
    const raw = this.raw(word);
    return raw?.includes("\\") ? (JSON.parse(`"${raw}"`) as string) : raw;
  }
}
