import { resolve } from "node:path";
import { isAnyArrayBuffer } from "node:util/types";
import { withListed } from "../base/header-list.js";
import { check, isCount, isFunction } from "../base/option-check.js";
import { recover } from "../pipeline/recover.js";
import type { Policy, PolicyInput } from "../policy/policy.js";
import { decodeText, encodeText } from "../reduce/body-intake.js";
import type { Sent } from "../reduce/drop-thinking.js";
import { Glimpse } from "../reduce/glimpse.js";
import { isLong } from "../reduce/reduce.js";
import { REFUSAL_STATUSES } from "../reduce/refused-reasoning.js";
import { SessionFile } from "../reduce/session/file.js";
import { RequestSession } from "../reduce/session/request.js";
import { DEFAULT_SESSIONS, SessionTable } from "../reduce/session/table.js";
import { type Endpoint, endpointOf, hostOf, pathOf } from "../wires/endpoints.js";
import { WIRES } from "../wires/index.js";
import { type AdapterOptions, createEngine, type Engine, quietly } from "./engine.js";
import { whyToPass } from "./headers.js";

/** Options of {@link tamisFetch}. */
export interface TamisFetchOptions extends AdapterOptions {
  /** Sends the requests. @default the global `fetch`, as it is at each request */
  fetch?: typeof fetch;
  /**
   * Called when a provider has refused a request, and it is sent a second time: without old thinking, where something before that had
   * changed; without reasoning of another provider; or smaller, where the policy asks for it. @default none
   */
  onRecover?: () => void;
  /**
   * Conversations of which is remembered since when, and by which policy, they are reduced, so that models that check
   * thinking find it as they made it. They are forgotten with this function; the longest unused first. 0: none.
   * @default 10000
   */
  sessions?: number;
  /**
   * A file that keeps them, so that a program that begins anew sends each conversation on as it was. It is read here, and a line is
   * added in front of each request that changes a conversation's state; several processes may have the same file. It has no text of the
   * requests. Where it cannot be read or written, the process warns, and requests are sent all the same. @default none
   */
  sessionFile?: string;
}

/**
 * A `fetch` that makes requests to models smaller before they are sent. Give it to any SDK that accepts a fetch.
 *
 * It reads POST requests whose path generates on a provider's API, with a JSON body as a string, bytes, a `Blob`, or in
 * a `Request`. Other requests, the URL, the headers (except an explicit `content-length`, and `anthropic-beta` where
 * `report.headers` has one) and the response do not change. Streams and forms are not read, and signed bodies are not changed. A failure of the reduction never fails the
 * request.
 *
 * @param policy A policy or its settings; default: the library's. Checked here.
 * @throws TamisError `POLICY_INVALID`, `OPTION_INVALID`; the returned fetch throws what the underlying one throws.
 */
export function tamisFetch(policy?: PolicyInput | Policy, options: TamisFetchOptions = {}): typeof fetch {
  const engine = createEngine(policy, options, ["fetch", "onRecover", "sessions", "sessionFile"]);
  const { fetch: given, onRecover = () => {}, sessions = DEFAULT_SESSIONS, sessionFile } = options;
  if (given !== undefined) check("fetch", given, isFunction, "a function");
  check("onRecover", onRecover, isFunction, "a function");
  check("sessions", sessions, isCount(0), "a number of conversations, 0 or more");
  if (sessionFile !== undefined) check("sessionFile", sessionFile, isFileName, "the name of a file");
  const table = sessions === 0 ? undefined : tableIn(sessionFile, sessions);
  return async (input, init) => {
    const send = given ?? globalThis.fetch;
    const reduced = await reduceCall(engine, table, input, init).catch(engine.failed);
    const answer = await send(input, reduced?.init ?? init);
    const again = reduced && (await recovered(answer, input, reduced, engine.policy).catch(engine.failed));
    if (again === undefined) return answer;
    quietly(onRecover);
    return send(input, again);
  };
}

const isFileName = (value: unknown): value is string => typeof value === "string" && value !== "";

