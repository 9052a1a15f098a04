// Our facts beside those of a list of prices that a package ships: every difference, and the reason that we have for it.
import { factsOf } from "../../ts/models/facts.js";

/** A model as a list has it; what the list does not say is undefined. */
export interface ListedFacts {
  /** The name, as the list has it. */
  model: string;
  contextTokens?: number | undefined;
  inputTokens?: number | undefined;
  read?: number | undefined;
  write?: number | undefined;
  writeLong?: number | undefined;
  minimumTokens?: number | undefined;
  /** Tokens above which all prices are higher, and so many times. */
  dear?: { aboveTokens: number; times: number } | undefined;
}

/** Why a list and we differ. */
export interface Reason {
  /** The row, as its id. */
  row: string;
  /** Names of the list's models to which it applies. @default all of the row */
  models?: RegExp;
  fact: keyof Omit<ListedFacts, "model">;
  because: string;
}

/** One difference. */
export interface Difference {
  model: string;
  row: string;
  fact: Reason["fact"];
  listed: unknown;
  ours: unknown;
  /** Undefined: unexplained. */
  because: string | undefined;
}

/** Prices are compared to two per cent: lists round dollars. */
const isNear = (one: number, other: number) => Math.abs(one - other) <= 0.02 * Math.max(one, other);

/** The differences between a list and our rows on a day. Models that no row names are left out. */
export function differencesTo(
  list: readonly ListedFacts[],
  reasons: readonly Reason[],
  asOf?: string,
): { compared: number; differences: Difference[]; unused: Reason[] } {
  const used = new Set<Reason>();
  const differences: Difference[] = [];
  let compared = 0;
  for (const { model, ...listed } of list) {
    const { row, by } = factsOf({ model, asOf });
    if (by !== "name") continue;
    compared++;
    const { cache, dear, contextTokens, inputTokens = contextTokens } = row;
    const { read, write, writeLong, minimumTokens } = cache;
    const ours = { contextTokens, inputTokens, read, write, writeLong, minimumTokens, dear: dear && stepOf(dear) };
    for (const [name, value] of Object.entries({ ...listed, dear: listed.dear && stepOf(listed.dear) })) {
      const fact = name as Reason["fact"];
      const own = ours[fact];
      const isStep = fact === "dear" && Object.hasOwn(listed, "dear");
      if (value === undefined && !isStep) continue;
      if (value === own || (typeof value === "number" && typeof own === "number" && isNear(value, own))) continue;
      const reason = reasons.find(
        (one) => one.row === row.id && one.fact === fact && (one.models?.test(model) ?? true),
      );
      if (reason !== undefined) used.add(reason);
      differences.push({ model, row: row.id, fact, listed: value, ours: own, because: reason?.because });
    }
  }
  return { compared, differences, unused: reasons.filter((reason) => !used.has(reason)) };
}

/** A step to the nearest thousand of tokens: some lists name the last token before it. */
const stepOf = ({ aboveTokens, times }: { aboveTokens: number; times: number }): string =>
  `× ${times} above ${Math.round(aboveTokens / 1000)}k`;

/** One line a difference. */
export const lineOf = ({ model, row, fact, listed, ours, because }: Difference): string =>
  `${model} (${row}), ${fact}: list ${listed}, ours ${ours}: ${because ?? "UNEXPLAINED"}`;
