import type { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import type { Wire } from "../../contract/report.js";
import { REFUSAL_STATUSES } from "../../reduce/refused-reasoning.js";
import { decodeBody } from "../body/decode.js";
import type { Outgoing } from "../edge.js";
import { errorEvent, type Refusal } from "../refusal.js";
import { answerHeaders } from "./headers.js";
import type { Relayed } from "./relayed.js";

export interface RelayOptions {
  wire: Wire;
  /** Returns headers to add, alternating names and values. Called when the answer begins. */
  added(): readonly string[];
  /** What reads along with the answer. Called when it begins. */
  watch(headers: Record<string, unknown>): AnswerWatch | undefined;
  /** Whether the request may be sent once more where no answer has begun; not with a streamed body, which is gone then. */
  mayRetry: boolean;
  /** Whether there may be another request to send instead after a refusal. */
  mayRecover: boolean;
  /**
   * The request to send instead after an answer with this status and text; undefined if the answer is to be forwarded.
   * Asked once. Never rejects.
   */
  recover(status: number, text: string): Promise<UpstreamRequest | undefined>;
}

/** Sees an answer's bytes as they pass. */
export interface AnswerWatch {
  see(chunk: Buffer): void;
}

/** The argument of undici's `dispatch`: created once and passed on unchanged. */
export interface UpstreamRequest {
  origin: string;
  method: Dispatcher.HttpMethod;
  path: string;
  headers: string[];
  body: Uint8Array | Readable | null;
  headersTimeout: number;
  bodyTimeout: number;
}

const RETRY_PAUSE_MS = 50;
/** More attempts where the upstream cannot be reached, or closes before the first byte of an answer. */
const MOST_RETRIES = 1;

/** The client left before anything was sent. */
export const CLIENT_GONE: Relayed = { status: undefined, bytesOut: 0, failure: undefined, clientGone: true };

/**
 * Sends a request to the upstream and streams its answer back, at the pace of the reader. Resolves when the answer has
 * ended in any way. If no answer began, nothing has been sent to the client.
 */
export async function relay(
  dispatcher: Dispatcher,
  request: UpstreamRequest,
  out: Outgoing,
  options: RelayOptions,
): Promise<Relayed> {
  const client = new Client(out);
  let given = request;
  let { mayRecover } = options;
  for (let attempt = 0; ; attempt++) {
    if (client.gone) return CLIENT_GONE;
    const sent = new Attempt(client, options, mayRecover);
    const result = await sent.run(dispatcher, given);
    if (sent.recovered !== undefined) {
      given = sent.recovered;
      mayRecover = false;
      continue;
    }
    const again = options.mayRetry && attempt < MOST_RETRIES && !out.started && isWorthAnother(result);
    if (!again) return result;
    await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS));
  }
}

/** The client's side: whether it reads slowly or has left. */
class Client {
  gone = false;
  attempt: Attempt | undefined;

  constructor(readonly out: Outgoing) {
    out.onGone(() => {
      this.gone = true;
      this.attempt?.abort();
    });
    out.onDrain(() => this.attempt?.resume());
  }
}

const nothing = () => {};

class Attempt implements Dispatcher.DispatchHandler {
  /** The request to send instead. */
  recovered: UpstreamRequest | undefined;
  /** An answer that may be kept from the client. */
  #held: HeldAnswer | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #status: number | undefined;
  #bytesOut = 0;
  /** Of an event stream into which an event of ours would fit. */
  #tail: BoundaryWatch | undefined;
  #watch: AnswerWatch | undefined;
  #finish: (result: Relayed) => void = nothing;
  /** A body that is sent as it comes. */
  #streamed: Readable | undefined;

  /** @param mayRecover Whether the request may be replaced by another. */
  constructor(
    private readonly client: Client,
    private readonly options: RelayOptions,
    private readonly mayRecover: boolean,
  ) {}

  run(dispatcher: Dispatcher, request: UpstreamRequest): Promise<Relayed> {
    this.client.attempt = this;
    const { body } = request;
    if (body !== null && "destroy" in body) this.#streamed = body;
    return new Promise((resolve) => {
      this.#finish = resolve;
      dispatcher.dispatch(request, this);
    });
  }

