import type { BriefReport } from "../../contract/backend.js";
import type { CondensedRequest } from "./condenser.js";

/** The report of a request that was reduced after its conversation was condensed: from what came to what is sent. */
export function withCondensed(report: BriefReport, condensed: CondensedRequest, bytesBefore: number): BriefReport {
  const { tokensBefore: before, tokensAfter: after, body } = condensed;
  const { skipped: _, ...rest } = report;
  return {
    ...rest,
    tokens: { after, method: "estimate", ...report.tokens, before },
    bytes: { after: body.length, ...report.bytes, before: bytesBefore },
  };
}
