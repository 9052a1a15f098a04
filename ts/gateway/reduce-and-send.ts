import { WIRES } from "../wires/index.js";
import type { Finished } from "./account/finished.js";
import { decodeHeld, encodingOf } from "./body/decode.js";
import { detached } from "./body/detached.js";
import { modelNameIn } from "./body/model-name.js";
import { GONE, readBody } from "./body/read.js";
import type { ReceivedBody } from "./body/received.js";
import type { Shared, Snapshot } from "./context.js";
import type { readControl } from "./control.js";
import { headerOf, type Incoming, type Outgoing } from "./edge.js";
import type { Hold } from "./in-flight.js";
import { type Prepared, prepare, untouched } from "./reduce-request.js";
import type { Refusal } from "./refusal.js";
import { type Interception, withTool } from "./restore/intercept.js";
import { MOST_CHARS } from "./restore/originals.js";
import type { Keeping } from "./restore/reduce-kept.js";
import type { Known, ReduceRoute } from "./routes.js";
import { send } from "./send.js";
import { LEFT_ALONE, ONLY_WATCHED } from "./untouched.js";
import { addNames, upstreamHeaders } from "./upstream/headers.js";
import { CLIENT_GONE } from "./upstream/relay.js";

/** Streams any other path of a provider through unchanged. */
export async function pass(
  route: Known,
  snapshot: Snapshot,
  { money }: Shared,
  incoming: Incoming,
  out: Outgoing,
  finished: Finished,
): Promise<Refusal | undefined> {
  if (incoming.hasBody) {
    incoming.wantBody();
    if ("skipped" in route) finished.skipped = route.skipped;
  }
  const body = incoming.hasBody ? detached(incoming.body) : null;
  const headers = upstreamHeaders(incoming.rawHeaders, false, snapshot.rules.headers);
  return send(route, snapshot, { method: incoming.method, headers, body, money }, out, finished);
}

/** Reads a request, reduces it, and sends it. */
export async function reduceAndSend(
  asked: ReduceRoute,
  snapshot: Snapshot,
  incoming: Incoming,
  out: Outgoing,
  finished: Finished,
  reducing: Reducing,
): Promise<Refusal | undefined> {
  const { hold, shared } = reducing;
  const { sessions } = shared;
  const maxBytes = snapshot.settings.limits.bodyBytes;
  const callKey = sessions === undefined ? undefined : WIRES.of(asked.wire).checkedCallKey;
  const body = await readBody(incoming, maxBytes, hold, callKey);
  if (body === GONE) {
    finished.relayed = CLIENT_GONE;
    return undefined;
  }
  if ("reason" in body) return body;
  try {
    await shared.catchUp();
    return await reduceRead(body, asked, snapshot, incoming, out, finished, reducing);
  } finally {
    hold.leave(finished.prepared?.body);
  }
}

async function reduceRead(
  body: ReceivedBody,
  asked: ReduceRoute,
  snapshot: Snapshot,
  incoming: Incoming,
  out: Outgoing,
  finished: Finished,
  reducing: Reducing,
): Promise<Refusal | undefined> {
  const { hold, shared, keeping } = reducing;
  const { money, keptBodyBytes } = shared;
  const { rawHeaders, method } = incoming;
  const route = await chooseByModel(asked, snapshot, incoming, body, hold, finished);
  if ("reason" in route) return route;
  const came = body.bytes <= keptBodyBytes ? body.whole() : undefined;
  const prepared = route.countTokens
    ? untouched(body, "count_tokens", performance.now())
    : await prepareRouted(route, snapshot, rawHeaders, body, out, finished, reducing);
  if ("reason" in prepared) return prepared;
  finished.prepared = prepared;
  finished.model = route.model;
  // What came is kept beside it where it is another, packed one, or might have to be sent after all.
  const encoding = headerOf(rawHeaders, "content-encoding");
  const isNeeded = encoding !== undefined || prepared.session !== undefined || came !== undefined;
  const isKept = prepared.replaced && isNeeded;
  // A conversation that is known keeps what a packed body became, to send it where its reduced form is refused.
  const unpacked = encoding === undefined ? undefined : prepared.session?.body;
  const keptBytes = (prepared.came ?? unpacked)?.length ?? (isKept ? body.bytes : 0);
  hold.resize(prepared.body.length + keptBytes);
  const headers = upstreamHeaders(rawHeaders, true, snapshot.rules.headers);
  if (prepared.replaced) addNames(headers, prepared.headers);
  if (encoding !== undefined && !prepared.replaced) headers.push("content-encoding", encoding);
  if (came !== undefined) finished.bodies = { came, encoding, sent: prepared.replaced ? prepared.body : undefined };
  const isReadable = encoding === undefined || prepared.replaced;
  const mayAnswer = isReadable && prepared.report !== undefined && !ONLY_WATCHED.has(prepared.skipped);
  const { key: conversation } = prepared.session ?? {};
  finished.keptCache = shared.keepAlive.goesOn(conversation, finished.caller);
  const renews = shared.keepAlive.isOn && !route.countTokens && isReadable && !LEFT_ALONE.has(prepared.skipped);
  const request = { method, headers, body: prepared.body, money, renews };
  const mayAsk = mayAnswer && keeping !== undefined && keeping.originals.rounds > 0;
  const answering = mayAsk ? await answeringOf(route, prepared.body, keeping) : undefined;
  return send(route, snapshot, answering === undefined ? request : { ...request, ...answering }, out, finished);
}

