// A provider's server for the tests, on loopback. It records requests and answers as configured.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** A request as it arrived. */
export interface Arrived {
  method: string;
  url: string;
  headers: IncomingMessage["headers"];
  rawHeaders: string[];
  body: Buffer;
}

export type Respond = (request: Arrived, response: ServerResponse) => void | Promise<void>;

export interface Upstream {
  url: string;
  /** Host and port. */
  host: string;
  arrived: Arrived[];
  /** How to answer from now on. */
  respond: Respond;
  /** Called when a request's head has arrived. */
  onBegun: () => void;
  /** Called when a request's connection closes before its answer has ended. */
  onAborted: (request: Arrived | undefined) => void;
  connections(): number;
  close(): Promise<void>;
}

export const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Respond =>
  (_, response) => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    response
      .writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(text), ...headers })
      .end(text);
  };

/** Events one by one, each when the reader has taken the one before. */
export const events =
  (list: readonly string[], headers: Record<string, string> = {}): Respond =>
  (_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", ...headers });
    for (const event of list) response.write(event);
    response.end();
  };

export async function startUpstream(respond: Respond = json({ ok: true })): Promise<Upstream> {
  const sockets = new Set<Socket>();
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    let arrived: Arrived | undefined;
    upstream.onBegun();
    response.on("close", () => {
      if (!response.writableFinished) upstream.onAborted(arrived);
    });
    response.on("error", () => {});
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      return;
    }
    const { method = "", url = "", headers, rawHeaders } = request;
    arrived = { method, url, headers, rawHeaders, body: Buffer.concat(chunks) };
    upstream.arrived.push(arrived);
    await upstream.respond(arrived, response);
  });
  // All headers that come, also more than Node's default of 2,000.
  server.maxHeadersCount = 0;
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const upstream: Upstream = {
    url: `http://${host}`,
    host,
    arrived: [],
    respond,
    onBegun: () => {},
    onAborted: () => {},
    connections: () => sockets.size,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
  return upstream;
}
