import type { BriefReport } from "../../contract/backend.js";
import type { Decision, Report, Wire } from "../../contract/report.js";
import { parseUsage, readUsage, type TokenUsage } from "../../tokens/usage.js";
import type { CondensedRequest } from "../condense/condenser.js";
import type { Who } from "../guardrail/contracts.js";
import type { HoldoutGroup } from "../holdout/comparison.js";
import type { RefusalReason } from "../refusal.js";
import type { UntouchedReason } from "../untouched.js";
import type { AnswerFacts } from "./answer-facts.js";
import { type Finished, skippedOf } from "./finished.js";
import type { Subscription, Windows } from "./subscription.js";

/** One request to a model and what became of it: numbers and names, no text of it. */
export interface RequestAccount {
  /** When it arrived, in milliseconds since 1970. */
  at: number;
  /** From its arrival to the answer's end, in milliseconds. */
  ms: number;
  /** The request's wire. */
  wire: Wire;
  /** The upstream's host. */
  host: string | undefined;
  /** The model that answered; undefined where the answer does not say. */
  model: string | undefined;
  /** The conversation, by the client's own id: `x-tamis-session`, else the header of `GatewayOptions.sessionHeader`. */
  session: string | undefined;
  /** Tells the conversations of one session apart: a hash; undefined where it was not looked for. */
  conversation: string | undefined;
  /** Whether it was in its middle when the gateway saw it first, and nothing says that it began here. */
  beganElsewhere: boolean;
  /** The login whose limits it counts against; undefined where it has a key, which is billed. */
  subscription: Subscription | undefined;
  /** How much of those limits is used up then; undefined where it has a key. @default undefined */
  windows?: Windows | undefined;
  /** LiteLLM's virtual key, team and user; undefined where it says none. */
  who: Who | undefined;
  /** The name of the gateway's key that the caller has shown. */
  caller: string | undefined;
  /** The policy by which it was reduced. */
  policy: string | undefined;
  /** Time of decoding and reducing, in microseconds. */
  reduceMicros: number | undefined;
  /** From its arrival to the answer's first byte, in milliseconds. */
  firstByteMs: number | undefined;
  /** The status that the client got; undefined if it was gone before. */
  status: number | undefined;
  /** Whether the smaller request was sent. */
  replaced: boolean;
  /** Whether the upstream refused it, and it was sent again. */
  recovered: boolean;
  /**
   * What was refused: `thinking` that is bound to other messages (sent again as it came, without old thinking), `reasoning` of
   * another provider (sent again without), or a prompt that is `too_long` (sent again smaller). @default undefined
   */
  recoveredFrom?: Finished["recovered"];
  /** The group of its conversation; undefined where `holdout_percent` draws none. @default undefined */
  drawn?: HoldoutGroup | undefined;
  /** Why it was sent as it came; undefined where it was reduced. */
  skipped: UntouchedReason | undefined;
  /** The reduction; in mode `observe` the one that would have been. Undefined where the body was not read. */
  report: BriefReport | undefined;
  /** How its conversation was condensed before; undefined where it was not. */
  condensed: CondensedAccount | undefined;
  /** The provider's bill; undefined where the answer has none that is understood. */
  billed: TokenUsage | undefined;
  /**
   * Bills of the answers before it whose calls of `tamis_retrieve` the gateway answered; undefined for one that has none.
   *
   * @default there were no such answers
   */
  earlier?: readonly (TokenUsage | undefined)[];
  /** Tokens that only renewals have kept in the provider's cache (`keep_alive_usd`). @default none */
  keptTokens?: number | undefined;
  /** Why there is no bill, in one sentence. */
  billProblem: string | undefined;
  /** Why the gateway itself refused or broke off; undefined where it did not. */
  failure: RefusalReason | undefined;
  /** The request itself; undefined without `GatewayOptions.keepsRequests`, of more than 16 MiB, and where it could not be read. */
  request: KeptRequest | undefined;
}

