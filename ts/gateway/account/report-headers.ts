import type { Finished } from "./finished.js";
import { type Money, usd } from "./money.js";

/** The headers that report the reduction to the client: names and values alternate. */
export function reportHeaders(finished: Finished, sentAt: number, money: Money): string[] {
  const { prepared, startedAt, firstByteAt = startedAt, wire, host } = finished;
  const headers: string[] = [];
  const { report, skipped, reduceMs = 0 } = prepared ?? {};
  if (report?.tokens !== undefined) {
    headers.push("x-tamis-tokens-before", String(report.tokens.before));
    headers.push("x-tamis-tokens-after", String(report.tokens.after));
  }
  const { before = 0, after = 0 } = report?.tokens ?? {};
  const saved = prepared?.replaced && wire !== undefined ? money.estimate(wire, host, before - after) : undefined;
  if (saved !== undefined) headers.push("x-tamis-saved-usd", usd(saved).toFixed(6));
  if (prepared !== undefined) headers.push("x-tamis-stage", report?.reductionStage ?? "none");
  if (skipped !== undefined) headers.push("x-tamis-skipped", skipped);
  const arrival = Math.max(0, sentAt - startedAt - reduceMs);
  headers.push(
    "server-timing",
    `${dur("tamis-read", arrival)}, ${dur("tamis-reduce", reduceMs)}, ${dur("upstream", firstByteAt - sentAt)}`,
  );
  return headers;
}

/** Rounds to the microsecond. */
const dur = (name: string, millis: number) => `${name};dur=${Math.round(millis * 1000) / 1000}`;
