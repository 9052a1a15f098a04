import type { Policy } from "./policy.js";
import type { Plan, Reduction, Wire } from "./report.js";

/** What a caller may say about one request beside the policy. */
export interface ReduceOptions {
  /** The request's wire; default: detected by shape. */
  wire?: Wire;
  /** Fill `report.chars` and `report.tokens`. @default false */
  tokens?: boolean;
  /** Fill `report.decisions` with the results that were left as they are, too. @default false */
  explain?: boolean;
}

/**
 * What both implementations offer. A backend never throws for a body that it cannot read, and never changes the bytes
 * it is given.
 */
export interface Backend {
  readonly name: "native" | "baseline";
  /** CPU features the implementation uses, or `""`. */
  readonly cpu: string;
  reduceBody(body: Uint8Array, policy: Policy, options: ReduceOptions): Reduction<Uint8Array>;
  planBody(body: Uint8Array, policy: Policy, options: ReduceOptions): Plan;
  /** The wire by shape; undefined for what is not a request. */
  detectWire(body: Uint8Array): Wire | undefined;
}
