import type { ReduceOptions } from "./backend.js";
import type { Addon } from "./native-addon.js";
import type { Policy } from "./policy.js";
import type { Action, BeforeAfter, Decision, Edit, Reason, Report, Wire } from "./report.js";
import { textSizes } from "./report-basis.js";

/** One planned request and what the engine tells of it (`crates/core/src/report.rs`). */
export interface PlannedRequest {
  addon: Addon;
  /** The input bytes that offsets point into. */
  body: Uint8Array;
  summary: Summary;
  /** Decisions, edits and their strings; empty where there are none. */
  rows: Uint8Array;
  wire: Wire | undefined;
  policy: Policy;
  options: ReduceOptions;
  /** `performance.now()` at the start. */
  startedAt: number;
}

type Counts = "messageCount" | "toolTurnCount" | "toolResultCount" | "maskedCount" | "maskedChars" | "clippedCount";

/** The counts of one plan. */
export interface Summary extends Pick<Report, Counts | "clippedChars"> {
  decisionCount: number;
  editCount: number;
  textChars: number;
  firstChangedByte: number;
  outputBytes: number;
}

/** Words of a summary. */
export const SUMMARY_WORDS = 15;

/** Reads the summary that begins at word `from`. */
export function readSummary(words: Uint32Array, from: number): Summary {
  const at = (word: number) => words[from + word] ?? 0;
  const wide = (word: number) => at(word) + at(word + 1) * 2 ** 32;
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
  };
}

const DECISION_WORDS = 9;
const EDIT_WORDS = 9;
const NONE = 0xffff_ffff;

const ACTIONS: readonly Action[] = ["keep", "mask", "clip"];
const REASONS: readonly Reason[] = [
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
];

/**
 * The report as users see it; decisions are decoded at their first access. A class, because an accessor in an object
 * literal costs as much as reading a small request.
 */
export class NativeReport implements Report {
  readonly wire: Report["wire"];
  readonly backend = "native";
  readonly changed: boolean;
  reductionStage?: "masking";
  readonly invariantStatus = "ok";
  readonly fits = true;
  readonly bytes: BeforeAfter;
  chars?: BeforeAfter;
  tokens?: BeforeAfter & { method: "chars4" };
  readonly messageCount: number;
  readonly toolTurnCount: number;
  readonly toolResultCount: number;
  readonly maskedCount: number;
  readonly maskedChars: number;
  readonly clippedCount: number;
  readonly clippedChars: number;
  firstChangedByte?: number;
  readonly cache: Report["cache"];
  readonly elapsedMicros: number;
  readonly #request: PlannedRequest;
  #decisions: readonly Decision[] | undefined;

  constructor(request: PlannedRequest, changed: boolean) {
    const { summary, options, body } = request;
    this.wire = request.wire;
    this.changed = changed;
    this.bytes = { before: body.length, after: summary.outputBytes };
    this.messageCount = summary.messageCount;
    this.toolTurnCount = summary.toolTurnCount;
    this.toolResultCount = summary.toolResultCount;
    this.maskedCount = summary.maskedCount;
    this.maskedChars = summary.maskedChars;
    this.clippedCount = summary.clippedCount;
    this.clippedChars = summary.clippedChars;
    this.cache = { strategy: request.policy.settings.cache.strategy };
    this.#request = request;
    if (changed) this.reductionStage = "masking";
    if (summary.editCount > 0) this.firstChangedByte = summary.firstChangedByte;
    if (options.tokens === true) this.#measure(summary);
    this.elapsedMicros = Math.round((performance.now() - request.startedAt) * 1000);
  }

  #measure({ textChars, maskedChars, clippedChars }: Summary): void {
    const { chars, tokens } = textSizes(textChars, maskedChars + clippedChars);
    this.chars = chars;
    this.tokens = tokens;
  }

  get decisions(): readonly Decision[] {
    this.#decisions ??= decodeDecisions(this.#request);
    return this.#decisions;
  }

  /** For `JSON.stringify`, which leaves accessors out. */
  toJSON(): Report {
    return { ...this, decisions: this.decisions };
  }
}