/** A request whose conversation was condensed: numbers and names. */
export interface CondensedAccount {
  /** Whose work it is; undefined where that is not known. */
  provider: string | undefined;
  /** Names of the phases that ran. */
  phases: readonly string[];
  /** Estimated tokens of the request as it came. */
  tokensBefore: number;
  /** Of these, what the lossless phase left; undefined where it did not run for this request. */
  losslessTokens: number | undefined;
  /** Estimated tokens of the condensed request. */
  tokensAfter: number;
  /** The provider that failed; undefined where none did. */
  fellBackFrom: string | undefined;
  /** Whether it was condensed for this request, and not for an earlier one whose condensation is repeated. */
  isNew: boolean;
  /** US dollars of calls of models for this request; undefined if unknown. */
  costUsd: number | undefined;
}

/** A request, and what was decided about it. */
export interface KeptRequest {
  /** As it came, decoded. */
  body: Uint8Array;
  /** Each edited result, in document order; in mode `observe` each that would be. */
  decisions: readonly Decision[];
}

/** The account of a finished request; undefined for one that asks no model. */
export function accountOf(
  finished: Finished,
  answer: AnswerFacts | undefined,
  earlier: readonly AnswerFacts[] = [],
): RequestAccount | undefined {
  const { wire, kind, prepared, failure, relayed } = finished;
  if (kind !== "reduce" || wire === undefined || prepared?.skipped === "count_tokens") return undefined;
  const ms = performance.now() - finished.startedAt;
  const isAnswered = relayed?.status !== undefined && relayed.status < 400;
  const read = isAnswered ? readUsage(answer?.usages ?? [], wire) : undefined;
  return {
    at: Date.now() - Math.round(ms),
    ms: Math.round(ms),
    wire,
    host: finished.host,
    model: answer?.model,
    session: finished.session,
    conversation: prepared?.session?.key ?? finished.conversation,
    beganElsewhere: prepared?.session?.beganElsewhere === true,
    subscription: finished.subscription,
    windows: finished.windows,
    who: finished.who,
    caller: finished.caller,
    policy: prepared?.policy,
    reduceMicros: prepared === undefined ? undefined : Math.round(prepared.reduceMs * 1000),
    firstByteMs: finished.firstByteAt === undefined ? undefined : Math.round(finished.firstByteAt - finished.startedAt),
    status: finished.status,
    replaced: prepared?.replaced === true,
    recovered: finished.recovered !== undefined,
    recoveredFrom: finished.recovered,
    drawn: prepared?.drawn?.group,
    skipped: skippedOf(finished),
    keptTokens: finished.keptCache?.isRenewed === true ? finished.keptCache.cached : undefined,
    report: prepared?.report,
    condensed:
      prepared?.condensed === undefined
        ? undefined
        : condensedAccount(prepared.condensed, prepared.report?.tokens?.before),
    billed: read !== undefined && "billed" in read ? read.billed : undefined,
    earlier: earlier.map(({ usages }) => parseUsage(usages, wire)),
    billProblem: read !== undefined && "problem" in read ? read.problem : undefined,
    failure: failure?.reason,
    request: prepared?.came === undefined ? undefined : keptRequest(prepared.came, prepared.report),
  };
}

/** @param before Tokens of the request as it came, in whose measure the others are given. */
function condensedAccount(
  { newest, event, ...tokens }: CondensedRequest,
  before = tokens.tokensBefore,
): CondensedAccount {
  const share = before / Math.max(1, tokens.tokensBefore);
  return {
    ...{ provider: newest?.provider, phases: newest?.phases ?? [], tokensBefore: before },
    tokensAfter: Math.round(tokens.tokensAfter * share),
    isNew: event !== undefined,
    losslessTokens: event?.phases.includes("lossless")
      ? Math.round((before * event.postLosslessTokens) / event.originalTokens)
      : undefined,
    fellBackFrom: newest?.fallback,
    // What an earlier request paid, this one does not.
    costUsd: event === undefined ? 0 : event.costUsd,
  };
}

/** The decisions are read when somebody looks at them. */
const keptRequest = (body: Uint8Array, report: BriefReport | undefined): KeptRequest => ({
  body,
  get decisions() {
    return decisionsOf(report);
  },
});

/** None where only counts are told. */
const decisionsOf = (report: BriefReport | undefined): readonly Decision[] =>
  report !== undefined && "decisions" in report ? (report as Report).decisions : [];
