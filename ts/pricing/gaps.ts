// What a sum of dollars lacks, counted, and said in one line.

/** Requests that lack one thing. */
export interface Gap {
  /** A model's name, or what is billed and has no known price. */
  what: string;
  /** How many requests. */
  requests: number;
}

/** What sums of dollars over requests lack. */
export interface Gaps {
  /** Answered requests without a usage, or with one that is not understood: neither tokens nor dollars are known. */
  unbilled: number;
  /** Models without a known price: their requests' tokens are counted, their dollars are not. */
  unpriced: Gap[];
  /** What else is billed and has no known price, such as a service tier. */
  lacks: Gap[];
  /** Requests that a login paid, which has limits and no bill. @default none */
  logins?: number | undefined;
}

/** Nothing is lacking. */
export const noGaps = (): Gaps => ({ unbilled: 0, unpriced: [], lacks: [] });

/** Counts requests that lack something. */
export function addGap(list: Gap[], what: string, requests = 1): void {
  const known = list.find((gap) => gap.what === what);
  if (known !== undefined) known.requests += requests;
  else if (list.length < MOST_KEPT) list.push({ what, requests });
  else addRest(list, requests);
}

/** Adds gaps to a sum. */
export function addGaps(sum: Gaps, { unbilled, unpriced, lacks, logins = 0 }: Gaps): void {
  sum.unbilled += unbilled;
  if (logins > 0) sum.logins = (sum.logins ?? 0) + logins;
  for (const { what, requests } of unpriced) addGap(sum.unpriced, what, requests);
  for (const { what, requests } of lacks) addGap(sum.lacks, what, requests);
}

/** How a model without a name is called. */
export const NO_NAME = "(no name)";

/** Names come from answers and logs, which may have any number of them. */
const MOST_KEPT = 100;
const REST = "others";

function addRest(list: Gap[], requests: number): void {
  const last = list.at(-1);
  if (last?.what === REST) last.requests += requests;
  else list.push({ what: REST, requests });
}

const MOST_SHOWN = 5;

/**
 * One clause about what a sum of dollars lacks, without a full stop; undefined where it lacks nothing.
 *
 * @param shown Makes a name fit to be shown.
 */
export function gapsText(
  { unbilled, unpriced, lacks, logins = 0 }: Gaps,
  shown: (name: string) => string,
): string | undefined {
  const parts = [
    ...(unpriced.length === 0 ? [] : [`${listOf(unpriced, shown)} without a known price`]),
    ...(lacks.length === 0 ? [] : [`the price of ${listOf(lacks, shown)}, which is not known`]),
    ...(logins === 0 ? [] : [`${counted(logins)} of a login, which has limits and no bill`]),
    ...(unbilled === 0 ? [] : [`${counted(unbilled)} without a usage that is understood`]),
  ];
  return parts.length === 0 ? undefined : `in no dollars: ${parts.join("; ")}`;
}

function listOf(gaps: readonly Gap[], shown: (name: string) => string): string {
  const most = [...gaps].sort((a, b) => b.requests - a.requests);
  const names = most.slice(0, MOST_SHOWN).map(({ what, requests }) => `${shown(what)} (${counted(requests)})`);
  const more = most.length > MOST_SHOWN ? ` and ${most.length - MOST_SHOWN} more` : "";
  return names.join(", ") + more;
}

const counted = (requests: number): string => `${requests} request${requests === 1 ? "" : "s"}`;
