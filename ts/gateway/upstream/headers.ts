// Decides which headers are forwarded.
import { withListed } from "../../base/header-list.js";
import { CREDENTIALS } from "../edge.js";

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

/** Headers that describe a body, which are dropped with it. */
const OF_BODY = new Set(["content-length", "content-encoding"]);

const OWN = "x-tamis-";
/** What LiteLLM says of its users to whoever it asks, which is the gateway. */
const LITELLM_USER = "x-litellm-user_api_key";

/** What becomes of a header, by its name alone. */
interface HeaderKind {
  toUpstream: boolean;
  toClient: boolean;
  isOfBody: boolean;
  isConnection: boolean;
}

/** Names as they came, with what is known of each: clients and providers use few, and ask often. */
const KINDS = new Map<string, HeaderKind>();
const MOST_KINDS = 1_000;
const LONGEST_NAME = 100;

function kindOf(given: string): HeaderKind {
  const known = KINDS.get(given);
  if (known !== undefined) return known;
  const name = given.toLowerCase();
  const kind = {
    toUpstream: !NOT_UPSTREAM.has(name) && !name.startsWith(OWN) && !name.startsWith(LITELLM_USER),
    toClient: !HOP_BY_HOP.has(name) && !name.startsWith(OWN),
    isOfBody: OF_BODY.has(name),
    isConnection: name === "connection",
  };
  if (KINDS.size < MOST_KINDS && given.length <= LONGEST_NAME) KINDS.set(given, kind);
  return kind;
}

/** The headers but for those that the message's own `connection` names. */
function withoutNamed(headers: string[], connection: string | undefined): string[] {
  const named = namedByConnection(connection);
  if (named === undefined) return headers;
  return headers.filter((_, at) => !named.has((headers[at - (at % 2)] as string).toLowerCase()));
}

/** Names that the message itself declares to belong to this connection only. */
function namedByConnection(value: string | undefined): ReadonlySet<string> | undefined {
  if (value === undefined || /^\s*(keep-alive|close)?\s*$/i.test(value)) return undefined;
  return new Set(value.split(",").map((name) => name.trim().toLowerCase()));
}

/**
 * The client's headers for the upstream, alternating names and values. Unknown headers and credentials remain
 * unchanged; headers of this connection and the gateway's own are dropped.
 * @param replaced The body differs from the one that came, so its length and encoding are dropped.
 * @param own More names, in lower case, that are dropped. @default none
 */
export function upstreamHeaders(
  rawHeaders: readonly string[],
  replaced: boolean,
  own: ReadonlySet<string> = NONE,
): string[] {
  const headers: string[] = [];
  let connection: string | undefined;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    const value = rawHeaders[at + 1] as string;
    const { toUpstream, isOfBody, isConnection } = kindOf(name);
    if (isConnection) connection = connection === undefined ? value : `${connection},${value}`;
    if (own.size > 0 && own.has(name.toLowerCase())) continue;
    if (toUpstream && !(replaced && isOfBody)) headers.push(name, value);
  }
  return withoutNamed(headers, connection);
}

const NONE: ReadonlySet<string> = new Set();

/** Headers by which a caller may be known. */
const OF_CALLER: ReadonlySet<string> = new Set([...CREDENTIALS, "cookie"]);

/** The same headers with another credential in place of the caller's. */
export function withKey(headers: readonly string[], [name, value]: readonly [string, string]): string[] {
  const isCredential = (at: number) => {
    const one = (headers[at - (at % 2)] as string).toLowerCase();
    return OF_CALLER.has(one) || one === name;
  };
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
  let connection: string | undefined;
  for (let at = 0; at < raw.length; at += 2) {
    const name = textOf(raw[at]);
    const { toClient, isConnection } = kindOf(name);
    if (isConnection)
      connection = connection === undefined ? textOf(raw[at + 1]) : `${connection},${textOf(raw[at + 1])}`;
    if (toClient) headers.push(name, textOf(raw[at + 1]));
  }
  const kept = withoutNamed(headers, connection);
  for (const one of added) kept.push(one);
  return kept;
}

const textOf = (part: Buffer | string | undefined): string =>
  typeof part === "string" ? part : (part?.toString("latin1") ?? "");

function joined(rawHeaders: readonly string[], name: string): string | undefined {
  let value: string | undefined;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if ((rawHeaders[at] as string).toLowerCase() !== name) continue;
    value = value === undefined ? rawHeaders[at + 1] : `${value},${rawHeaders[at + 1]}`;
  }
  return value;
}
