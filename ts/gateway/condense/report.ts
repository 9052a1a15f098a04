import type { BriefReport } from "../../contract/backend.js";
import type { CondensedRequest } from "./condenser.js";

/**
 * The report of a request that was reduced after its conversation was condensed: from what came to what is sent. Where the
 * reduction counted tokens, the request as it came is told in the same measure: bills teach a ratio for each measure, which is
 * wrong for any other. A condensation at this step costs of the provider's cache what a move of the boundary does.
 */
export function withCondensed(report: BriefReport, condensed: CondensedRequest, bytesBefore: number): BriefReport {
  const { tokensBefore, tokensAfter: after, body, lostShare } = condensed;
  const { skipped: _, tokens, cache, ...rest } = report;
  const inMeasure = tokens === undefined || after === 0 ? 1 : tokens.before / after;
  return {
    ...rest,
    cache:
      lostShare === undefined
        ? cache
        : { ...cache, moved: true, lostTokens: Math.round(lostShare * (tokens?.before ?? after)) },
    tokens: { after, method: "estimate", ...tokens, before: Math.round(tokensBefore * inMeasure) },
    bytes: { after: body.length, ...report.bytes, before: bytesBefore },
  };
}
