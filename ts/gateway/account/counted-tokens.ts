import type { BriefReport } from "../../contract/backend.js";
import type { Finished } from "./finished.js";

/** Estimated tokens of a request before and after its reduction; undefined where it was not read. */
export function countedTokens({ prepared, recovered }: Finished): BriefReport["tokens"] {
  const { tokens } = prepared?.report ?? {};
  // The smaller request was refused; what was answered is the one that came.
  return tokens === undefined || recovered !== true ? tokens : { ...tokens, after: tokens.before };
}
