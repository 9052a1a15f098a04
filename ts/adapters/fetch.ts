import { isAnyArrayBuffer } from "node:util/types";
import { check, isFunction } from "../base/option-check.js";
import type { Policy, PolicyInput } from "../policy/policy.js";
import { type Endpoint, endpointOf, pathOf } from "../wires/endpoints.js";
import { type AdapterOptions, createEngine, type Engine } from "./engine.js";
import { whyToPass } from "./headers.js";

/** Options of {@link tamisFetch}. */
export interface TamisFetchOptions extends AdapterOptions {
  /** Sends the requests. Default: the global `fetch`, as it is at each request. */
  fetch?: typeof fetch;
}

/**
 * A `fetch` that makes requests to models smaller before they are sent; give it to any SDK that takes one.
 *
 * Looked at are POST requests whose path generates on a provider's API, with a body of JSON as a string, bytes, a `Blob`,
 * or in a `Request`. All others, URL, headers (but a `content-length` that was set) and the response are not touched.
 * Streams and forms are not read, signed bodies are not changed. What fails in the reduction never fails the request.
 *
 * @param policy A policy or its settings; default: the library's. Checked here.
 * @throws TamisError `POLICY_INVALID`, `OPTION_INVALID`; the fetch itself throws what the one beneath it throws.
 */
export function tamisFetch(policy?: PolicyInput | Policy, options: TamisFetchOptions = {}): typeof fetch {
  const engine = createEngine(policy, options, ["fetch"]);
  const { fetch: given } = options;
  if (given !== undefined) check("fetch", given, isFunction, "a function");
  return async (input, init) => {
    const send = given ?? globalThis.fetch;
    const reduced = await reduceCall(engine, input, init).catch(engine.failed);
    return reduced ? send(input, reduced) : send(input, init);
  };
}

type Input = Parameters<typeof fetch>[0];
type Init = NonNullable<Parameters<typeof fetch>[1]>;
type RequestLike = Pick<Request, "url" | "method" | "headers" | "signal" | "clone">;

/** What to send in place of `init`; undefined where the call is to be made as it came. */
async function reduceCall(engine: Engine, input: Input, init: Init | undefined): Promise<Init | undefined> {
  const request = isRequest(input) ? input : undefined;
  const endpoint = endpointOf(pathOf(request?.url ?? String(input)));
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
  return reduced === undefined ? undefined : { ...init, ...withLength(headers, reduced), body: reduced };
}

type Sent = string | Blob | Buffer<ArrayBuffer>;

/** In the kind of `body`: a string stays a string, so that a fetch beneath this one finds what it would have found. */
async function reduceSent(
  engine: Engine,
  body: unknown,
  endpoint: Endpoint,
  signal: AbortSignal | undefined,
): Promise<Sent | undefined> {
  if (typeof body === "string") return engine.reduceText(body, endpoint, signal);
  const bytes = await bytesOf(body);
  if (bytes === undefined) {
    engine.passed("body");
    return undefined;
  }
  const reduced = await engine.reduce(bytes, endpoint, signal);
  if (reduced === undefined) return undefined;
  const buffer = Buffer.from(reduced.buffer as ArrayBuffer, reduced.byteOffset, reduced.byteLength);
  return body instanceof Blob ? new Blob([buffer], { type: body.type }) : buffer;
}

/** By shape: a `Request` may come from another copy of fetch. */
function isRequest(input: unknown): input is RequestLike {
  return typeof input === "object" && input !== null && "url" in input && "clone" in input;
}

/** The bytes that fetch would send; undefined for what is a stream, a form, or nothing. */
async function bytesOf(body: unknown): Promise<Uint8Array | undefined> {
  if (isAnyArrayBuffer(body)) return new Uint8Array(body);
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  if (body instanceof Blob) return new Uint8Array(await body.arrayBuffer());
  // A copy is read, so that the request can still be sent as it came.
  return isRequest(body) ? new Uint8Array(await (body as Request).clone().arrayBuffer()) : undefined;
}

/** New headers where the old ones tell a length, which would not be true any more. */
function withLength(headers: Headers, body: Sent): Pick<Init, "headers"> {
  if (!headers.has("content-length")) return {};
  headers.set("content-length", String(body instanceof Blob ? body.size : Buffer.byteLength(body)));
  return { headers };
}
