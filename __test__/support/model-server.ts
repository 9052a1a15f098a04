// A model server on loopback that answers by a script, in the protocols of OpenAI (chat completions), Anthropic
// (messages), Gemini (generateContent) and Bedrock (converse; streams as server-sent events of the same objects), streamed where the request asks for it.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What the server does with one request. */
export type Act =
  | { text: string }
  /** An error status, with headers. */
  | { status: number; headers?: Record<string, string> }
  /** Never answers. */
  | { hang: true }
  /** Closes the connection: at once, or after the first half of the answer. */
  | { cut: "at once" | "halfway" }
  /** A stream that ends as it should, but for its last events. */
  | { unfinished: string }
  /** A stream with an error event in the middle. */
  | { errorEvent: string }
  /** The first half of a text, and then nothing more. */
  | { pause: string }
  /** Calls a tool and says nothing. */
  | { toolCall: string }
  /** Another body with status 200. */
  | { body: string };

/** A request that came in. */
export interface Seen {
  path: string;
  headers: IncomingHttpHeaders;
  body: { model: string; stream?: boolean; messages: { role: string; content: unknown }[]; max_tokens?: number };
}

export interface ModelServer {
  url: string;
  seen: Seen[];
  /** Requests whose connection the client closed before an answer. */
  readonly abandoned: number;
  /** What to do next, in order; without more the last one again. */
  script(...acts: Act[]): void;
  close(): Promise<void>;
}

export async function startModelServer(): Promise<ModelServer> {
  let acts: Act[] = [];
  let abandoned = 0;
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    response.on("close", () => {
      if (!response.writableEnded) abandoned++;
    });
    const body = JSON.parse(await textOf(request)) as Seen["body"];
    const path = request.url ?? "";
    seen.push({ path, headers: request.headers, body });
    const act = (acts.length > 1 ? acts.shift() : acts[0]) ?? { status: 500 };
    const isStream = body.stream === true || /:streamGenerateContent|\/converse-stream$/.test(path);
    play(act, response, protocolOf(path)(body), isStream);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    get abandoned() {
      return abandoned;
    },
    script(...next) {
      acts = next;
      seen.length = 0;
      abandoned = 0;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  return text;
}

/** One protocol's way to say things. */
interface Protocol {
  whole(text: string, toolCall?: string): object;
  /** Server-sent events. The first half is everything up to the middle of the text. */
  events(text: string): { first: string[]; second: string[]; end: string[] };
  error(status: number): object;
  errorEvent(type: string): string;
}

function play(act: Act, response: ServerResponse, protocol: Protocol, stream: boolean): void {
  const json = (status: number, body: object, headers = {}) =>
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
  const startStream = () => response.writeHead(200, { "content-type": "text/event-stream" });
  if ("hang" in act) return;
  if ("status" in act) json(act.status, protocol.error(act.status), act.headers);
  else if ("body" in act) response.writeHead(200, { "content-type": "application/json" }).end(act.body);
  else if ("toolCall" in act) json(200, protocol.whole("", act.toolCall));
  else if ("text" in act && !stream) json(200, protocol.whole(act.text));
  else if ("text" in act) {
    const { first, second, end } = protocol.events(act.text);
    startStream().end([...first, ...second, ...end].join(""));
  } else if ("unfinished" in act) {
    const { first, second } = protocol.events(act.unfinished);
    startStream().end([...first, ...second].join(""));
  } else if ("pause" in act) {
    startStream().write(protocol.events(act.pause).first.join(""));
  } else if ("errorEvent" in act) {
    startStream().end([...protocol.events("half a text").first, protocol.errorEvent(act.errorEvent)].join(""));
  } else if (act.cut === "at once") response.destroy();
  else if (stream) startStream().write(protocol.events("half a text").first.join(""), () => response.destroy());
  else response.writeHead(200, { "content-length": "500" }).write('{"id":', () => response.destroy());
}

function protocolOf(path: string): (body: Seen["body"]) => Protocol {
  if (path.endsWith("/messages")) return anthropic;
  if (path.includes(":generateContent") || path.includes(":streamGenerateContent")) return gemini;
  return /\/converse(?:-stream)?$/.test(path) ? converse : openai;
}

const halves = (text: string) => [text.slice(0, text.length >> 1), text.slice(text.length >> 1)] as const;

function openai({ model }: Seen["body"]): Protocol {
  const base = { id: "chatcmpl-1", created: 1, model };
  const usage = {
    prompt_tokens: 40,
    completion_tokens: 8,
    total_tokens: 48,
    prompt_tokens_details: { cached_tokens: 32 },
  };
  const data = (body: object) => `data: ${JSON.stringify(body)}\n\n`;
  const chunk = (delta: object, finish_reason: string | null = null) =>
    data({ ...base, object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason }] });
  return {
    whole(text, toolCall) {
      const calls = [{ id: "call_1", type: "function", function: { name: toolCall, arguments: "{}" } }];
      const message = {
        role: "assistant",
        content: toolCall ? null : text,
        ...(toolCall ? { tool_calls: calls } : {}),
      };
      const choices = [{ index: 0, message, finish_reason: toolCall ? "tool_calls" : "stop" }];
      return { ...base, object: "chat.completion", choices, usage };
    },
    events(text) {
      const [a, b] = halves(text);
      const total = data({ ...base, object: "chat.completion.chunk", choices: [], usage });
      return {
        first: [chunk({ role: "assistant", content: "" }), chunk({ content: a })],
        second: [chunk({ content: b })],
        end: [chunk({}, "stop"), total, "data: [DONE]\n\n"],
      };
    },
    error: (status) => ({ error: { message: `scripted ${status}`, type: "error", code: null, param: null } }),
    errorEvent: (type) => data({ error: { message: "scripted", type, code: null, param: null } }),
  };
}

