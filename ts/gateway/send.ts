import { type Refused, recover } from "../pipeline/recover.js";
import { OWN_TOKEN } from "./access/access.js";
import { AnswerReader } from "./account/answer-facts.js";
import { countedTokens, type Finished, skippedOf } from "./account/finished.js";
import { type Money, usd } from "./account/money.js";
import { windowsOf } from "./account/subscription.js";
import type { BatchCounts } from "./batch/sum-reports.js";
import type { Snapshot } from "./context.js";
import { headerOf, type Outgoing } from "./edge.js";
import { MOST_PIPELINE_BYTES } from "./reduce-body.js";
import type { Prepared } from "./reduce-request.js";
import { type Refusal, unknownPath } from "./refusal.js";
import { type Interception, relayAnswering } from "./restore/intercept.js";
import type { Known } from "./routes.js";
import { LEFT_ALONE } from "./untouched.js";
import { addNames, upstreamHeaders, withKey, withoutKey } from "./upstream/headers.js";
import { joinAsItIs, joinPath } from "./upstream/join-path.js";
import { type RelayOptions, relay, type UpstreamRequest } from "./upstream/relay.js";
import { isVendor, type Upstream } from "./upstream/upstream.js";

/** Whether another request could be made of one that is refused. */
const mayRecover = ({ body, headers }: UpstreamRequest): boolean =>
  body instanceof Uint8Array && headerOf(headers, "content-encoding") === undefined;

/** The request to send instead; undefined for any other answer, and where nothing could be changed. Never rejects. */
async function recoverSent(
  sent: UpstreamRequest,
  refused: Refused,
  finished: Finished,
): Promise<UpstreamRequest | undefined> {
  const { body } = sent;
  if (!(body instanceof Uint8Array)) return undefined;
  const { prepared, host } = finished;
  const refitBy = body.length > MOST_PIPELINE_BYTES ? undefined : prepared?.refitBy;
  const isLeft = LEFT_ALONE.has(prepared?.skipped);
  const found = await recover(() => body, refused, { ...prepared, refitBy, host, isLeft }).catch(() => undefined);
  if (found === undefined) return undefined;
  finished.recovered = found.cause;
  finished.fitTokens = found.tokens;
  const headers = upstreamHeaders(sent.headers, true);
  addNames(headers, found.headers);
  return { ...sent, headers, body: found.body };
}

/** A request as it is sent. */
interface Sending extends Pick<UpstreamRequest, "headers" | "body"> {
  method: string;
  money: Money;
  interception?: Interception;
  /** Whether it may be sent once more to renew the cache. @default false */
  renews?: boolean;
}

/** Whether the request was answered as it was sent first. */
const isWholeAnswer = ({ relayed, recovered, earlier, status }: Finished): boolean =>
  status === 200 && recovered === undefined && earlier === undefined && relayed?.failure === undefined;

/** Sends a request to its provider and the answer to the client. */
export async function send(
  route: Known,
  snapshot: Snapshot,
  request: Sending,
  out: Outgoing,
  finished: Finished,
): Promise<Refusal | undefined> {
  const { upstreams, access, settings } = snapshot;
  const key = upstreams.keyOf(route.named);
  if (key === undefined && access.showsOwnToken(request.headers)) return OWN_TOKEN;
  const upstream = upstreams.of(route.provider, route.named);
  // A cloud's path does not go to the vendor itself.
  if (route.cloud !== undefined && isVendor(upstream)) return unknownPath(route.cloud);
  const { dispatcher, origin } = upstream;
  finished.host = upstream.host;
  finished.upstream = route.named;
  finished.chosenBy = route.named === undefined ? undefined : (route.chosenBy ?? "path");
  const { limits } = settings;
  const sentAt = performance.now();
  const { method, headers, body } = request;
  const path = upstreamPath(route, upstream);
  const sent: UpstreamRequest = {
    origin,
    method: method as UpstreamRequest["method"],
    path: key === undefined ? path : withoutKey(path),
    headers: key === undefined ? headers : withKey(headers, key),
    body,
    headersTimeout: limits.firstByteMs,
    bodyTimeout: limits.idleMs,
  };
  const answering = answeringOf(route, sent, finished, sentAt, request.money);
  const { interception } = request;
  const relayed = await (interception === undefined
    ? relay(dispatcher, sent, out, answering)
    : relayAnswering(sent, out, interception, (one, to) => {
        if (finished.reader !== undefined) finished.earlier = [...(finished.earlier ?? []), finished.reader];
        finished.reader = undefined;
        return relay(dispatcher, one, to, answering);
      }));
  finished.relayed = relayed;
  finished.status = relayed.status;
  if (request.renews === true && isWholeAnswer(finished)) finished.renewable = { request: sent, sentAt };
  return relayed.failure;
}

