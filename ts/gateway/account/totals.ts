import { countedTokens, type Finished } from "./finished.js";

/** The gateway's totals since it was created. */
export interface GatewayTotals {
  /** Requests answered, except those about the gateway's own state. */
  requests: number;
  /** Requests whose body was made smaller. */
  reduced: number;
  /** Tokens of the requests that were read, before the reduction, as estimated. */
  tokensBefore: number;
  /** Tokens of the same requests after the reduction; in mode `observe` what would have been sent. */
  tokensAfter: number;
  /** Body bytes of the same requests before the reduction. */
  bytesBefore: number;
  /** Body bytes of the same requests after the reduction. */
  bytesAfter: number;
}

export const newTotals = (): GatewayTotals => ({
  requests: 0,
  reduced: 0,
  tokensBefore: 0,
  tokensAfter: 0,
  bytesBefore: 0,
  bytesAfter: 0,
});

export function countPrepared(totals: GatewayTotals, finished: Finished): void {
  const { report, replaced = false } = finished.prepared ?? {};
  const tokens = countedTokens(finished);
  if (replaced) totals.reduced++;
  totals.tokensBefore += tokens?.before ?? 0;
  totals.tokensAfter += tokens?.after ?? 0;
  totals.bytesBefore += report?.bytes?.before ?? 0;
  totals.bytesAfter += report?.bytes?.after ?? 0;
}
