// Runs that were left alone by chance beside those that were reduced: whether an agent does more because something is gone.
import type { LedgerEntries } from "./entry.js";
import { changeInterval, type Interval, type Pair, ratioInterval } from "./intervals.js";

export const COMPARED = ["rereads", "repeats", "retries", "turns", "dollars"] as const;

/** One of {@link COMPARED}. */
export type ComparedFigure = (typeof COMPARED)[number];

/** One figure of both groups. */
export interface ComparedRow {
  figure: ComparedFigure;
  reduced: Interval | undefined;
  heldOut: Interval | undefined;
  /** By how much the reduced runs are above those left alone, as a share. */
  change: Interval | undefined;
}

/** Both groups. */
export interface Comparison {
  /** Runs with calls. */
  reducedRuns: number;
  heldOutRuns: number;
  /** Whether there are too few runs for the intervals to mean something. */
  isTooFew: boolean;
  rows: ComparedRow[];
}

/** Fewer runs of a group say nothing. */
export const LEAST_RUNS = 10;

interface Run {
  mode: string;
  calls: number;
  rereads: number;
  repeats: number;
  retries: number;
  prompts: number;
  turns: number;
  dollars: number;
  /** Whether any request has a price: those without one count nothing in either group. */
  isPriced: boolean;
}

/**
 * Compares runs that `--holdout` left alone with those that were reduced. In the first, a call reads again what would have
 * been gone; that is what chance and the agent's ways alone bring about.
 */
export function compareHoldout({ requests, calls }: Pick<LedgerEntries, "requests" | "calls">): Comparison {
  const runs = new Map<string, Run>();
  const runOf = (run: string, mode: string): Run => {
    const none = { calls: 0, rereads: 0, repeats: 0, retries: 0, prompts: 0, turns: 0, dollars: 0 };
    const known = runs.get(run) ?? { mode, ...none, isPriced: false };
    runs.set(run, known);
    return known;
  };
  for (const { run, mode, surface, refused, cost } of requests) {
    if (surface !== "gateway" || refused !== undefined) continue;
    const one = runOf(run, mode);
    one.turns++;
    one.dollars += cost ?? 0;
    if (cost !== undefined) one.isPriced = true;
  }
  for (const entry of calls) {
    const one = runOf(entry.run, entry.mode);
    for (const key of ["calls", "rereads", "repeats", "retries", "prompts"] as const) one[key] += entry[key];
  }
  const of = (mode: string) => [...runs.values()].filter((run) => run.mode === mode && run.calls > 0);
  const [reduced, heldOut] = [of("reduce"), of("holdout")];
  return {
    reducedRuns: reduced.length,
    heldOutRuns: heldOut.length,
    isTooFew: Math.min(reduced.length, heldOut.length) < LEAST_RUNS,
    rows: COMPARED.map((figure) => rowOf(figure, reduced, heldOut)),
  };
}

const PAIRS: Readonly<Record<ComparedFigure, (run: Run) => Pair>> = {
  rereads: ({ rereads, calls }) => [rereads, calls],
  repeats: ({ repeats, calls }) => [repeats, calls],
  retries: ({ retries, calls }) => [retries, calls],
  turns: ({ turns, prompts }) => [turns, prompts],
  dollars: ({ dollars, prompts }) => [dollars, prompts],
};

function rowOf(figure: ComparedFigure, reduced: readonly Run[], heldOut: readonly Run[]): ComparedRow {
  const pairsOf = (runs: readonly Run[]) =>
    runs.filter(({ isPriced }) => figure !== "dollars" || isPriced).map(PAIRS[figure]);
  const [ours, others] = [pairsOf(reduced), pairsOf(heldOut)];
  return {
    figure,
    reduced: ratioInterval(ours),
    heldOut: ratioInterval(others),
    change: changeInterval(ours, others),
  };
}