  abort(): void {
    this.#controller?.abort(new Error("the client is gone"));
  }

  resume(): void {
    this.#controller?.resume();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.client.gone) this.abort();
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, parsed: Record<string, unknown>): void {
    const problem = unreadableHead(status, parsed["transfer-encoding"]);
    if (problem !== undefined) throw Object.assign(new Error(problem), { code: UNREADABLE });
    if (status < 200) return;
    this.#status = status;
    const isStream = isEventStream(parsed["content-type"]);
    // An event of ours would not fit into a length that the upstream has named.
    if (isStream && isPlain(parsed["content-encoding"]) && parsed["content-length"] === undefined)
      this.#tail = new BoundaryWatch();
    const raw = controller.rawHeaders as (Buffer | string)[];
    if (REFUSAL_STATUSES.has(status) && this.mayRecover) {
      this.#held = new HeldAnswer(parsed["content-encoding"], () => this.#begin(raw, status, parsed, isStream));
    } else {
      this.#begin(raw, status, parsed, isStream);
    }
  }

  #begin(raw: (Buffer | string)[], status: number, parsed: Record<string, unknown>, isStream: boolean): void {
    const added = this.options.added();
    this.#watch = this.options.watch(parsed);
    // A buffering proxy in front would hold events back until it has enough of them.
    const unheld =
      isStream && parsed["x-accel-buffering"] === undefined ? [...added, "x-accel-buffering", "no"] : added;
    // A stream's first event may be slow to come. A body of known length comes at once, in the same packet.
    const flush = parsed["content-length"] === undefined;
    this.client.out.start(status, answerHeaders(raw, unheld), flush);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytesOut += chunk.length;
    if (this.#held?.take(chunk)) return;
    this.#release();
    this.#forward(controller, chunk);
  }

  #forward(controller: Dispatcher.DispatchController | undefined, chunk: Buffer): void {
    this.#tail?.see(chunk);
    this.#watch?.see(chunk);
    if (!this.client.out.write(chunk)) controller?.pause();
  }

  /** Begins the answer that was held, if there is one. */
  #release(): void {
    const held = this.#held;
    this.#held = undefined;
    held?.begin();
    for (const chunk of held?.chunks ?? []) this.#forward(this.#controller, chunk);
  }

  onResponseEnd(): void {
    this.#streamed?.destroy();
    if (this.#held === undefined) this.#end();
    else void this.#recover(this.#held);
  }

  async #recover(held: HeldAnswer): Promise<void> {
    this.recovered = await this.options.recover(this.#status ?? 0, await held.text());
    if (this.recovered === undefined) this.#end();
    else this.#finish(this.#result(undefined, false));
  }

  #end(): void {
    this.#release();
    this.client.out.end();
    this.#finish(this.#result(undefined, false));
  }

  onResponseError(_: unknown, error: Error): void {
    this.#streamed?.destroy();
    if (this.client.gone) {
      this.#finish(this.#result(undefined, true));
      return;
    }
    const failure = refusalOf(error);
    this.#release();
    if (this.client.out.started) this.#endBroken(failure);
    this.#finish(this.#result(failure, false));
  }

  /**
   * Between two events the provider's own error event can be inserted; else the connection is cut. Never invents an
   * end.
   */
  #endBroken(failure: Refusal): void {
    const { out } = this.client;
    if (this.#tail?.atBoundary === true) out.end(errorEvent(this.options.wire, failure));
    else out.cut();
  }

  #result(failure: Refusal | undefined, clientGone: boolean): Relayed {
    return { status: this.#status, bytesOut: this.#bytesOut, failure, clientGone };
  }
}

/**
 * Tracks whether the bytes so far end with a whole event. It watches the last line feeds of a stream, however it was
 * split.
 */
class BoundaryWatch {
  #last = "\n\n";

  see(chunk: Buffer): void {
    this.#last = (this.#last + chunk.toString("latin1", Math.max(0, chunk.length - 4))).slice(-4);
  }

