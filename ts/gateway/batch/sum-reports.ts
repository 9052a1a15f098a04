import type { BriefReport } from "../../contract/backend.js";
import type { BeforeAfter, Report } from "../../contract/report.js";

/** What became of the requests of a batch. */
export interface BatchCounts {
  /** Requests and lines. */
  requests: number;
  /** Requests that are smaller. */
  reduced: number;
  /** Those that could not be read, or are not to be reduced. */
  skipped: number;
}

/** The counts of all reports together, of which none is kept. */
export class ReportSum {
  readonly counts: BatchCounts = { requests: 0, reduced: 0, skipped: 0 };
  #sum: BriefReport | undefined;
  #tokens: BriefReport["tokens"];

  add(report: Report): void {
    this.counts.requests++;
    if (report.skipped !== undefined) this.counts.skipped++;
    const { tokens } = report;
    if (tokens !== undefined) this.#tokens = { method: tokens.method, ...added(this.#tokens, tokens) };
    const sum = this.#sum;
    this.#sum = {
      ...{ wire: sum?.wire ?? report.wire, backend: report.backend, cache: { strategy: report.cache.strategy } },
      ...{ changed: sum?.changed === true || report.changed, fits: sum?.fits !== false && report.fits },
      invariantStatus: "ok",
      ...Object.fromEntries(COUNTED.map((key) => [key, (sum?.[key] ?? 0) + report[key]])),
    } as BriefReport;
    const stage = report.reductionStage ?? sum?.reductionStage;
    if (stage !== undefined) this.#sum.reductionStage = stage;
  }

  /** Counts a request whose reduction failed. */
  addFailed(): void {
    this.counts.requests++;
    this.counts.skipped++;
  }

  /** @param bytes Of the whole body */
  total(bytes: BeforeAfter): BriefReport | undefined {
    if (this.#sum === undefined) return undefined;
    return { ...this.#sum, bytes, ...(this.#tokens === undefined ? {} : { tokens: this.#tokens }) };
  }
}

const added = (one: BeforeAfter = { before: 0, after: 0 }, other: BeforeAfter): BeforeAfter => ({
  before: one.before + other.before,
  after: one.after + other.after,
});

const COUNTED = [
  "messageCount",
  "toolTurnCount",
  "toolResultCount",
  "maskedCount",
  "maskedChars",
  "clippedCount",
  "clippedChars",
  "elapsedMicros",
] as const satisfies (keyof Report)[];
