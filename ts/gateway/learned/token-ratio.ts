// What bills have taught of requests on their way through the gateway.
import type { Finished } from "../account/finished.js";
import type { RequestAccount } from "../account/request-account.js";
import type { BilledAt, LearnedUsage, LearnOutcome } from "./learned-usage.js";
import { askedModel, namedModels } from "./named-models.js";

/** Billed tokens for an estimated one of a request that is about to be sent; undefined where nothing is known. */
export function tokenRatioOf(learned: LearnedUsage, finished: Finished): number | undefined {
  const at = learned.isEmpty ? undefined : billedAt(finished);
  return at === undefined ? undefined : learned.ratioOf(at, namesOf(finished));
}

/** Learns from the answer to a request; undefined where there is nothing to learn from. */
export function learnFromAnswer(
  learned: LearnedUsage,
  finished: Finished,
  account: RequestAccount,
): LearnOutcome | undefined {
  const { promptTokens, report, replaced } = account;
  const at = billedAt(finished);
  // Another body was billed than the one that was estimated.
  const isOther = finished.recovered === true || finished.isInterceptable === true;
  if (at === undefined || promptTokens === undefined || report?.tokens === undefined || isOther) return undefined;
  const model = askedModel(namesOf(finished), account.model);
  if (model === undefined) return undefined;
  const estimatedTokens = replaced ? report.tokens.after : report.tokens.before;
  return learned.learn(at, { model, estimatedTokens, promptTokens });
}

/** Undefined for what is no request to a model that was read and sent. */
function billedAt({ prepared, host, tenant = "", session }: Finished): BilledAt | undefined {
  const method = prepared?.report?.tokens?.method;
  if (prepared === undefined || method === undefined || host === undefined) return undefined;
  const conversation = session ?? prepared.session?.key;
  return { tenant, host, method, conversation };
}

/** The names that the request's model may have. The body is searched once. */
function namesOf(finished: Finished): readonly string[] {
  const { model, prepared } = finished;
  finished.models ??= model === undefined ? namedModels(prepared?.body ?? NOTHING) : [model];
  return finished.models;
}

const NOTHING = new Uint8Array();
