import { isIP } from "node:net";
import type { NamedCheck } from "../../shape/shape.js";

/** The providers whose APIs are known, by their names in paths and settings. */
export const PROVIDERS = ["openai", "anthropic", "gemini"] as const;

export const URLS = "expected an http or https URL without user, query and fragment";
export const HOSTS = "expected an IP address or a name, without scheme, port and brackets";
export const UPSTREAM_NAMES =
  "expected a name of lower-case letters, digits and hyphens that is no provider's and no version";
export const ROUTING_HEADERS =
  'expected a header of your own with its value, such as "x-upstream: groq"; it begins with x-, and is neither the gateway\'s nor one for keys';

/** The checks of the gateway's settings that are more than a limit, by the names under which their shape has them. */
export const GATEWAY_CHECKS = {
  upstreamUrl: (value) => (isUpstreamUrl(String(value)) ? undefined : URLS),
  hostName: (value) => (isHost(String(value)) ? undefined : HOSTS),
  upstreamName: (name) => (PROVIDERS.includes(name as never) ? UPSTREAM_NAMES : undefined),
  routingHeader: (header) => (TAKEN.test(String(header)) ? ROUTING_HEADERS : undefined),
  routeCondition: (route) => {
    const { model, header } = Object(route);
    return (model ?? header) === undefined ? "needs model or header" : undefined;
  },
} satisfies Record<string, NamedCheck>;

function isUpstreamUrl(value: string): boolean {
  // A URL's own parser also takes `https:name` and `https:///name`.
  if (!/^\s*https?:\/\/[^/\\]/i.test(value) || !URL.canParse(value)) return false;
  const { port, username, password, search, hash } = new URL(value);
  return port !== "0" && `${username}${password}${search}${hash}` === "";
}

const isHost = (value: string): boolean =>
  isIP(value) !== 0 || /^[a-z0-9](?:[a-z0-9._-]{0,252}[a-z0-9.])?$/i.test(value);

/** Headers that a client needs for something else, although they begin as own ones do. */
const TAKEN = /^x-(tamis-|api-key:|goog-|amz-|ms-|litellm-|forwarded-|stainless-|request-id:)/i;

/** The header and the value, or the pattern of one, that a setting such as `x-team: a*` names; the header's name in lower case. */
export function headerRule(text: string): { name: string; value: string } {
  const at = text.indexOf(":");
  return { name: text.slice(0, at).toLowerCase(), value: text.slice(at + 1).trim() };
}