/** How the answer to one request is relayed. */
function answeringOf(
  { wire, kind }: Known,
  sent: UpstreamRequest,
  finished: Finished,
  sentAt: number,
  money: Money,
): RelayOptions {
  const { body } = sent;
  return {
    wire,
    mayRetry: body === null || body instanceof Uint8Array,
    mayRecover: kind === "reduce" && mayRecover(sent),
    recover: (status, text) => recoverSent(sent, { wire, status, text }, finished),
    /** Reads along for what the answer says of its usage. Of an answer that is tried again, the last one counts. */
    watch(headers) {
      if (kind !== "reduce") return undefined;
      const reader = new AnswerReader(headers["content-type"], headers["content-encoding"]);
      finished.reader = reader;
      const { subscription } = finished;
      if (subscription !== undefined) finished.windows = windowsOf(subscription, headers);
      return reader;
    },
    added() {
      finished.firstByteAt = performance.now();
      return reportHeaders(finished, sentAt, money);
    },
  };
}

function upstreamPath({ provider, rest, named, chosenBy, cloud }: Known, { basePath }: Upstream): string {
  if (named !== undefined && chosenBy === undefined) return joinAsItIs(provider, basePath, rest);
  // A base URL of Azure's may have the part in which its paths begin.
  if (cloud !== undefined) return basePath + (/\/openai$/.test(basePath) ? rest.replace(/^\/openai(?=\/)/, "") : rest);
  return joinPath(provider, basePath, rest);
}

/** The headers that report the reduction to the client: names and values alternate. */
function reportHeaders(finished: Finished, sentAt: number, money: Money): string[] {
  const { prepared, upstream, startedAt, firstByteAt = startedAt, wire, host } = finished;
  const headers: string[] = [];
  const { reduceMs = 0 } = prepared ?? {};
  const skipped = skippedOf(finished);
  const tokens = countedTokens(finished);
  if (tokens !== undefined) {
    headers.push("x-tamis-tokens-before", String(tokens.before));
    headers.push("x-tamis-tokens-after", String(tokens.after));
  }
  const { before = 0, after = 0 } = tokens ?? {};
  const saved =
    prepared?.replaced && prepared.batch === undefined && wire !== undefined
      ? money.estimate(wire, host, before - after)
      : undefined;
  if (saved !== undefined) headers.push("x-tamis-saved-usd", usd(saved).toFixed(6));
  if (prepared !== undefined)
    headers.push("x-tamis-stage", finished.recovered === "thinking" ? "none" : stageOf(prepared));
  if (prepared?.report?.fits === false) headers.push("x-tamis-fits", "false");
  if (finished.recovered !== undefined) headers.push("x-tamis-recovered", finished.recovered);
  if (prepared?.batch !== undefined) headers.push("x-tamis-batch", batchHeader(prepared.batch));
  if (skipped !== undefined) headers.push("x-tamis-skipped", skipped);
  if (upstream !== undefined) headers.push("x-tamis-upstream", upstream);
  const arrival = Math.max(0, sentAt - startedAt - reduceMs);
  headers.push(
    "server-timing",
    `${dur("tamis-read", arrival)}, ${dur("tamis-reduce", reduceMs)}, ${dur("upstream", firstByteAt - sentAt)}`,
  );
  return headers;
}

const batchHeader = ({ requests, reduced, skipped }: BatchCounts) =>
  `requests=${requests}, reduced=${reduced}, skipped=${skipped}`;

/** What made the last change. */
function stageOf({ report, condensed }: Prepared): string {
  const stage = report?.reductionStage ?? "none";
  return stage === "none" && condensed !== undefined ? "condensation" : stage;
}

/** Rounds to the microsecond. */
const dur = (name: string, millis: number) => `${name};dur=${Math.round(millis * 1000) / 1000}`;
