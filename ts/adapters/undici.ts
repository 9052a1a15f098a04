import { isAnyArrayBuffer } from "node:util/types";
import type { Dispatcher } from "undici";
import { withListed } from "../base/header-list.js";
import { check, isCount } from "../base/option-check.js";
import type { Policy, PolicyInput } from "../policy/policy.js";
import { type Endpoint, endpointOf, hostOf, pathOf } from "../wires/endpoints.js";
import { type AdapterOptions, createEngine, DEFAULT_MAX_BODY_BYTES, type Engine } from "./engine.js";
import { whyToPass } from "./headers.js";

/** Options of {@link tamisInterceptor}. */
export interface TamisInterceptorOptions extends AdapterOptions {
  /** Bodies that arrive in pieces, like those of `fetch`, are joined up to this size. @default 67108864 */
  maxBodyBytes?: number;
}

/**
 * Creates an interceptor for undici's `dispatcher.compose` that makes requests to models smaller before they are sent.
 * It reads and skips the same requests as `tamisFetch`. It reads strings, bytes, and the bodies that `fetch` hands to
 * its dispatcher if the headers declare their length.
 *
 * @param policy A policy or its settings; default: the library's. Checked here.
 * @throws TamisError `POLICY_INVALID`, `OPTION_INVALID`.
 */
export function tamisInterceptor(
  policy?: PolicyInput | Policy,
  options: TamisInterceptorOptions = {},
): Dispatcher.DispatcherComposeInterceptor {
  const engine = createEngine(policy, options, ["maxBodyBytes"]);
  const { maxBodyBytes = DEFAULT_MAX_BODY_BYTES } = options;
  check("maxBodyBytes", maxBodyBytes, isCount(1), "whole bytes from 1");
  return (dispatch) => (opts, handler) => {
    const asked = opts.method === "POST" ? endpointOf(pathOf(opts.path)) : undefined;
    const endpoint = asked && { ...asked, host: hostOf(String(opts.origin)) };
    if (!engine.takes(endpoint)) return dispatch(opts, handler);
    const headers = listHeaders(opts.headers);
    const listed = { ...opts, headers };
    const body = readable(opts.body, headers, maxBodyBytes);
    if (typeof body === "string") {
      engine.passed(body);
      return dispatch(listed, handler);
    }
    reduceDispatch(engine, listed, { body, endpoint })
      .then((reduced) => dispatch(reduced, handler))
      // Errors that undici finds in the request; without the interceptor it would have thrown them.
      .catch((error: Error) => handler.onResponseError?.(null as never, error));
    return true;
  };
}

type Listed = Dispatcher.DispatchOptions & { headers: string[]; signal?: unknown };
type Pieces = AsyncIterable<Uint8Array>;

/** The body if it may be read, else why not. */
function readable(
  body: unknown,
  headers: readonly string[],
  maxBodyBytes: number,
): Uint8Array | Pieces | (ReturnType<typeof whyToPass> & string) {
  const reason = whyToPass((name) => readHeader(headers, name));
  if (reason !== undefined) return reason;
  if (typeof body === "string") return Buffer.from(body);
  if (isAnyArrayBuffer(body)) return new Uint8Array(body);
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  const bytes = readHeader(headers, "content-length");
  // Node's streams belong to the caller; fetch passes a generator.
  if (!isPieces(body) || bytes === undefined || "pipe" in body) return "body";
  return Number(bytes) <= maxBodyBytes ? body : "too_large";
}

const isPieces = (body: unknown): body is Pieces =>
  typeof body === "object" && body !== null && Symbol.asyncIterator in body;

async function reduceDispatch(
  engine: Engine,
  opts: Listed,
  { body, endpoint }: { body: Uint8Array | Pieces; endpoint: Endpoint },
): Promise<Listed> {
  const bytes = body instanceof Uint8Array ? body : await joined(body);
  const whole = body instanceof Uint8Array ? opts : { ...opts, body: bytes };
  const told = readHeader(opts.headers, "content-length");
  // An aborted fetch ends its body early, and undici refuses a body that is too short.
  if (told !== undefined && Number(told) !== bytes.length) return whole;
  const signal = opts.signal instanceof AbortSignal ? opts.signal : undefined;
  const reduced = await engine.reduce(bytes, endpoint, signal);
  if (reduced === undefined) return whole;
  const headers = withNames(withLength(opts.headers, reduced.body.length), reduced.headers);
  return { ...opts, headers, body: reduced.body };
}

async function joined(pieces: Pieces): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of pieces) parts.push(part);
  return Buffer.concat(parts);
}

/**
 * Converts headers in any form that undici accepts to a flat list of names and values. Some forms can be read only
 * once.
 */
function listHeaders(headers: Dispatcher.DispatchOptions["headers"]): string[] {
  if (headers === undefined || headers === null) return [];
  if (Array.isArray(headers)) return headers as string[];
  const entries =
    Symbol.iterator in headers
      ? (headers as Iterable<[string, string | string[] | undefined]>)
      : (Object.entries(headers) as [string, string | string[] | undefined][]);
  // If a value is a list, undici accepts the list in its place.
  return Array.from(entries, ([name, value]) => [name, value as string]).flat();
}

/** The first value of a header, whatever the case of its name. */
function readHeader(headers: readonly unknown[], name: string): string | undefined {
  for (let index = 0; index + 1 < headers.length; index += 2) {
    if (String(headers[index]).toLowerCase() !== name) continue;
    const value = headers[index + 1];
    return value === undefined || value === null ? undefined : String(Array.isArray(value) ? value[0] : value);
  }
  return undefined;
}

/** The same headers with another body's length, if they declare one. */
function withLength(headers: readonly string[], bytes: number): string[] {
  return headers.map((value, index) => {
    const name = index % 2 === 1 ? String(headers[index - 1]) : "";
    return name.toLowerCase() === "content-length" ? String(bytes) : value;
  });
}

/** The same headers with more names in lists. */
function withNames(headers: readonly string[], needed: Readonly<Record<string, string>> = {}): string[] {
  return Object.entries(needed).reduce(
    (list, [name, names]) => {
      const isOther = (at: number) => String(list[at - (at % 2)]).toLowerCase() !== name;
      return [...list.filter((_, at) => isOther(at)), name, withListed(readHeader(list, name), names)];
    },
    [...headers],
  );
}
