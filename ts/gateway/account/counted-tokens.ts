import type { BriefReport } from "../../contract/backend.js";
import type { Finished } from "./finished.js";

/** Estimated tokens of a request before and after its reduction; undefined where it was not read. */
export function countedTokens({ prepared, recovered, fitTokens }: Finished): BriefReport["tokens"] {
  const { tokens } = prepared?.report ?? {};
  if (tokens !== undefined && fitTokens !== undefined) return { ...tokens, after: fitTokens };
  // The smaller request was refused; what was answered is the one that came.
  return tokens === undefined || recovered !== "thinking" ? tokens : { ...tokens, after: tokens.before };
}
