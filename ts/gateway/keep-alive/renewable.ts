// What a request leaves for the renewal of its cache, and what the next one learns of it.
import type { UpstreamRequest } from "../upstream/relay.js";

/** A request as it was sent, so that it can be sent once more. */
export interface Renewable {
  request: UpstreamRequest;
  /** `performance.now()` */
  sentAt: number;
}

/** A conversation that went on after its cache would have expired. */
export interface Gone {
  host: string;
  /** Tokens that the cache had of it. */
  cached: number;
  /** Whether renewals have kept them. */
  isRenewed: boolean;
}
