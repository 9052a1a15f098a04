import { microsSince } from "../base/clock.js";
import { TamisError } from "../base/errors.js";
import { addTo } from "../base/maps.js";
import { keepMargins } from "../contract/budget-margins.js";
import { defineLazily, ReportObject, type ReportSource } from "../contract/lazy-report.js";
import type { PipelineNote } from "../contract/pipeline-report.js";
import type { Decision, PlacedReference, Report, Violation } from "../contract/report.js";
import { isRecord } from "../text/json-value.js";
import { wellFormed } from "../text/surrogates.js";
import { ruleOf } from "../wires/believed-row.js";
import type { WireDefinition } from "../wires/define-wire.js";
import { WIRES } from "../wires/index.js";
import { readMarkers } from "../wires/markers.js";
import { textSizes } from "../wires/text-chars.js";
import { CAP_INSTRUCTIONS, CAP_USER_TEXT } from "./protocol.js";
import { bytesOf, type PlannedRequest } from "./request.js";
import { Rows } from "./rows.js";
import type { Summary } from "./summary.js";

/** The report as users see it; decisions and violations are found when they are first read. */
export function createReport(request: PlannedRequest, changed: boolean): Report {
  const report = countsOf(request, changed);
  defineLazily(report, new Source(request), request.summary.referenceCount > 0);
  const model = modelOf(request, report);
  if (model !== undefined) report.model = model;
  const { margins } = request.summary;
  if (margins !== undefined) keepMargins(report, margins);
  return report as Report;
}

type Mutable = { -readonly [K in keyof Report]: Report[K] };

/** A report without what is found in the body. */
export function briefReport(request: PlannedRequest, changed: boolean): Mutable {
  const report = countsOf(request, changed);
  report.cache = cacheOf(request);
  if (request.summary.referenceCount > 0) report.references = new Rows(request).references;
  return report;
}

function countsOf({ call, summary, wire }: PlannedRequest, changed: boolean): Mutable {
  const { settings } = call.policy;
  const bytes = { before: call.bodyBytes, after: summary.outputBytes };
  const report = new ReportObject(bytes) as unknown as Mutable;
  report.wire = wire;
  report.backend = call.backend;
  report.changed = changed;
  report.fits = summary.fits;
  report.messageCount = summary.messageCount;
  report.toolTurnCount = summary.toolTurnCount;
  report.toolResultCount = summary.toolResultCount;
  report.maskedCount = summary.maskedCount;
  report.maskedChars = summary.maskedChars;
  report.clippedCount = summary.clippedCount;
  report.clippedChars = summary.clippedChars;
  if (summary.shortenedCount > 0) {
    report.shortenedCount = summary.shortenedCount;
    report.shortenedChars = summary.shortenedChars;
  }
  if (summary.dedupedCount > 0) {
    report.dedupedCount = summary.dedupedCount;
    report.dedupedChars = summary.dedupedChars;
  }
  if (summary.thinkingRemoved > 0) {
    report.thinkingRemoved = summary.thinkingRemoved;
    report.thinkingRemovedChars = summary.thinkingRemovedChars;
  }
  if (summary.shortenedArgsCount > 0) {
    report.shortenedArgsCount = summary.shortenedArgsCount;
    report.shortenedArgsChars = summary.shortenedArgsChars;
  }
  if (summary.shortenedToolsCount > 0) {
    report.shortenedToolsCount = summary.shortenedToolsCount;
    report.shortenedToolsChars = summary.shortenedToolsChars;
  }
  if (summary.isImitated) report.argsImitated = true;
  const notes = notesOf(summary);
  if (notes.length > 0) report.notes = notes;
  if (summary.deferredToolsCount > 0) {
    report.deferredToolsCount = summary.deferredToolsCount;
    if (changed) report.headers = { ...WIRES.of(wire ?? "").searchHeaders };
  }
  if (summary.isDelta) report.delta = true;
  if (summary.isForOriginals) report.forOriginals = true;
  if (changed && summary.editCount > 0) report.reductionStage = "masking";
  if (settings.repairSurrogates) report.repairedSurrogates = summary.repairCount;
  if (summary.editCount + summary.repairCount > 0) report.firstChangedByte = summary.firstChangedByte;
  if (call.options.tokens) addSizes(report, summary, WIRES.of(wire ?? "").mediumTokens);
  report.elapsedMicros = microsSince(call.startedAt);
  return report;
}

/**
 * What went although its role says that it stays, because it is above the role's cap; and that results stay as they
 * came, because the request is too short for the provider's cache.
 */
function notesOf({ instructionsOverCap, userTextsOverCap, isShort }: Summary): PipelineNote[] {
  return [
    ...overCap(
      instructionsOverCap,
      () => `with instructions went: only the newest ${inWords(CAP_INSTRUCTIONS)} of them stay`,
    ),
    ...overCap(
      userTextsOverCap,
      () => `with the user's words went: only those of at most ${inWords(CAP_USER_TEXT)} stay`,
    ),
    ...(isShort ? [TOO_SHORT] : []),
  ];
}

