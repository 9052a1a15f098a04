// Whose requests are answered. A page of another site must neither ask nor show anything: the Host must be exact, because a
// name may suddenly resolve to this machine (DNS rebinding); the Origin, because a page may send a simple request anywhere;
// and whoever asks must know the token.
import { createHash, timingSafeEqual } from "node:crypto";
import { headerOf, type Incoming } from "../../gateway/edge.js";
import { TOKEN_HEADER } from "../api.js";
import { ApiError } from "./answers.js";

export interface GuardSettings {
  /** What every request for data has to know. */
  token: string;
  /** The URL that is listened at; undefined before that. */
  url(): string | undefined;
  /** More names that the Host header may have, without a port: those of the gateway's configuration. */
  hosts(): readonly string[];
}

const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"];

/** Why a request is refused; undefined if it is admitted. `isData`: it needs the token. */
export function refusal(incoming: Incoming, settings: GuardSettings, isData: boolean): ApiError | undefined {
  const { rawHeaders } = incoming;
  if (countOf(rawHeaders, "host") !== 1 || countOf(rawHeaders, "origin") > 1)
    return new ApiError("forbidden", "one Host header, and at most one Origin header, is expected");
  const host = (headerOf(rawHeaders, "host") ?? "").toLowerCase();
  if (!isOwnHost(host, settings))
    return new ApiError("forbidden", "the Host header is not this page's own: open the address that was printed");
  const origin = headerOf(rawHeaders, "origin");
  if (origin !== undefined && !originsOf(host, settings).includes(origin.toLowerCase()))
    return new ApiError("forbidden", "pages of other origins may not ask");
  if (!isOwnSite(incoming, isData)) return new ApiError("forbidden", "pages of other sites may not ask");
  if (isData && !knowsToken(incoming, settings.token))
    return new ApiError(
      "unauthorized",
      "the token is missing or wrong: open the address that was printed at the start",
    );
  return undefined;
}

/** Loopback's names with the very port; names of the configuration with any, as a proxy may be in front. */
function isOwnHost(host: string, settings: GuardSettings): boolean {
  const url = settings.url();
  if (url === undefined) return false;
  const { port, protocol, hostname } = new URL(url);
  const isUsual = port === "";
  const own = [...LOOPBACK, hostname].flatMap((name) => (isUsual ? [name] : [`${name}:${port}`]));
  if (own.includes(host)) return true;
  const named = /^(.+?)(?::\d{1,5})?$/.exec(host)?.[1] ?? "";
  return protocol !== "" && !LOOPBACK.includes(named) && settings.hosts().includes(named);
}

/** A proxy in front of a configured name may speak TLS where this server does not. */
function originsOf(host: string, settings: GuardSettings): string[] {
  const name = host.replace(/:\d{1,5}$/, "");
  const schemes = LOOPBACK.includes(name) ? [new URL(settings.url() ?? "http://x").protocol] : ["http:", "https:"];
  return schemes.map((scheme) => `${scheme}//${host}`);
}

/** Browsers say how a page is related to what it asks. A link that leads to the page from elsewhere shows nothing yet. */
function isOwnSite({ rawHeaders, method }: Incoming, isData: boolean): boolean {
  const site = headerOf(rawHeaders, "sec-fetch-site")?.toLowerCase();
  if (site === undefined || site === "same-origin" || site === "none") return true;
  const isOpening = headerOf(rawHeaders, "sec-fetch-dest") === "document" && method === "GET";
  return isOpening && !isData;
}

/** Compares hashes, so that neither time nor length tells anything of the token. */
function knowsToken({ rawHeaders }: Incoming, token: string): boolean {
  const given = countOf(rawHeaders, TOKEN_HEADER) === 1 ? (headerOf(rawHeaders, TOKEN_HEADER) ?? "") : "";
  const [one, other] = [given, token].map((text) => createHash("sha256").update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}

function countOf(rawHeaders: readonly string[], name: string): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === name) count++;
  return count;
}
