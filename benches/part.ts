// The result of a part of the benchmarks: tables for people, targets, data for the record.
import type { Wire } from "../ts/index.js";
import { type BuiltTable, renderTable } from "./table.js";

/** One promise of the package, and the value that this run reached. */
export interface Target {
  what: string;
  reached: number;
  limit: number;
  /** Whether `limit` is the least (`≥`) or the most (`≤`) acceptable value. */
  good: "at least" | "at most";
  unit: "×" | "GB/s" | "MB" | "ms" | "of everything";
}

export interface PartResult {
  tables: readonly BuiltTable[];
  targets: readonly Target[];
  /** Plain JSON for the record. */
  data: unknown;
  /** Why the part was not measured. Its tables and targets are empty then. */
  skipped?: string;
}

/** The options of a part. */
export interface PartOptions {
  /** Short: fewer sizes, less time. For trying out, not for records. */
  quick: boolean;
  /**
   * Folder of recorded requests, with one folder for each wire: `openai_chat`, `openai_responses`, `anthropic`,
   * `gemini`.
   */
  traces: string | undefined;
  /** Wires to compare sizes on. */
  wires: readonly Wire[];
  /** Time for one comparison. */
  seconds: number;
}

export type Part = (options: PartOptions) => Promise<PartResult>;

export const skippedPart = (reason: string): PartResult => ({
  tables: [],
  targets: [],
  data: { skipped: reason },
  skipped: reason,
});

export const isMet = ({ reached, limit, good }: Target): boolean =>
  good === "at least" ? reached >= limit : reached <= limit;

export function renderTargets(targets: readonly Target[]): string {
  const rows = targets.map((target) => [
    isMet(target) ? "met" : "MISSED",
    target.what,
    `${significant(target.reached)} ${target.unit}`,
    `${target.good === "at least" ? "≥" : "≤"} ${target.limit} ${target.unit}`,
  ]);
  return renderTable({ title: "Targets", head: ["", "what", "reached", "target"], rows });
}

/** Three significant digits, without an exponent. */
export function significant(value: number): string {
  if (!Number.isFinite(value)) return "–";
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value) || 1)));
  return value.toFixed(Math.min(digits, 3));
}

/** Microseconds in the unit that reads best. */
export function duration(micros: number): string {
  return micros < 1000 ? `${significant(micros)} µs` : `${significant(micros / 1000)} ms`;
}

export function bytes(count: number): string {
  return count < 1e6 ? `${significant(count / 1e3)} KB` : `${significant(count / 1e6)} MB`;
}
