import type { Provider } from "../../wires/provider-facts.js";

const VERSION = /^\/v\d+[a-z]*\d*(?=\/|$)/;
const ENDS_IN_VERSION = /\/v\d+[a-z]*\d*$/;
/** Paths whose first segment is a cloud's or a product's own: no version belongs in front. */
const UNVERSIONED = /^\/(?:deployments|projects|publishers|model|backend-api|api|engines|v1internal:[^/]*)(?:\/|$)/;

/** Versions in front of a provider's path where the client leaves it out. */
const VERSIONS: Record<Provider, string> = { openai: "/v1", anthropic: "/v1", gemini: "/v1beta" };

/** A provider's path with a version: `/chat/completions` becomes `/v1/chat/completions`. */
export function withVersion(path: string, provider: Provider): string {
  if (VERSION.test(path) || UNVERSIONED.test(path) || /^\/upload\/v1(alpha|beta\d?)?(\/|$)/.test(path)) return path;
  return `${VERSIONS[provider]}${path}`;
}

/**
 * The path at the upstream: `path` behind the configured base, as the provider's own SDK would put it there. OpenAI's
 * base URLs end with the version, whatever it is (`/v1`, `/v4`, `/v1beta/openai`, none): a `/v1` in front of the path is
 * then the gateway's own. The others' do not; where they do all the same, it does not come twice. A version is never
 * inserted into a base that has a path.
 *
 * @param path With or without a version, as the client sent it; a query may follow.
 */
export function joinPath(provider: Provider, basePath: string, path: string): string {
  if (basePath === "") return withVersion(path, provider);
  if (provider === "openai" && /^\/v1(?=\/|$)/.test(path)) return basePath + path.slice(3);
  return ENDS_IN_VERSION.test(basePath) ? basePath + path.replace(VERSION, "") : basePath + path;
}

/**
 * The path behind a base as it is, but that the version with which OpenAI's base URLs end does not come twice: `/groq/v1/models`
 * and `/groq/models` are the same where `/groq` is `https://api.groq.com/openai/v1`.
 */
export function joinAsItIs(provider: Provider, basePath: string, path: string): string {
  const ending = provider === "openai" ? ENDS_IN_VERSION.exec(basePath)?.[0] : undefined;
  const twice = ending === undefined ? undefined : [ending, "/v1"].find((version) => path.startsWith(`${version}/`));
  return basePath + path.slice(twice?.length ?? 0);
}
