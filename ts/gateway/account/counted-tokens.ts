import type { BriefReport } from "../../contract/backend.js";
import type { Finished } from "./finished.js";

/** Tokens of a request before and after its reduction. */
type Tokens = BriefReport["tokens"];

/**
 * Tokens of a request before and after its reduction, as they are told: estimates, corrected by what bills had taught before
 * it was sent. Undefined where it was not read.
 */
export function countedTokens({ prepared, tokenRatio, recovered }: Finished): Tokens {
  const tokens = correctedTokens(prepared?.report, tokenRatio);
  // The smaller request was refused; what was answered is the one that came.
  return tokens === undefined || recovered !== true ? tokens : { ...tokens, after: tokens.before };
}

/** A report's tokens, corrected and rounded. @param ratio Billed tokens for an estimated one. @default 1 */
export function correctedTokens(report: BriefReport | undefined, ratio = 1): Tokens {
  const { tokens } = report ?? {};
  if (tokens === undefined || ratio === 1) return tokens;
  return { ...tokens, before: Math.round(tokens.before * ratio), after: Math.round(tokens.after * ratio) };
}

/** The ratio as it is written, with four places; undefined where the request's tokens are not known, or nothing is learned. */
export const shownRatio = ({ prepared, tokenRatio }: Finished): number | undefined =>
  prepared?.report?.tokens === undefined || tokenRatio === undefined ? undefined : Math.round(tokenRatio * 1e4) / 1e4;
