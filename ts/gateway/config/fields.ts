// Kinds of values that several tables of the gateway's configuration have.
import { isIP } from "node:net";
import * as z from "zod";

const VARIABLES = "expected the name of an environment variable: letters, digits and underscores";
const HASHES = "expected a SHA-256 in 64 hex digits";
const HOSTS = "expected an IP address or a name, without scheme, port and brackets";
const isHost = (value: string) => isIP(value) !== 0 || /^[a-z0-9](?:[a-z0-9._-]{0,252}[a-z0-9.])?$/i.test(value);

const URLS = "expected an http or https URL without user, query and fragment";

/** The providers whose APIs are known, by their names in paths and settings. */
export const PROVIDERS = ["openai", "anthropic", "gemini"] as const;

/** The base URL of a provider. */
export const upstreamUrl = () => z.string(URLS).refine(isUpstreamUrl, URLS);

function isUpstreamUrl(value: string): boolean {
  // A URL's own parser also takes `https:name` and `https:///name`.
  if (!/^\s*https?:\/\/[^/\\]/i.test(value) || !URL.canParse(value)) return false;
  const { port, username, password, search, hash } = new URL(value);
  return port !== "0" && `${username}${password}${search}${hash}` === "";
}

/** An address to listen on. */
export const hostName = () => z.string(HOSTS).refine(isHost, HOSTS);

/** The name of an environment variable. */
export const variableName = () => z.string(VARIABLES).regex(/^[A-Z_][A-Z0-9_]{0,254}$/i, VARIABLES);

const HEADERS = "expected the name of a header";

/** The name of a header. */
export const headerName = () => z.string(HEADERS).regex(/^[a-z][a-z0-9-]{0,63}$/i, HEADERS);

/** A SHA-256 in lower-case hex digits. */
export const sha256Hex = () => z.string(HASHES).regex(/^[0-9a-f]{64}$/, HASHES);
