import { asWritten } from "../../ts/policy/check.js";
import type { PolicyInput, SettingsInput } from "../../ts/policy/policy.js";

type Table = Record<string, unknown>;

/** A policy as a user writes it; experimental keys that are in their own tables are added to those below `experimental`. */
export function written(settings: SettingsInput | PolicyInput): PolicyInput {
  const { experimental: before, ...flat } = settings as Table;
  const { experimental: moved, ...documented } = asWritten(flat) as Table;
  const experimental = merged(before as Table | undefined, moved as Table | undefined);
  return (experimental === undefined ? documented : { ...documented, experimental }) as PolicyInput;
}

function merged(one: Table | undefined, other: Table | undefined): Table | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return Object.fromEntries(
    Object.keys({ ...one, ...other }).map((key) => {
      const [first, second] = [one[key], other[key]];
      return [key, isTable(first) && isTable(second) ? merged(first, second) : (second ?? first)];
    }),
  );
}

const isTable = (value: unknown): value is Table =>
  typeof value === "object" && value !== null && !Array.isArray(value);