function tableIn(name: string | undefined, sessions: number): SessionTable {
  if (name === undefined) return new SessionTable(sessions);
  const warn = (facts: object, message: string) =>
    process.emitWarning(`${message}: ${JSON.stringify(facts)}`, "TamisWarning");
  const file = new SessionFile(sessions, resolve(name), { warn, error: warn });
  file.start();
  return file.table;
}

/** A call that was read. */
interface ReducedCall {
  /** What is sent instead; undefined for what was given. */
  init: Init | undefined;
  /** The body that is sent. */
  body: unknown;
  given: Init | undefined;
  session: RequestSession | undefined;
  /** Remembers a refusal of a request without session. */
  refused: ((sent: Uint8Array) => Promise<void>) | undefined;
  endpoint: Endpoint;
}

/** What to send after an answer that refuses a request for a cause that is known; undefined for any other answer. */
async function recovered(answer: Response, input: Input, call: ReducedCall, policy: Policy): Promise<Init | undefined> {
  const { body, endpoint } = call;
  const { wire, model, host } = endpoint;
  const { status } = answer;
  if (wire === undefined || !REFUSAL_STATUSES.has(status)) return undefined;
  const text = await answer.clone().text();
  const { mode, truncate } = policy.settings;
  const known = {
    ...call,
    refitBy: truncate.afterRefusal ? { policy, model } : undefined,
    host,
    isLeft: mode !== "reduce",
  };
  const read = () => (typeof body === "string" ? Buffer.from(body) : bytesOf(body));
  const next = await recover(read, { wire, status, text }, known);
  if (next === undefined) return undefined;
  const init = call.init ?? call.given;
  const again = { ...next, body: typeof body === "string" ? decodeText(next.body) : likeBody(body, next.body) };
  return { ...init, ...sending(headersOf(input, init), again) };
}

/** The headers of a call. Those of `init` replace all of the request's own. */
const headersOf = (input: Input, init: Init | undefined): Headers =>
  new Headers(init?.headers ?? (isRequest(input) ? input.headers : undefined));

type Input = Parameters<typeof fetch>[0];
type Init = NonNullable<Parameters<typeof fetch>[1]>;
type RequestLike = Pick<Request, "url" | "method" | "headers" | "signal" | "clone">;

/** What to send, and what is known of it; undefined if the call is to be made unchanged. */
async function reduceCall(
  engine: Engine,
  table: SessionTable | undefined,
  input: Input,
  init: Init | undefined,
): Promise<ReducedCall | undefined> {
  const request = isRequest(input) ? input : undefined;
  const url = request?.url ?? String(input);
  const asked = endpointOf(pathOf(url));
  const endpoint = asked && { ...asked, host: hostOf(url) };
  const method = init?.method ?? request?.method ?? "GET";
  if (!engine.takes(endpoint) || method.toUpperCase() !== "POST") return undefined;
  const headers = headersOf(input, init);
  const reason = whyToPass((name) => headers.get(name));
  if (reason !== undefined) {
    engine.passed(reason);
    return undefined;
  }
  const body = init?.body ?? request;
  const signal = init?.signal ?? request?.signal ?? undefined;
  const session = endpoint.kind === "generate" ? await sessionOf(engine, table, body, endpoint) : undefined;
  const asItIs: ReducedCall = { init: undefined, body, given: init, session, refused: undefined, endpoint };
  if (session !== undefined) {
    const sent = await engine.reduceIn(session, endpoint, signal);
    if (sent === undefined) return asItIs;
    const next = typeof body === "string" ? decodeText(sent.body) : likeBody(body, sent.body);
    return { ...asItIs, init: { ...init, ...sending(headers, { ...sent, body: next }) }, body: next };
  }
  const reduced = await reduceSent(engine, body, endpoint, signal);
  // What a request object has can be read once.
  if (reduced === undefined) return isRequest(body) || endpoint.kind !== "generate" ? undefined : asItIs;
  const next = { ...init, ...sending(headers, reduced) };
  return { ...asItIs, init: next, body: reduced.body, refused: refusedOf(table, endpoint) };
}

