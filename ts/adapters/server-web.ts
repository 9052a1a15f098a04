import { withListed } from "../base/header-list.js";
import { check, isCount } from "../base/option-check.js";
import type { Policy, PolicyInput } from "../policy/policy.js";
import { endpointOf, pathOf } from "../wires/endpoints.js";
import { type AdapterOptions, createEngine, DEFAULT_MAX_BODY_BYTES, type Engine } from "./engine.js";
import { type PassReason, whyToPass } from "./headers.js";

/** Options of the adapters for servers. */
export interface ServerOptions extends AdapterOptions {
  /** Longer bodies are passed on unchanged and not kept in memory. @default 67108864 */
  maxBodyBytes?: number;
}

/** An engine with a server's limits. */
export interface ServerEngine extends Engine {
  maxBodyBytes: number;
}

/** @throws TamisError `POLICY_INVALID`, `OPTION_INVALID`. */
export function createServerEngine(policy: PolicyInput | Policy | undefined, options: ServerOptions): ServerEngine {
  const engine = createEngine(policy, options, ["maxBodyBytes"]);
  const { maxBodyBytes = DEFAULT_MAX_BODY_BYTES } = options;
  check("maxBodyBytes", maxBodyBytes, isCount(1), "whole bytes from 1");
  return { ...engine, maxBodyBytes };
}

/** The request to handle instead of this one; undefined if this one was not changed. */
export async function reduceWebRequest(server: ServerEngine, request: Request): Promise<Request | undefined> {
  const endpoint = request.method === "POST" ? endpointOf(pathOf(request.url)) : undefined;
  if (!server.takes(endpoint)) return undefined;
  const { headers, body, bodyUsed } = request;
  const length = Number(headers.get("content-length") ?? 0);
  const tooLarge = length > server.maxBodyBytes ? "too_large" : undefined;
  const reason = whyToPass((name) => headers.get(name)) ?? tooLarge;
  if (reason !== undefined || body === null || bodyUsed) {
    server.passed(reason ?? "body");
    return undefined;
  }
  const read = await readUpTo(body, server.maxBodyBytes);
  if ("rest" in read) {
    server.passed(read.why);
    return withBody(request, read.rest);
  }
  const reduced = await server.reduce(read.bytes, endpoint, request.signal);
  if (reduced === undefined) return withBody(request, read.bytes);
  return withBody(request, reduced.body, reduced.body.length, reduced.headers);
}

/** Reads a body to its end. If it is too long or breaks off, returns a stream of the whole body. */
async function readUpTo(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
): Promise<{ bytes: Uint8Array } | { rest: ReadableStream<Uint8Array>; why: PassReason }> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  while (bytes <= maxBytes) {
    const { done, value } = await reader.read().catch(() => ({ done: false, value: undefined }));
    if (done) return { bytes: Buffer.concat(chunks) };
    // The handler meets the same error when it reads on.
    if (value === undefined) return { rest: replay(chunks, reader), why: "body" };
    chunks.push(value);
    bytes += value.length;
  }
  return { rest: replay(chunks, reader), why: "too_large" };
}

function replay(chunks: Uint8Array[], reader: ReadableStreamDefaultReader<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = chunks.length > 0 ? { done: false, value: chunks.shift() } : await reader.read();
      if (done) controller.close();
      else controller.enqueue(value as Uint8Array);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

function withBody(
  request: Request,
  body: Uint8Array | ReadableStream<Uint8Array>,
  bytes?: number,
  needed: Readonly<Record<string, string>> = {},
): Request {
  const headers = new Headers(request.headers);
  if (bytes !== undefined && headers.has("content-length")) headers.set("content-length", String(bytes));
  for (const [name, names] of Object.entries(needed)) headers.set(name, withListed(headers.get(name), names));
  return new Request(request, { body: body as Uint8Array<ArrayBuffer>, duplex: "half", headers } as RequestInit);
}
