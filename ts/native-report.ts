import type { ReduceOptions } from "./backend.js";
import type { Addon } from "./native-addon.js";
import type { Policy } from "./policy.js";
import type { Action, Decision, Edit, Reason, Report, Wire } from "./report.js";

/** One planned request and the compact report that the engine wrote of it (`crates/core/src/report.rs`). */
export interface PlannedRequest {
  addon: Addon;
  /** The input bytes that offsets point into. */
  body: Uint8Array;
  report: Uint8Array;
  editCount: number;
  wire: Wire | undefined;
  policy: Policy;
  options: ReduceOptions;
  /** `performance.now()` at the start. */
  startedAt: number;
}

const HEADER_WORDS = 20;
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

/** Words of the header, in order. */
const HEAD = {
  decisions: 0,
  edits: 1,
  messages: 2,
  toolTurns: 3,
  toolResults: 4,
  masked: 5,
  maskedChars: 6,
  clipped: 8,
  clippedChars: 9,
  textChars: 11,
  firstChangedByte: 13,
  outputBytes: 14,
} as const;

/** The report as users see it; decisions are decoded at their first access. */
export function nativeReport(request: PlannedRequest, bytesBefore: number, changed: boolean): Report {
  const words = new Words(request.report);
  const { policy, options } = request;
  const maskedChars = words.wide(HEAD.maskedChars);
  const clippedChars = words.wide(HEAD.clippedChars);
  const report: Omit<Report, "decisions"> = {
    wire: request.wire,
    backend: "native",
    changed,
    invariantStatus: "ok",
    fits: true,
    bytes: { before: bytesBefore, after: changed ? words.at(HEAD.outputBytes) : bytesBefore },
    messageCount: words.at(HEAD.messages),
    toolTurnCount: words.at(HEAD.toolTurns),
    toolResultCount: words.at(HEAD.toolResults),
    maskedCount: words.at(HEAD.masked),
    maskedChars,
    clippedCount: words.at(HEAD.clipped),
    clippedChars,
    cache: { strategy: policy.settings.cache.strategy },
    elapsedMicros: Math.round((performance.now() - request.startedAt) * 1000),
  };
  if (changed) {
    report.reductionStage = "masking";
    report.firstChangedByte = words.at(HEAD.firstChangedByte);
  }
  if (options.tokens === true) {
    const before = words.wide(HEAD.textChars);
    const after = before - maskedChars - clippedChars;
    report.chars = { before, after };
    report.tokens = { before: Math.ceil(before / 4), after: Math.ceil(after / 4), method: "chars4" };
  }
  return defineLazily(report, "decisions", () => decodeDecisions(request, words));
}

/** Adds an enumerable property that is computed at its first access. */
function defineLazily<T extends object, K extends string, V>(target: T, key: K, compute: () => V): T & Record<K, V> {
  let value: { computed: V } | undefined;
  const get = () => {
    value ??= { computed: compute() };
    return value.computed;
  };
  return Object.defineProperty(target, key, { enumerable: true, configurable: true, get }) as T & Record<K, V>;
}

function decodeDecisions(request: PlannedRequest, words: Words): Decision[] {
  return Array.from({ length: words.at(HEAD.decisions) }, (_, index) => decodeDecision(request, words, index));
}

function decodeDecision(request: PlannedRequest, words: Words, index: number): Decision {
  const row = HEADER_WORDS + index * DECISION_WORDS;
  const kind = words.at(row + 2);
  const decision: Omit<Decision, "hash"> = {
    messageIndex: words.at(row),
    blockIndex: words.at(row + 1),
    toolName: words.string(row + 5),
    callId: words.string(row + 7),
    action: ACTIONS[kind & 0xff] ?? "keep",
    reason: REASONS[kind >> 8] ?? "window",
    charsBefore: words.at(row + 3),
    charsAfter: words.at(row + 4),
  };
  if (decision.action === "keep") return decision;
  return defineLazily(decision, "hash", () => request.addon.hashTexts(request.body, textSpans(words, index)));
}

/** Where the texts of an edited result stand, quotes included, as pairs of offsets. */
function textSpans(words: Words, decision: number): Uint32Array {
  const spans: number[] = [];
  for (const row of words.editRows()) {
    if (words.at(row) === decision) spans.push(words.at(row + 7), words.at(row + 8));
  }
  return Uint32Array.from(spans);
}

/** Every edit of the plan; needs a report with replacement texts. */
export function decodeEdits({ report }: PlannedRequest): Edit[] {
  const words = new Words(report);
  return Array.from(words.editRows(), (row) => {
    const decision = HEADER_WORDS + words.at(row) * DECISION_WORDS;
    const kind = words.at(decision + 2);
    return {
      path: editPath(words.at(decision), words.at(row + 1), words.at(row + 2) !== 0),
      span: { start: words.at(row + 3), end: words.at(row + 4) },
      replacement: words.raw(row + 5) ?? "",
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

/** The compact report as numbers and strings. */
class Words {
  readonly #view: DataView;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  at(word: number): number {
    return this.#view.getUint32(word * 4, true);
  }

  /** A number of two words, low first. */
  wide(word: number): number {
    return this.at(word) + this.at(word + 1) * 2 ** 32;
  }

  *editRows(): Generator<number> {
    const first = HEADER_WORDS + this.at(HEAD.decisions) * DECISION_WORDS;
    for (let index = 0; index < this.at(HEAD.edits); index++) yield first + index * EDIT_WORDS;
  }

  /** The text whose offset and length stand at `word`, as it is between JSON quotes. */
  raw(word: number): string | undefined {
    const offset = this.at(word);
    if (offset === NONE) return undefined;
    const decisions = this.at(HEAD.decisions) * DECISION_WORDS;
    const start = (HEADER_WORDS + decisions + this.at(HEAD.edits) * EDIT_WORDS) * 4 + offset;
    return Buffer.from(this.#bytes.buffer, this.#bytes.byteOffset + start, this.at(word + 1)).toString("utf8");
  }

  /** The same, decoded. */
  string(word: number): string | undefined {
    const raw = this.raw(word);
    return raw?.includes("\\") ? (JSON.parse(`"${raw}"`) as string) : raw;
  }
}
