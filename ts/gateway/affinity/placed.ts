/** Where a request went, for log, metrics and headers. */
export interface Placed {
  group: string;
  deployment: string;
  /** The conversation, hashed; undefined where it is not known. */
  conversation: string | undefined;
  /** Where it was before, or would be; only with `moved`. */
  from?: string | undefined;
  /** Its conversation has left the deployment that has its cache; `vendor`: for one of another vendor. */
  moved?: "deployment" | "vendor" | undefined;
  /** Input of the conversation's request before, as billed; 0 where that is not known. */
  inputBefore: number;
}
