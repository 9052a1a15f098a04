// Days, by which facts of models change: `2026-11-28`, by UTC.
import { TamisError } from "../base/errors.js";

/** Whether a value is a day that the calendar has, written as `2026-11-28`. */
export function isDay(value: unknown): value is string {
  if (typeof value !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const time = Date.parse(value);
  return Number.isFinite(time) && dayAt(time) === value;
}

/** The day of a time in milliseconds since 1970; undefined for no time, and outside the years 0 to 9999. */
export function dayAt(time: number | undefined): string | undefined {
  if (time === undefined || !Number.isFinite(time) || Math.abs(time) > MOST_MILLIS) return undefined;
  const day = new Date(time).toISOString().slice(0, 10);
  return /^\d/.test(day) ? day : undefined;
}

/** The most that a `Date` can be. */
const MOST_MILLIS = 8.64e15;

/**
 * Checks a day that a caller gives.
 *
 * @throws TamisError `OPTION_INVALID` for what is no day.
 */
export function checkDay(path: string, value: unknown): void {
  if (value === undefined || isDay(value)) return;
  const message = "expected a day such as 2026-11-28";
  throw new TamisError("OPTION_INVALID", `${path}: ${message}`, { issues: [{ path, message }] });
}
