// Decides which headers are forwarded.
import { withListed } from "../../base/header-list.js";

/**
 * Headers of one connection, not of the message (RFC 9110, 7.6.1), and headers that the client library sets by itself.
 */
const HOP_BY_HOP = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "proxy-authenticate",
  "proxy-authorization",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Headers not sent to the upstream: `host` is the upstream's own, and `expect` has been answered here. */
const NOT_UPSTREAM = new Set([...HOP_BY_HOP, "host", "expect"]);

const OWN = "x-tamis-";
/** What LiteLLM says of its users to whoever it asks, which is the gateway. */
const LITELLM_USER = "x-litellm-user_api_key";

/** Names that the message itself declares to belong to this connection only. */
function namedByConnection(value: string | undefined): ReadonlySet<string> | undefined {
  if (value === undefined || /^\s*(keep-alive|close)?\s*$/i.test(value)) return undefined;
  return new Set(value.split(",").map((name) => name.trim().toLowerCase()));
}

/**
 * The client's headers for the upstream, alternating names and values. Unknown headers and credentials remain
 * unchanged; headers of this connection and the gateway's own are dropped.
 * @param replaced The body differs from the one that came, so its length and encoding are dropped.
 */
export function upstreamHeaders(rawHeaders: readonly string[], replaced: boolean): string[] {
  const headers: string[] = [];
  const named = namedByConnection(joined(rawHeaders, "connection"));
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] as string).toLowerCase();
    if (NOT_UPSTREAM.has(name) || name.startsWith(OWN) || name.startsWith(LITELLM_USER) || named?.has(name)) continue;
    if (replaced && (name === "content-length" || name === "content-encoding")) continue;
    headers.push(rawHeaders[at] as string, rawHeaders[at + 1] as string);
  }
  return headers;
}

/** Headers in which a caller's credential comes. */
const CREDENTIALS = new Set(["authorization", "x-api-key", "x-goog-api-key", "api-key", "cookie"]);

/** The same headers with another credential in place of the caller's. */
export function withKey(headers: readonly string[], [name, value]: readonly [string, string]): string[] {
  const isCredential = (at: number) => CREDENTIALS.has((headers[at - (at % 2)] as string).toLowerCase());
  return [...headers.filter((_, at) => !isCredential(at)), name, value];
}

/** A path and query without the key that Gemini's callers may write there. */
export function withoutKey(path: string): string {
  const [own = "", query] = path.split(/\?(.*)/s, 2);
  const rest = (query ?? "").split("&").filter((pair) => pair !== "" && !/^key(=|$)/i.test(pair));
  return rest.length === 0 ? own : `${own}?${rest.join("&")}`;
}

/** Adds names to lists in alternating names and values. */
export function addNames(headers: string[], needed: Readonly<Record<string, string>> = {}): void {
  for (const [name, names] of Object.entries(needed)) {
    const value = withListed(joined(headers, name), names);
    const others = headers.filter((_, at) => headers[at - (at % 2)]?.toLowerCase() !== name);
    headers.splice(0, headers.length, ...others, name, value);
  }
}

/**
 * The upstream's headers for the client, with `added` ones. Joins the `Server-Timing` of both.
 * @param raw Alternating names and values, as bytes in Latin-1.
 */
export function answerHeaders(raw: readonly (Buffer | string)[], added: readonly string[]): string[] {
  const headers: string[] = [];
  const texts = raw.map((part) => (typeof part === "string" ? part : part.toString("latin1")));
  const named = namedByConnection(joined(texts, "connection"));
  for (let at = 0; at < texts.length; at += 2) {
    const name = (texts[at] as string).toLowerCase();
    if (HOP_BY_HOP.has(name) || name.startsWith(OWN) || named?.has(name)) continue;
    headers.push(texts[at] as string, texts[at + 1] as string);
  }
  headers.push(...added);
  return headers;
}

function joined(rawHeaders: readonly string[], name: string): string | undefined {
  let value: string | undefined;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if ((rawHeaders[at] as string).toLowerCase() !== name) continue;
    value = value === undefined ? rawHeaders[at + 1] : `${value},${rawHeaders[at + 1]}`;
  }
  return value;
}