function prepareRouted(
  route: ReduceRoute,
  { chooser, condense, settings, upstreams }: Snapshot,
  rawHeaders: Incoming["rawHeaders"],
  body: ReceivedBody,
  out: Outgoing,
  finished: Finished,
  { control, hold, shared, keeping }: Reducing,
): Promise<Prepared | Refusal> {
  const { wire, model, provider, named } = route;
  const { session: conversation } = finished;
  const { sessions, remote, keepsRequests, holdout } = shared;
  const { host } = upstreams.of(provider, named);
  const gone = () => goneSignal(out);
  const request = { body, rawHeaders, wire, model, host, control, conversation, gone, hold };
  const maxBytes = settings.limits.bodyBytes;
  const observe = settings.gateway.mode === "observe";
  const isPaused = shared.isPaused();
  const by = { chooser, maxBytes, sessions, remote, keeping, keepsRequests, holdout, observe, condense, isPaused };
  return prepare(request, by);
}

/** The request with the tool, where the gateway answers the model's calls of it. */
async function answeringOf(
  { wire, model }: ReduceRoute,
  body: Uint8Array,
  { originals, tenant }: Keeping,
): Promise<{ body: Uint8Array; interception: Interception } | undefined> {
  const { rounds } = originals;
  const withIt = withTool(body, wire, model);
  if (withIt === undefined) return undefined;
  const source = await originals.source(tenant);
  return { body: withIt, interception: { wire, source, maxChars: MOST_CHARS, rounds } };
}

/** What reducing a request needs beside its configuration. */
export interface Reducing {
  control: Exclude<ReturnType<typeof readControl>, Refusal>;
  hold: Hold;
  shared: Shared;
  keeping: Keeping | undefined;
}

function goneSignal(out: Outgoing): AbortSignal {
  const controller = new AbortController();
  out.onGone(() => controller.abort());
  return controller.signal;
}

/**
 * The route that a request's model gives it; the same where no upstream has that model, or the body does not say one that can
 * be read. Searches the body, linear, and only where the configuration has rules for models.
 */
async function chooseByModel(
  route: ReduceRoute,
  { rules, upstreams, access, settings }: Snapshot,
  { rawHeaders }: Pick<Incoming, "rawHeaders">,
  body: ReceivedBody,
  hold: Hold,
  finished: Finished,
): Promise<ReduceRoute | Refusal> {
  if (!rules.needsModel(route)) return route;
  const model = route.model ?? (await modelIn(rawHeaders, body, hold, settings.limits.bodyBytes));
  const chosen = rules.byModel(route, model);
  if (upstreams.keyOf(chosen.named) === undefined) return chosen;
  // Only now it is known that a key of the operator's is to be spent.
  const holder = access.admit(rawHeaders);
  if ("reason" in holder) return holder;
  if (holder.isLocal !== true) finished.caller = holder.name;
  return chosen;
}

/** Undefined where the body's encoding cannot be read. */
async function modelIn(
  rawHeaders: Incoming["rawHeaders"],
  body: ReceivedBody,
  hold: Hold,
  maxBytes: number,
): Promise<string | undefined> {
  const encoding = encodingOf(rawHeaders);
  if (encoding === undefined) return modelNameIn(body.whole());
  const decoded = await decodeHeld(body.whole(), encoding, { maxBytes, hold, copies: 1 });
  return "body" in decoded ? modelNameIn(decoded.body.whole()) : undefined;
}
