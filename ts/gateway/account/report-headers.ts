import type { BatchCounts } from "../batch/sum-reports.js";
import type { Prepared } from "../reduce-request.js";
import { countedTokens } from "./counted-tokens.js";
import { type Finished, skippedOf } from "./finished.js";
import { type Money, usd } from "./money.js";

/** The headers that report the reduction to the client: names and values alternate. */
export function reportHeaders(finished: Finished, sentAt: number, money: Money): string[] {
  const { prepared, upstream, startedAt, firstByteAt = startedAt, wire, host } = finished;
  const headers: string[] = [];
  const { reduceMs = 0 } = prepared ?? {};
  const skipped = skippedOf(finished);
  const tokens = countedTokens(finished);
  if (tokens !== undefined) {
    headers.push("x-tamis-tokens-before", String(tokens.before));
    headers.push("x-tamis-tokens-after", String(tokens.after));
  }
  const { before = 0, after = 0 } = tokens ?? {};
  const saved =
    prepared?.replaced && prepared.batch === undefined && wire !== undefined
      ? money.estimate(wire, host, before - after)
      : undefined;
  if (saved !== undefined) headers.push("x-tamis-saved-usd", usd(saved).toFixed(6));
  if (prepared !== undefined)
    headers.push("x-tamis-stage", finished.recovered === "thinking" ? "none" : stageOf(prepared));
  if (prepared?.report?.fits === false) headers.push("x-tamis-fits", "false");
  if (finished.recovered !== undefined) headers.push("x-tamis-recovered", finished.recovered);
  if (prepared?.batch !== undefined) headers.push("x-tamis-batch", batchHeader(prepared.batch));
  if (skipped !== undefined) headers.push("x-tamis-skipped", skipped);
  if (upstream !== undefined) headers.push("x-tamis-upstream", upstream);
  const arrival = Math.max(0, sentAt - startedAt - reduceMs);
  headers.push(
    "server-timing",
    `${dur("tamis-read", arrival)}, ${dur("tamis-reduce", reduceMs)}, ${dur("upstream", firstByteAt - sentAt)}`,
  );
  return headers;
}

const batchHeader = ({ requests, reduced, skipped }: BatchCounts) =>
  `requests=${requests}, reduced=${reduced}, skipped=${skipped}`;

/** What made the last change. */
function stageOf({ report, condensed }: Prepared): string {
  const stage = report?.reductionStage ?? "none";
  return stage === "none" && condensed !== undefined ? "condensation" : stage;
}

/** Rounds to the microsecond. */
const dur = (name: string, millis: number) => `${name};dur=${Math.round(millis * 1000) / 1000}`;
