// The request that renews a cache: the last one with another `max_tokens` and `stream`, ended at the answer's first event. Any
// other change would lose the cache of the messages.

import { spliceBytes } from "../../text/json-bytes.js";
import { parseRecord } from "../../text/json-value.js";
import { keysIn } from "../body/model-name.js";
import type { Outgoing } from "../edge.js";
import { upstreamHeaders } from "../upstream/headers.js";
import type { UpstreamRequest } from "../upstream/relay.js";

/** Headers by which a provider would take it for the client's request. */
const OF_CLIENT_REQUEST = new Set(["idempotency-key"]);

/** Undefined for a body without `max_tokens`, or with one that cannot be read. */
export async function renewalOf(request: UpstreamRequest): Promise<UpstreamRequest | undefined> {
  const { body } = request;
  const renewed =
    body instanceof Uint8Array ? await renewalBody(Buffer.from(body.buffer, body.byteOffset, body.length)) : undefined;
  if (renewed === undefined) return undefined;
  return { ...request, headers: upstreamHeaders(request.headers, true, OF_CLIENT_REQUEST), body: renewed };
}

/** The body with the least `max_tokens` that its thinking allows, as a stream. Every other byte stays. */
export async function renewalBody(body: Buffer): Promise<Buffer | undefined> {
  const places = new Map<string, number>();
  let isTwice = false;
  await keysIn(body, (key, at) => {
    if (!READ.has(key)) return;
    isTwice ||= places.has(key);
    places.set(key, at);
  });
  const maxAt = places.get("max_tokens");
  const least = leastTokens(body, places.get("thinking"));
  const max = maxAt === undefined ? undefined : /^\d+/.exec(body.toString("latin1", maxAt, maxAt + 20))?.[0];
  if (isTwice || maxAt === undefined || max === undefined || least === undefined) return undefined;
  const streamAt = places.get("stream");
  const stream =
    streamAt === undefined ? undefined : /^(true|false)/.exec(body.toString("latin1", streamAt, streamAt + 5))?.[0];
  if (streamAt !== undefined && stream === undefined) return undefined;
  const edits = [
    { start: maxAt, end: maxAt + max.length, bytes: streamAt === undefined ? `${least},"stream":true` : `${least}` },
    ...(streamAt === undefined ? [] : [{ start: streamAt, end: streamAt + (stream?.length ?? 0), bytes: "true" }]),
  ].sort((a, b) => a.start - b.start);
  return spliceBytes(body, edits);
}

const READ = new Set(["max_tokens", "stream", "thinking"]);

/** One token more than the budget of thinking; undefined where that cannot be read. */
function leastTokens(body: Buffer, thinkingAt: number | undefined): number | undefined {
  if (thinkingAt === undefined || body[thinkingAt] !== OPEN) return 1;
  const end = body.indexOf("}", thinkingAt);
  const thinking = parseRecord(body.toString("utf8", thinkingAt, end + 1));
  if (thinking === undefined) return undefined;
  const { budget_tokens: budget = 0 } = thinking;
  return Number.isSafeInteger(budget) ? Number(budget) + 1 : undefined;
}

const OPEN = "{".charCodeAt(0);
/** An answer that says nothing in its first bytes is not waited for. */
const MOST_BYTES = 64 * 1024;

/** Leaves at the answer's first event, which has the usage of the input. */
export class FirstEvent implements Outgoing {
  started = false;
  status: number | undefined;
  #text = "";
  #bytes = 0;
  #gone: (() => void)[] = [];

  start(status: number): void {
    this.started = true;
    this.status = status;
  }

  write(chunk: Uint8Array): boolean {
    this.#bytes += chunk.length;
    this.#text = (this.#text + Buffer.from(chunk).toString("latin1")).slice(-MOST_BYTES);
    if (/\n\r?\n/.test(this.#text) || this.#bytes > MOST_BYTES) for (const leave of this.#gone.splice(0)) leave();
    return true;
  }

  end(): void {}

  cut(): void {}

  onDrain(): void {}

  onGone(callback: () => void): void {
    this.#gone.push(callback);
  }
}
