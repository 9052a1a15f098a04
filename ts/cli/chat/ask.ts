// Sends one question over HTTP, streams the answer, and reports how it ended.

import { messageOf } from "../../base/errors.js";
import { redact } from "../../base/redact.js";
import { parseJson } from "../../text/json-value.js";
import { printable } from "../shared/terminal.js";
import type { Endpoint } from "./endpoint.js";
import { type AnswerPiece, errorText, PROTOCOLS } from "./protocol.js";

export interface Answer {
  /** The text that came, complete or not. */
  text: string;
  /** The events with usage, in order. */
  usage: unknown[];
  /** Why it is incomplete; undefined if it is complete. */
  failure?: string;
  /** Whether the user stopped it. */
  stopped: boolean;
}

export interface Question {
  /** The request's body. */
  body: string;
  signal: AbortSignal;
  /** Receives the text piece by piece. */
  onText(text: string): void;
}

/** Never rejects: the answer describes any failure. */
export async function ask(endpoint: Endpoint, { body, signal, onText }: Question): Promise<Answer> {
  const answer: Answer = { text: "", usage: [], stopped: false };
  const watch = createWatch(endpoint.timeoutMs, signal);
  try {
    const response = await fetch(endpoint.url, {
      method: "POST",
      headers: { "content-type": "application/json", ...PROTOCOLS[endpoint.wire].headers(endpoint.key) },
      body,
      signal: watch.signal,
      // A redirect must not carry the key to another address.
      redirect: "error",
    });
    const failure = response.ok
      ? await readAnswer(response, endpoint, answer, watch, onText)
      : await explain(response, endpoint);
    return failure === undefined ? answer : { ...answer, failure };
  } catch (error) {
    if (signal.aborted) return { ...answer, stopped: true };
    const late = `nothing came for ${endpoint.timeoutMs / 1000} s; --timeout sets another limit`;
    const failure = watch.signal.aborted ? late : explainNetwork(error, endpoint.url, answer.text !== "");
    return { ...answer, failure };
  } finally {
    watch.end();
  }
}

interface Watch {
  signal: AbortSignal;
  /** Called whenever data arrives. */
  alive(): void;
  end(): void;
}

function createWatch(timeoutMs: number, outer: AbortSignal): Watch {
  const controller = new AbortController();
  const stop = () => controller.abort();
  let timer = setTimeout(stop, timeoutMs);
  outer.addEventListener("abort", stop, { once: true });
  if (outer.aborted) stop();
  return {
    signal: controller.signal,
    alive: () => {
      clearTimeout(timer);
      timer = setTimeout(stop, timeoutMs);
    },
    end: () => {
      clearTimeout(timer);
      outer.removeEventListener("abort", stop);
    },
  };
}

async function readAnswer(
  response: Response,
  { wire }: Endpoint,
  answer: Answer,
  watch: Watch,
  onText: (text: string) => void,
): Promise<string | undefined> {
  const protocol = PROTOCOLS[wire];
  const isStream = /event-stream/.test(response.headers.get("content-type") ?? "");
  let finished = false;
  const take = ({ text = "", usage, finished: isLast, error }: AnswerPiece): string | undefined => {
    if (text !== "") onText(text);
    answer.text += text;
    if (usage !== undefined) answer.usage.push(usage);
    finished ||= isLast === true;
    return error;
  };
  if (!isStream) {
    const error = take(protocol.readWhole(parseJson(await response.text())));
    return (
      error ?? (finished ? undefined : "the endpoint answered something that is no answer; check --base-url and --wire")
    );
  }
  for await (const data of readEvents(alive(response.body, watch))) {
    const error = data === "[DONE]" ? take({ finished: true }) : take(protocol.readEvent(parseJson(data)));
    if (error !== undefined) return `the endpoint reports: ${printable(error, 200)}`;
  }
  return finished ? undefined : "the answer broke off";
}

async function* alive(body: AsyncIterable<Uint8Array> | null, watch: Watch): AsyncGenerator<Uint8Array> {
  for await (const chunk of body ?? []) {
    watch.alive();
    yield chunk;
  }
}

const WHAT_TO_DO: Record<number, string> = {
  400: "the endpoint refuses the request",
  404: "there is nothing at this address, or no such model; check --base-url and --model",
  413: "the request is too large for the endpoint; try /reduce or /clear",
  429: "too many requests; wait a little",
};

async function explain(response: Response, { keyName, key }: Endpoint): Promise<string> {
  const { status } = response;
  const said = errorText(parseJson(await response.text().catch(() => "")));
  const quote = said === undefined ? "" : `: ${printable(said, 200)}`;
  const after = response.headers.get("retry-after");
  const wait = after === null ? "" : ` (it asks to wait ${printable(after, 30)} s)`;
  if (status === 401 || status === 403) {
    return `${status}, the endpoint refuses the key; ${key === undefined ? `set ${keyName}` : `check ${keyName}`}${quote}`;
  }
  const what = WHAT_TO_DO[status] ?? (status >= 500 ? "the endpoint has failed" : "the endpoint refuses");
  return `${status}, ${what}${wait}${quote}`;
}

const NETWORK: Record<string, string> = {
  ECONNREFUSED: "no server listens there",
  ENOTFOUND: "there is no such host",
  EAI_AGAIN: "the host's name cannot be looked up now",
  ECONNRESET: "the connection was cut",
  UND_ERR_SOCKET: "the connection was cut",
  UND_ERR_CONNECT_TIMEOUT: "no server answers there",
  ETIMEDOUT: "no server answers there",
};

function explainNetwork(error: unknown, url: string, hasBegun: boolean): string {
  if (hasBegun) return "the connection was cut in the middle of the answer";
  const cause = (error as { cause?: { code?: unknown; message?: unknown } }).cause;
  const known = NETWORK[String(cause?.code)];
  const message = cause?.message ?? messageOf(error);
  return `cannot reach ${new URL(url).host}: ${known ?? printable(redact(String(message)), 200)}`;
}

/** The data of server-sent events, one string an event; comments and other fields are left out. Linear in the stream. */
export async function* readEvents(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let data: string[] = [];
  // A line that has not ended, in the pieces that came: joining them at each chunk would take quadratic time.
  let begun: string[] = [];
  let endedInReturn = false;
  for await (const chunk of chunks) {
    let text = decoder.decode(chunk, { stream: true });
    if (text === "") continue;
    // The line feed of a CR LF whose CR ended the chunk before.
    if (endedInReturn && text.startsWith("\n")) text = text.slice(1);
    if (text !== "") endedInReturn = text.endsWith("\r");
    const lines = text.split(/\r\n|\n|\r/);
    const rest = lines.pop() ?? "";
    for (const piece of lines) {
      const line = begun.length === 0 ? piece : [...begun, piece].join("");
      begun = [];
      if (line.startsWith("data:")) data.push(line.slice(line.startsWith("data: ") ? 6 : 5));
      else if (line === "" && data.length > 0) {
        yield data.join("\n");
        data = [];
      }
    }
    if (rest !== "") begun.push(rest);
  }
}
