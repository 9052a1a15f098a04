// A provider on loopback that answers by a script, in the protocols of OpenAI (chat completions and responses), Anthropic,
// Gemini and Bedrock (converse), whole or streamed, and records what it was sent, byte for byte.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { anthropic } from "./anthropic.js";
import { chat } from "./chat.js";
import { converse } from "./converse.js";
import { gemini } from "./gemini.js";
import { halves, type Protocol, type Reply } from "./protocol.js";
import { responses } from "./responses.js";

export type { Reply, ToolCall } from "./protocol.js";

/** What the upstream does with one request. */
export type Act =
  | Reply
  /** An error status, with headers. */
  | { status: number; headers?: Record<string, string> }
  /** Never answers. */
  | { hang: true }
  /** Closes the connection: at once, or after half of the events or of the body. */
  | { cut: "at once" | "halfway"; text?: string }
  /** A stream without its last events. */
  | { unfinished: string }
  /** A stream that has an error of this type after half of its text. */
  | { errorEvent: string }
  /** Half of a text, and then nothing more. */
  | { pause: string }
  /** Another body with status 200. */
  | { body: string };

/** A request as it came in. */
export interface Seen {
  method: string;
  /** With its query. */
  path: string;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
  body: Body;
}

interface Body {
  model?: string;
  stream?: boolean;
  messages: { role: string; content: unknown }[];
  max_tokens?: number;
}

/** How streams are written. */
export interface Pace {
  /** Bytes written at once; characters and lines come apart. Default: one event at a time. */
  chunkBytes?: number;
  /** Before each write. Default: none. */
  delayMs?: number;
}

export interface Upstream {
  url: string;
  seen: Seen[];
  /** Requests whose connection the client closed before the end of the answer. */
  readonly abandoned: number;
  /** What to do next, in order, forgetting what was seen; without more, the last act again. */
  script(acts: readonly Act[], pace?: Pace): void;
  close(): Promise<void>;
}

export async function startUpstream(): Promise<Upstream> {
  let acts: Act[] = [];
  let pace: Pace = {};
  let abandoned = 0;
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    response.on("close", () => {
      if (!response.writableFinished) abandoned++;
    });
    const bytes = await bytesOf(request).catch(() => undefined);
    // The client went away in the middle of its body.
    if (bytes === undefined) return;
    const { method = "", url: path = "", headers } = request;
    const body = parsed(bytes);
    seen.push({ method, path, headers, bytes, text: bytes.toString(), body });
    const act = (acts.length > 1 ? acts.shift() : acts[0]) ?? { status: 500 };
    await play(act, { response, path, body, pace, turn: seen.length });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    get abandoned() {
      return abandoned;
    },
    script(next, nextPace = {}) {
      acts = [...next];
      pace = nextPace;
      seen.length = 0;
      abandoned = 0;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function parsed(bytes: Buffer): Body {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return { messages: [] };
  }
}

interface Exchange {
  response: ServerResponse;
  path: string;
  body: Body;
  pace: Pace;
  /** Requests of this script, this one included. */
  turn: number;
}

async function play(act: Act, exchange: Exchange): Promise<void> {
  const { response, path, body, turn } = exchange;
  const protocol = protocolOf(path);
  if ("hang" in act) return;
  if ("cut" in act && act.cut === "at once") response.destroy();
  else if ("status" in act) json(response, act.status, protocol.error(act.status), act.headers);
  else if ("body" in act) response.writeHead(200, { "content-type": "application/json" }).end(act.body);
  else {
    const model = /\/models\/([^:]+):/.exec(path)?.[1] ?? body.model ?? "none";
    const streamed = body.stream === true || /:streamGenerateContent|\/converse-stream$/.test(path);
    if (streamed)
      await stream(
        eventsOf(act, protocol, (reply) => protocol.events(reply, model, turn)),
        act,
        exchange,
      );
    else if ("cut" in act) response.writeHead(200, { "content-length": 500 }).write("{", () => response.destroy());
    else json(response, 200, protocol.whole(act as Reply, model, turn));
  }
}

/** What is streamed of an act. */
function eventsOf(act: Act, protocol: Protocol, write: (reply: Reply) => string[]): string[] {
  const text = "pause" in act ? act.pause : "unfinished" in act ? act.unfinished : "half a text";
  if (!("pause" in act || "unfinished" in act || "errorEvent" in act || "cut" in act)) return write(act as Reply);
  const events = write("cut" in act ? { text, ...act } : { text });
  const second = events.findIndex((event) => event.includes(JSON.stringify(halves(text)[1]).slice(1, -1)));
  if ("unfinished" in act) return events.slice(0, second + 1);
  if ("errorEvent" in act) return [...events.slice(0, second), protocol.errorEvent(act.errorEvent)];
  return "pause" in act || act.text === undefined ? events.slice(0, second) : events.slice(0, events.length >> 1);
}

function protocolOf(path: string): Protocol {
  const [name = ""] = path.split("?");
  if (/:(stream)?generateContent$/i.test(name)) return gemini;
  if (name.endsWith("/messages")) return anthropic;
  if (/\/converse(?:-stream)?$/.test(name)) return converse;
  return name.endsWith("/responses") ? responses : chat;
}

function json(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

async function stream(events: string[], act: Act, { response, pace }: Exchange): Promise<void> {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const piece of pieces(events, pace.chunkBytes)) {
    if (pace.delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, pace.delayMs));
    if (response.destroyed) return;
    await new Promise((resolve) => response.write(piece, resolve));
  }
  if ("cut" in act) response.destroy();
  else if (!("pause" in act)) response.end();
}

function pieces(events: string[], chunkBytes: number | undefined): Buffer[] {
  if (chunkBytes === undefined) return events.map((one) => Buffer.from(one));
  const all = Buffer.from(events.join(""));
  const count = Math.ceil(all.length / chunkBytes);
  return Array.from({ length: count }, (_, index) => all.subarray(index * chunkBytes, (index + 1) * chunkBytes));
}
