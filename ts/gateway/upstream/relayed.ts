import type { Refusal } from "../refusal.js";

/** The outcome of one request to the upstream. */
export interface Relayed {
  /** Status of the upstream's answer; undefined if there was none. */
  status: number | undefined;
  bytesOut: number;
  /** Why the answer is missing or incomplete. */
  failure: Refusal | undefined;
  clientGone: boolean;
}