async function sessionOf(
  { policy: { settings } }: Engine,
  table: SessionTable | undefined,
  body: unknown,
  { wire, model, host }: Endpoint,
) {
  const callKey = wire === undefined ? undefined : WIRES.of(wire).checkedCallKey;
  if (table === undefined || wire === undefined || callKey === undefined) return undefined;
  const asked = { wire, model, host, settings };
  if (typeof body === "string")
    return RequestSession.of(table, Glimpse.ofText(body, callKey), () => encodeText(body), asked);
  const bytes = await bytesOf(body);
  if (bytes === undefined) return undefined;
  // Its owner may write to it while it is read elsewhere.
  const own = () => (isLong(bytes) && bytes.buffer === bufferOf(body) ? new Uint8Array(bytes) : bytes);
  return RequestSession.of(table, Glimpse.of(bytes, callKey), own, asked);
}

/** From its first refusal on a conversation is known, whatever its model is called. */
function refusedOf(table: SessionTable | undefined, { wire, model, host }: Endpoint): ReducedCall["refused"] {
  if (table === undefined || wire === undefined) return undefined;
  return (sent) => RequestSession.refused(table, sent, { wire, model, host, settings: undefined });
}

type SentBody = string | Blob | Buffer<ArrayBuffer>;

/** Keeps the kind of `body`: a string remains a string, so that the underlying fetch receives what it expects. */
async function reduceSent(
  engine: Engine,
  body: unknown,
  endpoint: Endpoint,
  signal: AbortSignal | undefined,
): Promise<Sent<SentBody> | undefined> {
  if (typeof body === "string") return engine.reduceText(body, endpoint, signal);
  const bytes = await bytesOf(body);
  if (bytes === undefined) {
    engine.passed("body");
    return undefined;
  }
  const reduced = await engine.reduce(bytes, endpoint, signal);
  if (reduced === undefined) return undefined;
  return { ...reduced, body: likeBody(body, reduced.body) };
}

/** Bytes in place of `body`: of a `Blob` a `Blob`, of anything else a `Buffer`. */
function likeBody(body: unknown, { buffer, byteOffset, byteLength }: Uint8Array): Blob | Buffer<ArrayBuffer> {
  const bytes = Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
  return body instanceof Blob ? new Blob([bytes], { type: body.type }) : bytes;
}

/** Recognised by shape, because a `Request` may come from another copy of fetch. */
function isRequest(input: unknown): input is RequestLike {
  return typeof input === "object" && input !== null && "url" in input && "clone" in input;
}

/** The memory of a body that is its caller's own. */
const bufferOf = (body: unknown): unknown => (ArrayBuffer.isView(body) ? body.buffer : body);

/** The bytes that fetch would send; undefined for a stream, a form, or no body. */
async function bytesOf(body: unknown): Promise<Uint8Array | undefined> {
  if (isAnyArrayBuffer(body)) return new Uint8Array(body);
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  if (body instanceof Blob) return new Uint8Array(await body.arrayBuffer());
  // Reads a copy, so that the request can still be sent unchanged.
  return isRequest(body) ? new Uint8Array(await (body as Request).clone().arrayBuffer()) : undefined;
}

/** A call's body, and its headers where they change. */
function sending(headers: Headers, { body, headers: needed }: Sent<SentBody>): Init {
  return { ...withLength(headers, body), ...withNames(headers, needed), body };
}

/** Updates the length if the headers declare one. */
function withLength(headers: Headers, body: SentBody): Pick<Init, "headers"> {
  if (!headers.has("content-length")) return {};
  headers.set("content-length", String(body instanceof Blob ? body.size : Buffer.byteLength(body)));
  return { headers };
}

/** Adds names to lists in the headers. */
function withNames(headers: Headers, needed: Sent["headers"]): Pick<Init, "headers"> {
  if (needed === undefined) return {};
  for (const [name, names] of Object.entries(needed)) headers.set(name, withListed(headers.get(name), names));
  return { headers };
}