const inWords = (chars: number): string => `${chars.toLocaleString("en")} chars`;

const TOO_SHORT: PipelineNote = {
  stage: "masking",
  reason: "below_cache_minimum",
  detail: "the request is shorter than what the model's cache keeps: results stay as they came",
};

const overCap = (count: number, what: () => string): PipelineNote[] =>
  count === 0
    ? []
    : [{ stage: "masking", reason: "over_cap", detail: `${count} ${count === 1 ? "result" : "results"} ${what()}` }];

/** What the cache decision did, without the row that decided. */
export function cacheOf({ call, summary, wire }: PlannedRequest): Report["cache"] {
  const { settings } = call.policy;
  const cache: Report["cache"] = { strategy: settings.cache.strategy, ...summary.cache };
  if (summary.checksThinking && settings.cache.thinking === "drop" && settings.mode === "reduce") {
    const headers = WIRES.of(wire ?? "").dropHeaders;
    if (headers !== undefined) cache.thinkingNet = { headers };
  }
  return cache;
}

function addSizes(report: Mutable, summary: Summary, mediumTokens: number): void {
  const { textChars, mediaCount, sealedChars, maskedChars, clippedChars } = summary;
  const { shortenedChars, dedupedChars, thinkingRemovedChars, shortenedArgsChars } = summary;
  const edited = maskedChars + clippedChars + shortenedChars + dedupedChars;
  const removed = {
    chars: edited + thinkingRemovedChars + shortenedArgsChars + summary.shortenedToolsChars,
    media: summary.maskedMediaCount,
    sealed: summary.removedSealedChars,
  };
  const before = { chars: textChars, media: mediaCount, sealed: sealedChars };
  const { chars, tokens } = textSizes(before, removed, mediumTokens);
  report.chars = chars;
  report.tokens = tokens;
}

function modelOf({ call, model }: PlannedRequest, { repairedSurrogates }: Mutable): string | undefined {
  const { options } = call;
  if (options.model !== undefined || model === undefined) return options.model;
  return repairedSurrogates ? wellFormed(model) : model;
}

const NO_BODY = new Uint8Array(0);

/** Finds a report's members in its request. */
class Source implements ReportSource {
  readonly #request: PlannedRequest;

  constructor(request: PlannedRequest) {
    this.#request = request;
  }

  withoutBody(): ReportSource {
    const request = this.#request;
    return new Source({ ...request, body: NO_BODY, call: { ...request.call, body: NO_BODY } });
  }

  findCache(): Report["cache"] {
    const { call, wire } = this.#request;
    const cache = cacheOf(this.#request);
    if (wire === undefined) return cache;
    const { options, policy } = call;
    const model = options.model ?? this.#request.model;
    const destination = { wire: WIRES.of(wire), model, host: options.host };
    const rule = ruleOf(destination, policy.settings, () => this.#isMarked(destination.wire));
    return { ...cache, rule };
  }

  /** Whether the request has cache markers; false if its body was transferred since. */
  #isMarked(wire: WireDefinition): boolean {
    const { body, call } = this.#request;
    if (body.length !== call.bodyBytes) return false;
    const request: unknown = JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8"));
    return isRecord(request) && readMarkers(wire, request).any;
  }

  findDecisions(): readonly Decision[] {
    return decodeDecisions(this.#request);
  }

  findReferences(): readonly PlacedReference[] {
    return new Rows(this.#request).references;
  }

  /** Undefined if the body was transferred since. */
  findViolations(): readonly Violation[] | undefined {
    const { wire, call, body } = this.#request;
    if (body.length !== call.bodyBytes) return undefined;
    return call.validateBody(body, wire === undefined ? {} : { wire });
  }
}

function decodeDecisions(request: PlannedRequest): Decision[] {
  const rows = new Rows(request);
  let spans: Map<number, number[]> | undefined;
  const hashOf = (index: number) => {
    if (request.body === NO_BODY) return undefined;
    spans ??= textSpans(rows);
    return hashTexts(request, Uint32Array.from(spans.get(index) ?? []));
  };
  return rows.decisions.map((row, index) => {
    const decision = rows.decisionOf(row);
    return decision.action === "keep" ? decision : withHash(decision, () => hashOf(index));
  });
}

function hashTexts(request: PlannedRequest, spans: Uint32Array): string {
  const body = bytesOf(request);
  try {
    return request.addon.hashTexts(body, spans);
  } catch (cause) {
    throw new TamisError("INTERNAL", "a defect in the native backend: no hash; please report it", { cause });
  }
}

/** Adds the hash as a property that is computed at its first access; undefined once the body is let go of. */
function withHash(decision: Decision, compute: () => string | undefined): Decision {
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
    if ("decision" in edit) addTo(spans, edit.decision, edit.text.start, edit.text.end);
  }
  return spans;
}
