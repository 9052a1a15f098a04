import { DAY_MS } from "../../base/clock.js";
import { dollarText } from "../../base/dollars.js";
import type { DashboardSum } from "../api.js";

/** The sentence at the top: money first, then tokens where no bill is known. */
export function headlineOf(sum: DashboardSum, from: number, to: number, now: number): string {
  const when = spanText(from, to, now);
  if (sum.requests === 0) return `${when}: no requests yet`;
  const { cost, saved } = sum;
  if (cost === undefined || saved === undefined || sum.unbilled === sum.requests) return `${when}: ${tokensText(sum)}`;
  const without = cost + saved;
  const way = saved < 0 ? `, ${dollarText(-saved)} more than without Tamis` : "";
  return `${when} ${dollarText(cost)} instead of ${dollarText(without)}${way}`;
}

function tokensText({ tokensBefore, tokensAfter }: DashboardSum): string {
  return `${grouped(tokensAfter)} instead of ${grouped(tokensBefore)} tokens (estimated; no bill with a known price)`;
}

/** `today` where it is one, else the length. */
function spanText(from: number, to: number, now: number): string {
  const days = Math.round((to - from) / DAY_MS);
  if (to < now - 1_000)
    return `${new Date(from).toISOString().slice(0, 10)} to ${new Date(to).toISOString().slice(0, 10)}`;
  return days <= 1 ? "today" : `in ${days} days`;
}

export const grouped = (value: number): string => String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ",");