function decodeDecisions(request: PlannedRequest): Decision[] {
  const rows = new Rows(request);
  return Array.from({ length: request.summary.decisionCount }, (_, index) => decodeDecision(request, rows, index));
}

function decodeDecision(request: PlannedRequest, rows: Rows, index: number): Decision {
  const row = index * DECISION_WORDS;
  const kind = rows.at(row + 2);
  const decision: Decision = {
    messageIndex: rows.at(row),
    blockIndex: rows.at(row + 1),
    toolName: rows.string(row + 5),
    callId: rows.string(row + 7),
    action: ACTIONS[kind & 0xff] ?? "keep",
    reason: REASONS[kind >> 8] ?? "window",
    charsBefore: rows.at(row + 3),
    charsAfter: rows.at(row + 4),
  };
  if (decision.action === "keep") return decision;
  return withHash(decision, () => request.addon.hashTexts(request.body, textSpans(rows, index)));
}

/** Adds the hash as a property that is computed at its first access. */
function withHash(decision: Decision, compute: () => string): Decision {
  let hash: string | undefined;
  const get = () => {
    hash ??= compute();
    return hash;
  };
  return Object.defineProperty(decision, "hash", { enumerable: true, configurable: true, get });
}

/** Where the texts of an edited result stand, quotes included, as pairs of offsets. */
function textSpans(rows: Rows, decision: number): Uint32Array {
  const spans: number[] = [];
  for (const row of rows.editRows()) {
    if (rows.at(row) === decision) spans.push(rows.at(row + 7), rows.at(row + 8));
  }
  return Uint32Array.from(spans);
}

/** Every edit of the plan; needs rows with replacement texts. */
export function decodeEdits(request: PlannedRequest): Edit[] {
  const rows = new Rows(request);
  return Array.from(rows.editRows(), (row) => {
    const decision = rows.at(row) * DECISION_WORDS;
    const kind = rows.at(decision + 2);
    return {
      path: editPath(rows.at(decision), rows.at(row + 1), rows.at(row + 2) !== 0),
      span: { start: rows.at(row + 3), end: rows.at(row + 4) },
      replacement: rows.raw(row + 5) ?? "",
      action: (kind & 0xff) === 1 ? "mask" : "clip",
      reason: REASONS[kind >> 8] ?? "window",
    };
  });
}

function editPath(message: number, part: number, removes: boolean): string {
  const content = `/messages/${message}/content`;
  if (part === NONE) return content;
  return removes ? `${content}/${part}` : `${content}/${part}/text`;
}

/** The rows of a report as numbers and strings. */
class Rows {
  readonly #view: DataView;
  readonly #bytes: Uint8Array;
  readonly #firstEdit: number;
  readonly #editCount: number;

  constructor({ rows, summary }: PlannedRequest) {
    this.#bytes = rows;
    this.#view = new DataView(rows.buffer, rows.byteOffset, rows.byteLength);
    this.#firstEdit = summary.decisionCount * DECISION_WORDS;
    this.#editCount = summary.editCount;
  }

  at(word: number): number {
    return this.#view.getUint32(word * 4, true);
  }

  *editRows(): Generator<number> {
    for (let index = 0; index < this.#editCount; index++) yield this.#firstEdit + index * EDIT_WORDS;
  }

  /** The text whose offset and length stand at `word`, as it is between JSON quotes. */
  raw(word: number): string | undefined {
    const offset = this.at(word);
    if (offset === NONE) return undefined;
    const start = (this.#firstEdit + this.#editCount * EDIT_WORDS) * 4 + offset;
    return Buffer.from(this.#bytes.buffer, this.#bytes.byteOffset + start, this.at(word + 1)).toString("utf8");
  }

  /** The same, decoded. */
  string(word: number): string | undefined {
    const raw = this.raw(word);
    return raw?.includes("\\") ? (JSON.parse(`"${raw}"`) as string) : raw;
  }
}
