import { InvalidArgumentError } from "commander";

/** A commander argument parser for a date, or days back such as `7d`; in milliseconds. */
export function sinceTime(value: string): number {
  const days = /^(\d{1,5})d$/.exec(value)?.[1];
  const time = days === undefined ? Date.parse(value) : Date.now() - Number(days) * 86_400_000;
  if (!Number.isFinite(time))
    throw new InvalidArgumentError("It must be a date such as 2026-11-01, or days such as 7d.");
  return time;
}
