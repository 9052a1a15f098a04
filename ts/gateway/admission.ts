import { headerOf, type Incoming } from "./edge.js";
import type { Refusal } from "./refusal.js";

/** What may ask an address: names of loopback, the one listened on, and more names or origins. In lower case. */
export function allowedNames(host: string, more: readonly string[]): string[] {
  const own = host.includes(":") ? `[${host}]` : host;
  return ["localhost", "127.0.0.1", "[::1]", own, ...more].map((name) => name.toLowerCase());
}

/** Headers that must not occur twice, because each reader might choose another one. */
const SINGLE = new Map(
  ["host", "content-length", "transfer-encoding", "content-encoding", "content-type", "origin"].map(
    (name, at) => [name, 1 << at] as const,
  ),
);

/**
 * Returns why a request is refused before it is read; undefined if it is admitted. `Host` is checked because a page
 * whose name suddenly resolves to this machine (DNS rebinding) would pass the browser's own checks. `Origin` is checked
 * because a page may send a simple request anywhere.
 *
 * @param allowed Names that `Host` may have, whose pages may ask, and origins (`https://name`) of other pages; in lower case.
 */
export function admit({ target, rawHeaders }: Incoming, allowed: readonly string[]): Refusal | undefined {
  if (!target.startsWith("/")) return refuse("bad_request", "the request target must be a path that begins with /");
  const twice = repeated(rawHeaders);
  if (twice !== undefined) return refuse("bad_request", `the header ${twice} occurs twice; send it once`);
  const host = hostName(headerOf(rawHeaders, "host") ?? "");
  if (host === undefined || !allowed.includes(host)) {
    return refuse("wrong_host", "the Host header names no allowed host; add the name to gateway.allowed_hosts");
  }
  const coding = headerOf(rawHeaders, "transfer-encoding");
  // Chunks are undone on the way; another coding would go on without its label.
  if (coding !== undefined && coding.trim().toLowerCase() !== "chunked")
    return refuse("bad_request", "transfer-encoding may be chunked, and nothing else");
  const origin = headerOf(rawHeaders, "origin");
  return origin === undefined ? checkSite(headerOf(rawHeaders, "sec-fetch-site")) : checkOrigin(origin, allowed);
}

/** Browsers leave `Origin` out of simple GET requests, and say instead how the page is related to what it asks. */
function checkSite(site: string | undefined): Refusal | undefined {
  if (site === undefined || /^(same-origin|none)$/i.test(site.trim())) return undefined;
  return refuse("wrong_origin", "web pages of other sites may not ask");
}

function checkOrigin(origin: string, allowed: readonly string[]): Refusal | undefined {
  if (origin.includes("://") && allowed.includes(origin.toLowerCase())) return undefined;
  const name = /^https?:\/\/(.+)$/.exec(origin)?.[1];
  const host = name === undefined ? undefined : hostName(name);
  if (host !== undefined && allowed.includes(host)) return undefined;
  return refuse("wrong_origin", "web pages of this origin may not ask; add it to gateway.allowed_hosts");
}

/** The name in `name:port`, in lower case; undefined if invalid. */
function hostName(value: string): string | undefined {
  return /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i.exec(value)?.[1]?.toLowerCase();
}

function repeated(rawHeaders: readonly string[]): string | undefined {
  let seen = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] as string).toLowerCase();
    const bit = SINGLE.get(name) ?? 0;
    if ((seen & bit) !== 0) return name;
    seen |= bit;
  }
  return undefined;
}

const refuse = (reason: Refusal["reason"], message: string): Refusal => ({ reason, message });
