import { microsSince } from "../base/clock.js";
import { TamisError } from "../base/errors.js";
import type { BeforeAfter, Decision, Report, Violation } from "../contract/report.js";
import { textSizes } from "../contract/report-basis.js";
import { wellFormed } from "../text/surrogates.js";
import { WIRES } from "../wires/index.js";
import { bytesOf, type PlannedRequest } from "./request.js";
import { type DecisionRow, Rows } from "./rows.js";
import type { Summary } from "./summary.js";

/**
 * The report as users see it; decisions are decoded at their first access. A class, because an accessor in an object
 * literal costs as much as reading a small request.
 */
export class NativeReport implements Report {
  readonly wire: Report["wire"];
  readonly backend = "native";
  readonly changed: boolean;
  reductionStage?: NonNullable<Report["reductionStage"]>;
  readonly invariantStatus = "ok";
  fits: boolean;
  readonly bytes: BeforeAfter;
  chars?: BeforeAfter;
  tokens?: NonNullable<Report["tokens"]>;
  readonly messageCount: number;
  readonly toolTurnCount: number;
  readonly toolResultCount: number;
  readonly maskedCount: number;
  readonly maskedChars: number;
  readonly clippedCount: number;
  readonly clippedChars: number;
  repairedSurrogates?: number;
  firstChangedByte?: number;
  delta?: true;
  readonly cache: Report["cache"];
  readonly elapsedMicros: number;
  readonly #request: PlannedRequest;
  #decisions: readonly Decision[] | undefined;
  #violations: readonly Violation[] | undefined;

  constructor(request: PlannedRequest, changed: boolean) {
    const { call, summary } = request;
    this.wire = request.wire;
    this.changed = changed;
    this.bytes = { before: call.bodyBytes, after: summary.outputBytes };
    this.messageCount = summary.messageCount;
    this.toolTurnCount = summary.toolTurnCount;
    this.toolResultCount = summary.toolResultCount;
    this.maskedCount = summary.maskedCount;
    this.maskedChars = summary.maskedChars;
    this.clippedCount = summary.clippedCount;
    this.clippedChars = summary.clippedChars;
    this.fits = summary.fits;
    this.cache = { strategy: call.policy.settings.cache.strategy, ...summary.cache };
    if (summary.isDelta) this.delta = true;
    this.#request = request;
    if (changed && summary.editCount > 0) this.reductionStage = "masking";
    if (call.policy.settings.repairSurrogates) this.repairedSurrogates = summary.repairCount;
    if (summary.editCount + summary.repairCount > 0) this.firstChangedByte = summary.firstChangedByte;
    if (call.options.tokens) this.#measure(summary);
    this.elapsedMicros = microsSince(call.startedAt);
  }

  #measure({ textChars, maskedChars, clippedChars, mediaCount, maskedMediaCount }: Summary): void {
    const { mediumTokens } = WIRES.of(this.wire ?? "");
    const removed = { chars: maskedChars + clippedChars, media: maskedMediaCount };
    const { chars, tokens } = textSizes({ chars: textChars, media: mediaCount }, removed, mediumTokens);
    this.chars = chars;
    this.tokens = tokens;
  }

  get model(): string | undefined {
    const { call, model } = this.#request;
    const { options } = call;
    if (options.model !== undefined || model === undefined) return options.model;
    return this.repairedSurrogates ? wellFormed(model) : model;
  }

  get decisions(): readonly Decision[] {
    this.#decisions ??= decodeDecisions(this.#request);
    return this.#decisions;
  }

  get violations(): readonly Violation[] {
    const { wire, call } = this.#request;
    this.#violations ??= call.validateBody(bytesOf(this.#request), wire === undefined ? {} : { wire });
    return this.#violations;
  }

  /** For `JSON.stringify`, which leaves accessors out. */
  toJSON(): Report {
    const { model, decisions } = this;
    return { ...this, ...(model === undefined ? {} : { model }), decisions };
  }
}

function decodeDecisions(request: PlannedRequest): Decision[] {
  const rows = new Rows(request);
  let spans: Map<number, number[]> | undefined;
  const hashOf = (index: number) => {
    spans ??= textSpans(rows);
    return hashTexts(request, Uint32Array.from(spans.get(index) ?? []));
  };
  return rows.decisions.map((row, index) => decisionOf(row, () => hashOf(index)));
}

function decisionOf({ isSnakeCase: _, hasFields: __, ...decision }: DecisionRow, computeHash: () => string): Decision {
  return decision.action === "keep" ? decision : withHash(decision, computeHash);
}

function hashTexts(request: PlannedRequest, spans: Uint32Array): string {
  const body = bytesOf(request);
  try {
    return request.addon.hashTexts(body, spans);
  } catch (cause) {
    throw new TamisError("INTERNAL", "a defect in the native backend: no hash; please report it", { cause });
  }
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

/** Where the texts of each edited result stand, quotes included, as pairs of offsets by decision. */
function textSpans(rows: Rows): Map<number, number[]> {
  const spans = new Map<number, number[]>();
  for (const edit of rows.edits) {
    if (!("decision" in edit)) continue;
    const { decision, text } = edit;
    const pairs = spans.get(decision);
    if (pairs === undefined) spans.set(decision, [text.start, text.end]);
    else pairs.push(text.start, text.end);
  }
  return spans;
}
