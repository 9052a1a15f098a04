// A server on loopback that speaks Hrana over HTTP (`POST /v2/pipeline`, `/v3/pipeline`) over an SQLite file, like
// libSQL's server, and fails on command. It tests the true client without the true server.
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { HranaStream, type StreamRequest, type StreamResult } from "./hrana-stream.js";

/** What becomes of one request. */
export type ServerAct =
  /** An answer instead of carrying it out. */
  | { status: number; body?: string; headers?: Record<string, string> }
  /** The connection is cut before it is carried out, after it, or in the middle of its answer. */
  | { cut: "before" | "after" | "within the answer" }
  /** The database's error in the place of every result. */
  | { error: { code: string; message: string } }
  /** Carried out so many milliseconds later; the answer comes after that. */
  | { lateMs: number }
  /** Carried out as usual. */
  | { pass: true };

/** A request that came in. */
export interface SeenPipeline {
  path: string;
  authorization: string | undefined;
  requests: StreamRequest[];
}

export interface LibsqlServer {
  readonly url: string;
  readonly seen: SeenPipeline[];
  /** What to do with the next requests, in order; after these, what is usual. */
  script(...acts: ServerAct[]): void;
  /** Closes the door and all connections; streams are rolled back. */
  stop(): Promise<void>;
  /** Opens it again, at the same address. */
  start(): Promise<void>;
}

export interface LibsqlServerOptions {
  /** Requests must bring it. */
  token?: string;
  /** Of the values in the results of one request. @default 10,000,000, as libSQL's server has it */
  maxResponseBytes?: number;
}

interface Pipeline {
  baton?: string | null;
  requests: StreamRequest[];
}

export async function startLibsqlServer(path: string, options: LibsqlServerOptions = {}): Promise<LibsqlServer> {
  const { token, maxResponseBytes = 10_000_000 } = options;
  const seen: SeenPipeline[] = [];
  const streams = new Map<string, HranaStream>();
  let acts: ServerAct[] = [];
  let server: Server | undefined;
  let port = 0;

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const { url = "", method, headers } = request;
    const { baton, requests } = (method === "POST" ? JSON.parse(await textOf(request)) : { requests: [] }) as Pipeline;
    seen.push({ path: url, authorization: headers.authorization, requests });
    if (token !== undefined && headers.authorization !== `Bearer ${token}`) return send(response, 401);
    if (method !== "POST" || !/^\/v[23]\/pipeline$/.test(url)) return send(response, 404);
    const act = acts.shift() ?? { pass: true };
    if ("status" in act) return send(response, act.status, act.body, act.headers);
    if ("error" in act) {
      const results = requests.map(() => ({ type: "error", error: act.error }));
      return send(response, 200, JSON.stringify({ baton: null, base_url: null, results }));
    }
    if ("cut" in act && act.cut === "before") return response.destroy();
    if ("lateMs" in act) await new Promise((done) => setTimeout(done, act.lateMs));
    const stream = baton ? streams.get(baton) : new HranaStream(path);
    if (stream === undefined) return send(response, 400, '{"message":"Invalid baton","code":"BATON_INVALID"}');
    if (baton) streams.delete(baton);
    const results = await runCall(stream, requests, maxResponseBytes);
    const next = stream.isClosed ? null : randomUUID();
    if (next !== null) streams.set(next, stream);
    const json = JSON.stringify({ baton: next, base_url: null, results });
    if (!("cut" in act)) return send(response, 200, json);
    if (act.cut === "after") return response.destroy();
    response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(json) });
    response.write(json.slice(0, json.length >> 1), () => response.destroy());
  };

  const start = async () => {
    const opened = createServer((request, response) => {
      handle(request, response).catch((error) => send(response, 500, String(error)));
    });
    await new Promise<void>((resolve, reject) => {
      opened.once("error", reject).listen(port, "127.0.0.1", resolve);
    });
    port = (opened.address() as AddressInfo).port;
    server = opened;
  };
  await start();
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    script(...next) {
      acts = next;
      seen.length = 0;
    },
    start,
    async stop() {
      server?.closeAllConnections();
      await new Promise((resolve) => server?.close(resolve));
      for (const stream of streams.values()) stream.close();
      streams.clear();
    },
  };
}

async function runCall(stream: HranaStream, requests: readonly StreamRequest[], most: number) {
  const results: StreamResult[] = [];
  for (const request of requests) {
    const result = await stream.answer(request);
    const isTooLarge = JSON.stringify(result).length > most;
    const error = { message: "Response is too large", code: "RESPONSE_TOO_LARGE" };
    results.push(isTooLarge ? { type: "error", error } : result);
  }
  return results;
}

function send(response: ServerResponse, status: number, body = "", headers: Record<string, string> = {}): void {
  if (response.destroyed) return;
  const type = body.startsWith("{") ? "application/json" : "text/plain";
  response.writeHead(status, { "content-type": type, ...headers }).end(body);
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  return text;
}
