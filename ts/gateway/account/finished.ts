import type { Wire } from "../../contract/report.js";
import type { Prepared } from "../reduce-request.js";
import type { Refusal } from "../refusal.js";
import type { Route } from "../routes.js";
import type { Relayed } from "../upstream/relay.js";

/** One request, done: what metrics, totals and the log are made of. No header, no body and no query is in it. */
export interface Finished {
  kind: Route["kind"];
  wire?: Wire | undefined;
  method: string;
  /** The path without the query, of a route that is known. */
  path?: string | undefined;
  /** The status that was sent; undefined where the client was gone before. */
  status?: number | undefined;
  session?: string | undefined;
  prepared?: Prepared | undefined;
  relayed?: Relayed | undefined;
  failure?: Refusal | undefined;
  /** `performance.now()` */
  startedAt: number;
  firstByteAt?: number | undefined;
}