  get atBoundary(): boolean {
    return /(\n\n|\r\n\r\n|\r\r)$/.test(this.#last);
  }
}

const isEventStream = (type: unknown) => typeof type === "string" && /^text\/event-stream/i.test(type);
const isPlain = (encoding: unknown) => encoding === undefined || encoding === "identity";

const CLOSED = new Set(["UND_ERR_SOCKET", "ECONNRESET", "EPIPE", "ERR_STREAM_PREMATURE_CLOSE"]);
const TIMEOUTS = new Set(["UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT", "UND_ERR_CONNECT_TIMEOUT", "ETIMEDOUT"]);

const UNREADABLE = "TAMIS_UNREADABLE_HEAD";
const GARBAGE = new Set(["UND_ERR_HEADERS_OVERFLOW", "UND_ERR_RES_CONTENT_LENGTH_MISMATCH", UNREADABLE]);

/** What is wrong with the head of an answer that could be parsed: it cannot be passed on, or would mean something else. */
function unreadableHead(status: number, transferEncoding: unknown): string | undefined {
  if (status < 100 || status > 999) return "no status of HTTP";
  // Chunks are undone on the way; another coding would go on without its label.
  if (transferEncoding !== undefined && !/^(chunked|identity)$/i.test(String(transferEncoding).trim()))
    return "a transfer coding that is not known";
  return undefined;
}

/** An answer came, but one that cannot be forwarded. The request is not repeated. */
function isGarbage({ code = "", name, message }: NodeJS.ErrnoException): boolean {
  if (name === "HTTPParserError" || code.startsWith("HPE_") || GARBAGE.has(code)) return true;
  // What undici itself takes for granted of an answer.
  if (code === "ERR_ASSERTION") return true;
  // A change of protocol or a 100 that was not asked for; to undici they are errors of the socket like any other.
  return code === "UND_ERR_SOCKET" && /^bad (upgrade|response)$/.test(message);
}

function refusalOf(error: Error): Refusal {
  const { code = "" } = error as NodeJS.ErrnoException;
  if (TIMEOUTS.has(code)) return { reason: "upstream_timeout", message: "the upstream did not answer in time" };
  if (isGarbage(error)) {
    return { reason: "upstream_garbage", message: "the upstream's answer is not HTTP that can be read" };
  }
  if (CLOSED.has(code)) return { reason: "upstream_closed", message: "the upstream closed the connection too early" };
  if (
    code.startsWith("UND_ERR_INVALID") ||
    code === "UND_ERR_NOT_SUPPORTED" ||
    code === "UND_ERR_REQ_CONTENT_LENGTH_MISMATCH"
  ) {
    return { reason: "bad_request", message: "the request cannot be sent on as it is (method, header or length)" };
  }
  return { reason: "upstream_unreachable", message: "the upstream cannot be reached" };
}

/** No retry after a time limit: the upstream may still be working. */
function isWorthAnother({ failure, status }: Relayed): boolean {
  if (status !== undefined) return false;
  return failure?.reason === "upstream_unreachable" || failure?.reason === "upstream_closed";
}

/** Answers of more bytes are forwarded as they come. */
const MOST_BYTES = 64 * 1024;
/** More of one is not read. */
const MOST_DECODED = { maxBytes: 1024 * 1024, reserve: () => true };

/** A short answer that is looked at before the client gets it. */
class HeldAnswer {
  readonly chunks: Buffer[] = [];
  #bytes = 0;

  /** @param begin Sends the answer's head to the client */
  constructor(
    private readonly encoding: unknown,
    readonly begin: () => void,
  ) {}

  /** False if the answer is too long to be held. */
  take(chunk: Buffer): boolean {
    this.#bytes += chunk.length;
    if (this.#bytes > MOST_BYTES) return false;
    this.chunks.push(chunk);
    return true;
  }

  /** Empty if it cannot be decoded. */
  async text(): Promise<string> {
    const whole = Buffer.concat(this.chunks);
    if (isPlain(this.encoding)) return whole.toString("utf8");
    const decoded = await decodeBody(whole, String(this.encoding).trim().toLowerCase(), MOST_DECODED);
    return "body" in decoded ? decoded.body.whole().toString("utf8") : "";
  }
}