function anthropic({ model }: Seen["body"]): Protocol {
  const usage = { input_tokens: 8, cache_read_input_tokens: 30, cache_creation_input_tokens: 2, output_tokens: 8 };
  const start = { id: "msg_1", type: "message", role: "assistant", model, stop_sequence: null };
  const event = (body: { type: string } & object) => `event: ${body.type}\ndata: ${JSON.stringify(body)}\n\n`;
  const delta = (text: string) =>
    event({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } } as never);
  return {
    whole(text, toolCall) {
      const content = toolCall
        ? [{ type: "tool_use", id: "toolu_1", name: toolCall, input: {} }]
        : [{ type: "text", text }];
      return { ...start, content, stop_reason: toolCall ? "tool_use" : "end_turn", usage };
    },
    events(text) {
      const [a, b] = halves(text);
      const message = { ...start, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } };
      return {
        first: [
          event({ type: "message_start", message } as never),
          event({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } } as never),
          event({ type: "ping" }),
          delta(a),
        ],
        second: [delta(b)],
        end: [
          event({ type: "content_block_stop", index: 0 } as never),
          event({ type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 8 } } as never),
          event({ type: "message_stop" }),
        ],
      };
    },
    error: (status) => ({ type: "error", error: { type: "api_error", message: `scripted ${status}` } }),
    errorEvent: (type) => event({ type: "error", error: { type, message: "scripted" } } as never),
  };
}

function gemini(): Protocol {
  const usageMetadata = {
    ...{ promptTokenCount: 40, candidatesTokenCount: 8, totalTokenCount: 48 },
    cachedContentTokenCount: 32,
  };
  const answer = (parts: object[], finishReason?: string, more = {}) => ({
    candidates: [{ content: { role: "model", parts }, index: 0, ...(finishReason ? { finishReason } : {}) }],
    ...more,
  });
  const data = (body: object) => `data: ${JSON.stringify(body)}\n\n`;
  return {
    whole: (text, toolCall) =>
      answer([toolCall ? { functionCall: { name: toolCall, args: {} } } : { text }], "STOP", { usageMetadata }),
    events(text) {
      const [a, b] = halves(text);
      return {
        first: [data(answer([{ text: a }]))],
        second: [data(answer([{ text: b }]))],
        end: [data(answer([], "STOP", { usageMetadata }))],
      };
    },
    error: (status) => ({ error: { code: status, message: `scripted ${status}`, status: "INTERNAL" } }),
    errorEvent: (type) => data({ error: { code: 503, message: "scripted", status: type } }),
  };
}

function converse(): Protocol {
  const usage = {
    inputTokens: 8,
    cacheReadInputTokens: 30,
    cacheWriteInputTokens: 2,
    outputTokens: 8,
    totalTokens: 48,
  };
  const data = (body: object) => `data: ${JSON.stringify(body)}\n\n`;
  const delta = (text: string) => data({ contentBlockDelta: { contentBlockIndex: 0, delta: { text } } });
  return {
    whole(text, toolCall) {
      const content = toolCall ? [{ toolUse: { toolUseId: "t1", name: toolCall, input: {} } }] : [{ text }];
      return { output: { message: { role: "assistant", content } }, stopReason: "end_turn", usage };
    },
    events(text) {
      const [a, b] = halves(text);
      return {
        first: [data({ messageStart: { role: "assistant" } }), delta(a)],
        second: [delta(b)],
        end: [data({ messageStop: { stopReason: "end_turn" } }), data({ metadata: { usage } })],
      };
    },
    error: (status) => ({ message: `scripted ${status}` }),
    errorEvent: (type) => data({ [type]: { message: "scripted" } }),
  };
}
