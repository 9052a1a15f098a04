import type { BriefReport } from "../../contract/backend.js";
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

/**
 * One finished request: the input of metrics, totals and the log. It contains no header, no body and no query. All members are
 * there from the beginning: to add them one by one costs each its time.
 */
export class Finished {
  /** The status that was sent. Undefined if the client was gone before. */
  status: number | undefined = undefined;
  session: string | undefined = undefined;
  /** The name of the key that the caller has shown. */
  caller: string | undefined = undefined;
  /** The client's span, by its header. */
  traceparent: string | undefined = undefined;
  /** Whose limits it counts against, where it has no key. */
  subscription: Subscription | undefined = undefined;
  /** What the answer tells of those limits. */
  windows: Windows | undefined = undefined;
  /** LiteLLM's virtual key, team and user. */
  who: Who | undefined = undefined;
  /** The model, where it is known before an answer. */
  model: string | undefined = undefined;
  /** The upstream's host. */
  host: string | undefined = undefined;
  /** The name of the upstream that it went to; undefined for its provider's own. */
  upstream: string | undefined = undefined;
  /** What has chosen that upstream. */
  chosenBy: "path" | "header" | "model" | undefined = undefined;
  /** Has read along with the answer; undefined unless somebody wants to know what it says of itself. */
  reader: Pick<AnswerReader, "end"> | undefined = undefined;
  /** The same of the answers before it whose calls the gateway answered itself; undefined where there were none. */
  earlier: Pick<AnswerReader, "end">[] | undefined = undefined;
  /** As it was sent, so that it can be sent once more; undefined unless idle caches are renewed. */
  renewable: Renewable | undefined = undefined;
  /** The conversation went on after its cache would have expired. */
  keptCache: Gone | undefined = undefined;
  /** The conversation of a renewal, and who is told of its bill. */
  conversation: string | undefined = undefined;
  renewed: ((billed: TokenUsage | undefined) => void) | undefined = undefined;
  prepared: Prepared | undefined = undefined;
  /** Why it was passed on unread; of a request that was read, `prepared` says why it went as it came. */
  skipped: UntouchedReason | undefined = undefined;
  /** Its bodies; undefined unless they are kept. */
  bodies: RequestBodies | undefined = undefined;
  relayed: Relayed | undefined = undefined;
  failure: Refusal | undefined = undefined;
  /**
   * The upstream refused it and got it a second time: without old thinking that was bound to other messages, without reasoning of
   * another provider, or reduced until it fits.
   */
  recovered: "thinking" | "reasoning" | "too_long" | undefined = undefined;
  /** Estimated tokens of a request that was reduced once more until it fits. */
  fitTokens: number | undefined = undefined;
  /** What a defect threw: its name, code and place, never its message, which may quote a body. */
  cause: string | undefined = undefined;
  firstByteAt: number | undefined = undefined;

  /**
   * @param path Without the query; of one that is no provider's, its beginning.
   * @param startedAt `performance.now()`
   */
  constructor(
    readonly kind: Route["kind"],
    public wire: Wire | undefined,
    readonly method: string,
    public path: string | undefined,
    readonly startedAt: number,
  ) {}
}

/** Why it went on as it came; undefined where it did not, or had nothing to reduce. */
export const skippedOf = ({ prepared, skipped }: Finished): UntouchedReason | undefined => prepared?.skipped ?? skipped;

/** Estimated tokens of a request before and after its reduction; undefined where it was not read. */
export function countedTokens({ prepared, recovered, fitTokens }: Finished): BriefReport["tokens"] {
  const { tokens } = prepared?.report ?? {};
  if (tokens !== undefined && fitTokens !== undefined) return { ...tokens, after: fitTokens };
  // The smaller request was refused; what was answered is the one that came.
  return tokens === undefined || recovered !== "thinking" ? tokens : { ...tokens, after: tokens.before };
}
