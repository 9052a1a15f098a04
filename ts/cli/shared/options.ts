import { type Command, InvalidArgumentError } from "commander";

type Given = Parameters<Parameters<Command["action"]>[0]>;

/** A command's action, which resolves to the exit code. It loads what it needs itself, so that help is there at once. */
export const exits =
  (work: (...given: Given) => Promise<number>) =>
  async (...given: Given): Promise<void> => {
    process.exitCode = await work(...given);
  };

/** The parsed options of {@link policyOptions}. */
export interface PolicyFlags {
  policy?: string;
  set?: string[];
  window?: number;
}

/** Adds the three ways to give a policy; later ones override earlier ones: file, `--set`, `--window`. */
export function policyOptions(command: Command): Command {
  return command
    .option("-p, --policy <file>", "policy file, TOML or JSON")
    .option("-s, --set <key=value>", "set one key of the policy; may be repeated", collect)
    .option("-w, --window <turns>", "leave the newest tool turns alone: the same as mask.windowTurns", wholeNumber);
}

const collect = (value: string, values: string[] = []): string[] => [...values, value];

/** A commander argument parser for 0, 1, 2 … */
export function wholeNumber(value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new InvalidArgumentError("It must be a whole number, 0 or more.");
  return Number(value);
}

/** A commander argument parser for a duration. */
export function positiveSeconds(value: string): number {
  const seconds = Number(value);
  if (!/^\d+(\.\d+)?$/.test(value) || !(seconds > 0 && seconds <= 3600)) {
    throw new InvalidArgumentError("It must be a number of seconds above 0, at most 3600.");
  }
  return seconds;
}

/** A commander argument parser for a TCP port. */
export function port(value: string): number {
  const number = Number(value);
  if (!/^\d{1,5}$/.test(value) || number > 65_535) throw new InvalidArgumentError("It must be from 0 to 65535.");
  return number;
}

/** A commander argument parser for a TCP port that has to be the same from now on: not 0, which is any. */
export function lastingPort(value: string): number {
  if (port(value) === 0) throw new InvalidArgumentError("It must be from 1 to 65535.");
  return port(value);
}

/** A commander argument parser for a share in percent. */
export function sharePercent(value: string): number {
  const share = Number(value);
  if (!/^\d{1,3}(\.\d+)?$/.test(value) || share > 100) throw new InvalidArgumentError("It must be from 0 to 100.");
  return share;
}

/** A commander argument parser for an amount of US dollars, `5`, or for a span of time, `10/day`. */
export function costCap(value: string): { dollars: number; span: "run" | "day" | "week" | "month" } {
  const [, amount, span = "run"] = /^\$?(\d{1,7}(?:\.\d+)?)(?:\/(day|week|month))?$/.exec(value) ?? [];
  if (amount === undefined || Number(amount) === 0)
    throw new InvalidArgumentError("It must be dollars for this run (5), or for a span (10/day, 50/week, 200/month).");
  return { dollars: Number(amount), span: span as "run" };
}
