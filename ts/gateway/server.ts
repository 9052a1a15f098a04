// The only file that uses `node:http`: it keeps sockets, framing and Node's quirks away from the decisions.
import http from "node:http";
import https from "node:https";
import { type AddressInfo, Server as NetServer } from "node:net";
import type { Duplex } from "node:stream";
import { requestCame } from "../base/idle-work.js";
import { readTls } from "./config/tls.js";
import type { Incoming, Outgoing } from "./edge.js";
import { type Refusal, renderRefusal } from "./refusal.js";

export interface ServerSettings {
  host: string;
  port: number;
  tlsCert?: string | undefined;
  tlsKey?: string | undefined;
  /** Time for a request to arrive, body included. @default 120000 */
  requestMs?: number | undefined;
}

/** Serves one request; its promise ends with the answer. */
export type Serve = (incoming: Incoming, out: Outgoing) => Promise<void>;

const REQUEST_MS = 120_000;

/** At shutdown, requests that arrive on idle connections within this time are still answered. */
const IDLE_GRACE_MS = 250;

/**
 * A client that is still sending when its answer has ended: what comes is thrown away, so that it gets to read the answer.
 * Its connection is cut after a pause of `LINGER_PAUSE_MS`, and after `LINGER_MS` in any case.
 */
const LINGER_PAUSE_MS = 1000;
const LINGER_MS = 30_000;

export class HttpServer {
  readonly #server: http.Server | https.Server;
  readonly #open = new Set<http.ServerResponse>();
  readonly #connections = new WeakMap<Duplex, Connection>();
  #draining = false;
  /** Requests so far. */
  #came = 0;

