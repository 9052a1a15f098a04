// What policies keep, as columns.
import type { PolicyResult } from "../../simulate/index.js";

/** What is kept, one figure a column; the names are the columns' heads. */
export function keptRow({ kept, grounding, namedAgain }: Kept): Record<string, string> {
  const part = (of: number | undefined, all: number | undefined) =>
    of === undefined || all === undefined ? "–" : (all === 0 ? 0 : of / all).toFixed(3);
  return {
    "failed edits": part(kept?.failedEdits.failed, kept?.failedEdits.all),
    values: shareText(kept?.values),
    "error lines": shareText(kept?.errorLines),
    "user's words": shareText(kept?.roles.user),
    grounding: grounding === undefined ? "–" : grounding.toFixed(3),
    "fetched again": part(kept?.fetchedAgain.again, kept?.fetchedAgain.all),
    "named again": namedAgain === undefined ? "–" : namedAgain.toFixed(3),
  };
}

type Kept = Pick<PolicyResult, "kept" | "grounding" | "namedAgain">;

/** From 0 to 1; 1 of nothing; a dash where it is not known. */
export const shareText = (share: { all: number; kept: number } | undefined): string =>
  share === undefined ? "–" : (share.all === 0 ? 1 : share.kept / share.all).toFixed(3);

/** Explains what is kept to people. */
export const KEPT_LEGEND =
  "failed edits: of the edits whose quoted text the session had read or written, the share that the request cannot give. values: of the dates, codes, amounts and ids that an answer uses and only results had, the share in its request. error lines: of the lines of failing output, the share in every request until the same command succeeds, 20 tool turns at most. user's words: of the results with what the user answered or approved, the share that stays as it is. grounding: of the paths, identifiers and numbers in arguments of calls that only results had, the share in the request that the call answers. Of the results that go: fetched again, the share that one of the next 40 calls reads or runs again; named again, the share of which one of them names something that its request no longer has.";
