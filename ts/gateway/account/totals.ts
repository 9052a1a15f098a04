import { countedTokens, type Finished } from "./finished.js";

/** The gateway's totals since it was created. */
export class GatewayTotals {
  /** Requests answered, except those about the gateway's own state. */
  requests = 0;
  /** Requests whose body was made smaller. */
  reduced = 0;
  /** Tokens of the requests that were read, before the reduction, as estimated. */
  tokensBefore = 0;
  /** Tokens of the same requests after the reduction; in mode `observe` what would have been sent. */
  tokensAfter = 0;
  /** Body bytes of the same requests before the reduction. */
  bytesBefore = 0;
  /** Body bytes of the same requests after the reduction. */
  bytesAfter = 0;
}

export function countPrepared(totals: GatewayTotals, finished: Finished): void {
  const { report, replaced = false } = finished.prepared ?? {};
  const tokens = countedTokens(finished);
  if (replaced) totals.reduced++;
  totals.tokensBefore += tokens?.before ?? 0;
  totals.tokensAfter += tokens?.after ?? 0;
  totals.bytesBefore += report?.bytes?.before ?? 0;
  totals.bytesAfter += report?.bytes?.after ?? 0;
}