  constructor(
    private readonly settings: ServerSettings,
    serve: Serve,
  ) {
    const { requestMs = REQUEST_MS } = settings;
    // Node's strict parser checks the framing. An ambiguous request gets 400 and a closed connection.
    const options = {
      requestTimeout: requestMs,
      headersTimeout: Math.min(requestMs, 60_000),
      connectionsCheckingInterval: Math.min(requestMs, 5000),
      keepAliveTimeout: 65_000,
    };
    const listen = (request: http.IncomingMessage, response: http.ServerResponse, expectsContinue: boolean) => {
      requestCame();
      this.#came++;
      this.#open.add(response);
      const answer = new Answer(request, response, this, expectsContinue);
      const connection = this.#connectionOf(request.socket);
      connection.open++;
      connection.newest = answer;
      response
        .on("close", () => {
          this.#open.delete(response);
          connection.open--;
          answer.closed();
        })
        .on("error", ignore);
      void serve(incomingOf(request, answer), answer);
    };
    const listener = (request: http.IncomingMessage, response: http.ServerResponse) => listen(request, response, false);
    this.#server =
      settings.tlsCert === undefined || settings.tlsKey === undefined
        ? http.createServer(options, listener)
        : https.createServer({ ...options, ...readTls(settings.tlsCert, settings.tlsKey) }, listener);
    // The default limit would silently drop further headers. The parser limits their bytes.
    this.#server.maxHeadersCount = 0;
    // A client that asks whether it may send its body is told so once somebody wants the body, not before.
    this.#server.on("checkContinue", (request, response) => listen(request, response, true));
    // What else a client may expect is unknown, and need not be refused.
    this.#server.on("checkExpectation", listener);
    this.#server.on("connect", (_, socket: Duplex) => {
      socket.on("error", ignore);
      refuseOnSocket(NO_TUNNEL, socket);
    });
    this.#server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex) => {
      if (isAnswerable(this.#connections.get(socket))) refuseUnreadable(error, socket);
      else socket.destroy();
    });
  }

  #connectionOf(socket: Duplex): Connection {
    const known = this.#connections.get(socket);
    if (known !== undefined) return known;
    const connection = { open: 0 };
    this.#connections.set(socket, connection);
    return connection;
  }

  get openRequests(): number {
    return this.#open.size;
  }

  get draining(): boolean {
    return this.#draining;
  }

  /** Resolves to the URL once connections are accepted; rejects with a system error. */
  listen(): Promise<string> {
    const { host, port, tlsCert } = this.settings;
    return new Promise((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen({ host, port }, () => {
        this.#server.off("error", reject);
        const address = this.#server.address() as AddressInfo;
        const name = address.family === "IPv6" ? `[${address.address}]` : address.address;
        resolve(`${tlsCert === undefined ? "http" : "https"}://${name}:${address.port}`);
      });
    });
  }

  /**
   * Stops listening, lets requests in flight end, and cuts the rest after `drainMs`. `http.Server.close` would cut
   * connections on which a request is just arriving. Here such a request is still answered, and the answer announces
   * that the connection ends.
   */
  async drain(drainMs: number): Promise<void> {
    this.#draining = true;
    const closed = new Promise<void>((resolve) => {
      NetServer.prototype.close.call(this.#server, () => resolve());
    });
    // Where a process gets little time, its timer runs before it reads what has arrived.
    let came = this.#came;
    const isQuiet = () => this.#open.size === 0 && this.#came === came;
    const grace = setInterval(
      () => {
        if (isQuiet()) setImmediate(() => isQuiet() && this.#server.closeIdleConnections());
        came = this.#came;
      },
      Math.min(IDLE_GRACE_MS, drainMs),
    );
    const cut = setTimeout(() => this.#server.closeAllConnections(), drainMs);
    await closed;
    clearInterval(grace);
    clearTimeout(cut);
    // Ends Node's own timer that looks for slow requests.
    this.#server.close();
  }
}

function incomingOf(request: http.IncomingMessage, answer: Answer): Incoming {
  return {
    wantBody: () => answer.giveLeave(),
    method: request.method ?? "GET",
    target: request.url ?? "",
    rawHeaders: request.rawHeaders,
    body: request,
    hasBody: hasBody(request),
    startedAt: performance.now(),
  };
}

function hasBody({ headers }: http.IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** An error handler that does nothing: the writer learns of the error by the connection's end. */
const ignore = () => {};

const flushUnsent = (answer: Answer) => answer.flush();

interface Connection {
  /** Requests whose answers have not ended. */
  open: number;
  newest?: Answer;
}

/** Whether an answer to bytes that cannot be read would be taken for the answer to them, and not to another request. */
function isAnswerable(connection: Connection | undefined): boolean {
  const newest = connection?.newest;
  if (connection === undefined || newest === undefined) return true;
  // They are part of the newest request, or come after it.
  return newest.isArriving ? !newest.started && connection.open === 1 : connection.open === 0;
}

class Answer implements Outgoing {
  #gone: (() => void)[] | undefined;
  #drained: (() => void) | undefined;
  #waits = false;
  #wrote = false;
  /** The answer says that its connection ends, which waits until the rest of the request has come. */
  #isHeld = false;

  constructor(
    private readonly request: http.IncomingMessage,
    private readonly response: http.ServerResponse,
    private readonly server: Pick<HttpServer, "draining">,
    /** The client sends its body once it is told to. */
    private awaitsLeave: boolean,
  ) {}

  /** Tells a client that waits for it to send its body. */
  giveLeave(): void {
    if (this.awaitsLeave && !this.started) this.response.writeContinue();
    this.awaitsLeave = false;
  }

  get started(): boolean {
    return this.response.headersSent;
  }

  /** Whether the request has not arrived as a whole. */
  get isArriving(): boolean {
    return !this.request.complete;
  }

  start(status: number, headers: readonly string[], flush: boolean): void {
    const { request, response } = this;
    // A body that was never asked for would be taken for the next request, or that for the body.
    const isUnasked = this.awaitsLeave && hasBody(request);
    const last =
      isUnasked || this.server.draining || request.headers.upgrade !== undefined || !response.shouldKeepAlive;
    // Node closes the connection with the answer that says so; bytes that are still to come would reset it, and the
    // client's system would drop what it has not read.
    this.#isHeld = last && this.#stillSending() && request.httpVersion !== "1.0";
    if (this.#isHeld) request.socket.destroySoon = ignore;
    response.writeHead(status, last ? [...headers, "connection", "close"] : (headers as string[]));
    // Data that came with the upstream's head is written in the same tick, so that both go in one packet.
    if (flush) process.nextTick(flushUnsent, this);
  }

  /** Sends the head if no write has sent it yet. */
  flush(): void {
    if (!this.#wrote && !this.response.destroyed) this.response.flushHeaders();
  }

  write(chunk: Uint8Array): boolean {
    this.#wrote = true;
    const isTaken = this.response.write(chunk);
    if (!isTaken) this.#awaitDrain();
    return isTaken;
  }

  #awaitDrain(): void {
    if (this.#waits) return;
    this.#waits = true;
    this.response.once("drain", () => {
      this.#waits = false;
      this.#drained?.();
    });
  }

  end(chunk?: Uint8Array | string): void {
    const { response } = this;
    this.#wrote = true;
    if (!this.#stillSending()) this.#letGo();
    response.end(chunk);
    if (this.#stillSending() && !response.destroyed) this.#throwAwayRest();
  }

  #throwAwayRest(): void {
    const { request } = this;
    const { socket } = request;
    const cut = () => socket.destroy();
    const pause = setTimeout(cut, LINGER_PAUSE_MS);
    const limit = setTimeout(cut, LINGER_MS);
    const finish = () => {
      clearTimeout(pause);
      clearTimeout(limit);
      const isLast = this.#isHeld || this.server.draining;
      this.#letGo();
      if (isLast) socket.destroySoon();
    };
    request.on("data", () => pause.refresh()).once("close", finish);
    request.resume();
  }

  #letGo(): void {
    if (this.#isHeld) Reflect.deleteProperty(this.request.socket, "destroySoon");
    this.#isHeld = false;
  }

  #stillSending(): boolean {
    return !this.awaitsLeave && !this.request.complete && hasBody(this.request);
  }

  cut(): void {
    this.response.destroy();
  }

  onDrain(callback: () => void): void {
    this.#drained = callback;
  }

  onGone(callback: () => void): void {
    this.#gone ??= [];
    this.#gone.push(callback);
    if (this.response.closed) this.closed();
  }

  /** Must be called when the client's connection has finished the answer. */
  closed(): void {
    const callbacks = this.#gone ?? [];
    this.#gone = undefined;
    if (this.response.writableFinished) return;
    for (const callback of callbacks) callback();
  }
}

/** Answers what Node's parser refuses. Its wire is not known, so the error has a shape of the gateway's own. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  refuseOnSocket(refusalOf(error), socket);
}

const UNREADABLE: Refusal = { reason: "bad_request", message: "not a request that can be read without doubt" };
const NO_TUNNEL: Refusal = { reason: "bad_request", message: "the gateway opens no tunnels; CONNECT is for proxies" };

function refusalOf({ code }: NodeJS.ErrnoException): Refusal {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT")
    return { reason: "body_timeout", message: "the request did not arrive in time" };
  if (code === "HPE_HEADER_OVERFLOW")
    return { reason: "headers_too_large", message: `the headers have more than ${http.maxHeaderSize} bytes` };
  return UNREADABLE;
}

function refuseOnSocket(refusal: Refusal, socket: Duplex): void {
  const { status, headers, body } = renderRefusal(refusal, undefined);
  const lines = [`HTTP/1.1 ${status} ${http.STATUS_CODES[status]}`, "connection: close"];
  for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`);
  socket.end(`${lines.join("\r\n")}\r\n\r\n${body}`);
}
