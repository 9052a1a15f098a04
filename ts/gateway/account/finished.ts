import type { Wire } from "../../contract/report.js";
import type { TokenUsage } from "../../tokens/usage.js";
import type { Who } from "../guardrail/contracts.js";
import type { Gone, Renewable } from "../keep-alive/renewable.js";
import type { Prepared } from "../reduce-request.js";
import type { Refusal } from "../refusal.js";
import type { Route } from "../routes.js";
import type { UntouchedReason } from "../untouched.js";
import type { Relayed } from "../upstream/relayed.js";
import type { AnswerReader } from "./answer-facts.js";
import type { RequestBodies } from "./request-bodies.js";
import type { Subscription, Windows } from "./subscription.js";

/** One finished request: the input of metrics, totals and the log. It contains no header, no body and no query. */
export interface Finished {
  kind: Route["kind"];
  wire?: Wire | undefined;
  method: string;
  /** The path without the query; of one that is no provider's, its beginning. */
  path?: string | undefined;
  /** The status that was sent. Undefined if the client was gone before. */
  status?: number | undefined;
  session?: string | undefined;
  /** The name of the key that the caller has shown. */
  caller?: string | undefined;
  /** The client's span, by its header. */
  traceparent?: string | undefined;
  /** Whose limits it counts against, where it has no key. */
  subscription?: Subscription | undefined;
  /** What the answer tells of those limits. */
  windows?: Windows | undefined;
  /** LiteLLM's virtual key, team and user. */
  who?: Who | undefined;
  /** The model, where it is known before an answer. */
  model?: string | undefined;
  /** The upstream's host. */
  host?: string | undefined;
  /** The name of the upstream that it went to; undefined for its provider's own. */
  upstream?: string | undefined;
  /** What has chosen that upstream. */
  chosenBy?: "path" | "header" | "model" | undefined;
  /** Has read along with the answer; undefined unless somebody wants to know what it says of itself. */
  reader?: Pick<AnswerReader, "end"> | undefined;
  /** The same of the answers before it whose calls the gateway answered itself; undefined where there were none. */
  earlier?: Pick<AnswerReader, "end">[] | undefined;
  /** As it was sent, so that it can be sent once more; undefined unless idle caches are renewed. */
  renewable?: Renewable | undefined;
  /** The conversation went on after its cache would have expired. */
  keptCache?: Gone | undefined;
  /** The conversation of a renewal, and who is told of its bill. */
  conversation?: string | undefined;
  renewed?: ((billed: TokenUsage | undefined) => void) | undefined;
  prepared?: Prepared | undefined;
  /** Why it was passed on unread; of a request that was read, `prepared` says why it went as it came. */
  skipped?: UntouchedReason | undefined;
  /** Its bodies; undefined unless they are kept. */
  bodies?: RequestBodies | undefined;
  relayed?: Relayed | undefined;
  failure?: Refusal | undefined;
  /**
   * The upstream refused it and got it a second time: without old thinking that was bound to other messages, without reasoning of
   * another provider, or reduced until it fits.
   */
  recovered?: "thinking" | "reasoning" | "too_long" | undefined;
  /** Estimated tokens of a request that was reduced once more until it fits. */
  fitTokens?: number | undefined;
  /** What a defect threw: its name, code and place, never its message, which may quote a body. */
  cause?: string | undefined;
  /** `performance.now()` */
  startedAt: number;
  firstByteAt?: number | undefined;
}

/** Why it went on as it came; undefined where it did not, or had nothing to reduce. */
export const skippedOf = ({ prepared, skipped }: Finished): UntouchedReason | undefined => prepared?.skipped ?? skipped;

/** What is known at the beginning. All members are there from then on: to add them one by one costs each its time. */
export const newFinished = (
  kind: Route["kind"],
  wire: Wire | undefined,
  method: string,
  path: string | undefined,
  startedAt: number,
): Finished => ({
  kind,
  wire,
  method,
  path,
  startedAt,
  status: undefined,
  session: undefined,
  caller: undefined,
  traceparent: undefined,
  who: undefined,
  model: undefined,
  host: undefined,
  upstream: undefined,
  chosenBy: undefined,
  reader: undefined,
  earlier: undefined,
  renewable: undefined,
  keptCache: undefined,
  conversation: undefined,
  renewed: undefined,
  prepared: undefined,
  skipped: undefined,
  bodies: undefined,
  relayed: undefined,
  failure: undefined,
  recovered: undefined,
  fitTokens: undefined,
  cause: undefined,
  firstByteAt: undefined,
});
