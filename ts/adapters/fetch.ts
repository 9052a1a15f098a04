import { isAnyArrayBuffer } from "node:util/types";
import { withListed } from "../base/header-list.js";
import { check, isFunction } from "../base/option-check.js";
import type { Policy, PolicyInput } from "../policy/policy.js";
import { isBindingError, recoverPrefix, withBindingBeta } from "../reduce/recover-prefix.js";
import { type Endpoint, endpointOf, hostOf, pathOf } from "../wires/endpoints.js";
import { type AdapterOptions, createEngine, type Engine, quietly, type Reduced } from "./engine.js";
import { whyToPass } from "./headers.js";

/** Options of {@link tamisFetch}. */
export interface TamisFetchOptions extends AdapterOptions {
  /** Sends the requests. @default the global `fetch`, as it is at each request */
  fetch?: typeof fetch;
  /**
   * Called when a model has refused the thinking of a request, because something before it had changed, and the request
   * is sent a second time without old thinking. @default none
   */
  onRecover?: () => void;
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
  const engine = createEngine(policy, options, ["fetch", "onRecover"]);
  const { fetch: given, onRecover = () => {} } = options;
  if (given !== undefined) check("fetch", given, isFunction, "a function");
  check("onRecover", onRecover, isFunction, "a function");
  return async (input, init) => {
    const send = given ?? globalThis.fetch;
    const reduced = await reduceCall(engine, input, init).catch(engine.failed);
    if (reduced === undefined) return send(input, init);
    const answer = await send(input, reduced);
    const again = await recovered(answer, input, reduced).catch(engine.failed);
    if (again === undefined) return answer;
    quietly(onRecover);
    return send(input, again);
  };
}

/** What to send after an answer that refuses the thinking of a reduced request; undefined for any other answer. */
async function recovered(answer: Response, input: Input, init: Init): Promise<Init | undefined> {
  const { body } = init;
  if (answer.status !== 400) return undefined;
  if (!isBindingError(400, await answer.clone().text())) return undefined;
  const bytes = typeof body === "string" ? Buffer.from(body) : await bytesOf(body);
  if (bytes === undefined) return undefined;
  // Headers of `init` replace all of the request's own.
  const headers = new Headers(init.headers ?? (isRequest(input) ? input.headers : undefined));
  headers.set("anthropic-beta", withBindingBeta(headers.get("anthropic-beta") ?? undefined));
  const next = recoverPrefix(bytes);
  const sent = typeof body === "string" ? Buffer.from(next).toString() : likeBody(body, next);
  return { ...init, headers, ...withLength(headers, sent), body: sent };
}

type Input = Parameters<typeof fetch>[0];
type Init = NonNullable<Parameters<typeof fetch>[1]>;
type RequestLike = Pick<Request, "url" | "method" | "headers" | "signal" | "clone">;

/** The `init` to send instead; undefined if the call is to be made unchanged. */
async function reduceCall(engine: Engine, input: Input, init: Init | undefined): Promise<Init | undefined> {
  const request = isRequest(input) ? input : undefined;
  const url = request?.url ?? String(input);
  const asked = endpointOf(pathOf(url));
  const endpoint = asked && { ...asked, host: hostOf(url) };
  const method = init?.method ?? request?.method ?? "GET";
  if (!engine.takes(endpoint) || method.toUpperCase() !== "POST") return undefined;
  const headers = new Headers(init?.headers ?? request?.headers);
  const reason = whyToPass((name) => headers.get(name));
  if (reason !== undefined) {
    engine.passed(reason);
    return undefined;
  }
  const body = init?.body ?? request;
  const signal = init?.signal ?? request?.signal ?? undefined;
  const reduced = await reduceSent(engine, body, endpoint, signal);
  if (reduced === undefined) return undefined;
  const length = withLength(headers, reduced.body);
  return { ...init, ...length, ...withNames(headers, reduced.headers), body: reduced.body };
}

type Sent = string | Blob | Buffer<ArrayBuffer>;

/** Keeps the kind of `body`: a string remains a string, so that the underlying fetch receives what it expects. */
async function reduceSent(
  engine: Engine,
  body: unknown,
  endpoint: Endpoint,
  signal: AbortSignal | undefined,
): Promise<Reduced<Sent> | undefined> {
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

/** The bytes that fetch would send; undefined for a stream, a form, or no body. */
async function bytesOf(body: unknown): Promise<Uint8Array | undefined> {
  if (isAnyArrayBuffer(body)) return new Uint8Array(body);
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  if (body instanceof Blob) return new Uint8Array(await body.arrayBuffer());
  // Reads a copy, so that the request can still be sent unchanged.
  return isRequest(body) ? new Uint8Array(await (body as Request).clone().arrayBuffer()) : undefined;
}

/** Updates the length if the headers declare one. */
function withLength(headers: Headers, body: Sent): Pick<Init, "headers"> {
  if (!headers.has("content-length")) return {};
  headers.set("content-length", String(body instanceof Blob ? body.size : Buffer.byteLength(body)));
  return { headers };
}

/** Adds names to lists in the headers. */
function withNames(headers: Headers, needed: Reduced<unknown>["headers"]): Pick<Init, "headers"> {
  if (needed === undefined) return {};
  for (const [name, names] of Object.entries(needed)) headers.set(name, withListed(headers.get(name), names));
  return { headers };
}
