import type { Wire } from "../contract/report.js";
import { ownEndpointOf } from "../wires/endpoints.js";
import type { Provider } from "../wires/provider-facts.js";

/** The meaning of a path. Only method and path decide it: no header and no body can choose an upstream. */
export type Route =
  | { kind: "reduce"; provider: Provider; wire: Wire; path: string; model?: string; countTokens: boolean }
  /** Any other path of a provider: forwarded byte for byte. */
  | { kind: "pass"; provider: Provider; wire: Wire; path: string }
  | { kind: "live" | "ready" | "metrics" }
  | { kind: "unknown" };

const WIRE_OF: Record<Provider, Wire> = { openai: "openai-chat", anthropic: "anthropic", gemini: "gemini" };

const VERSION_OF: Record<Provider, string> = { openai: "/v1", anthropic: "/v1", gemini: "/v1beta" };

/** Paths that begin with a provider's name: `/anthropic/v1/models` settles what `/v1/models` leaves open. */
const PREFIX = /^\/(openai|anthropic|gemini)(?=\/)/;

const OPERATIONS: Record<string, Route["kind"]> = { "/livez": "live", "/readyz": "ready", "/metrics": "metrics" };

/**
 * Returns the route of a request target (path and query). A path with dot segments has none, because it could escape
 * from an upstream's base path.
 */
export function routeOf(method: string, target: string): Route {
  const queryAt = target.indexOf("?");
  const path = queryAt < 0 ? target : target.slice(0, queryAt);
  const query = queryAt < 0 ? "" : target.slice(queryAt);
  const operation = method === "GET" || method === "HEAD" ? OPERATIONS[path] : undefined;
  if (operation !== undefined) return { kind: operation } as Route;
  if (hasDotSegment(path)) return { kind: "unknown" };
  const prefix = PREFIX.exec(path)?.[1] as Provider | undefined;
  const own = prefix === undefined ? path : withVersion(path.slice(prefix.length + 1), prefix);
  const provider = prefix ?? providerOf(own);
  if (provider === undefined) return { kind: "unknown" };
  return reducible(method, own, provider, own + query) ?? pass(provider, own, query);
}

function pass(provider: Provider, own: string, query: string): Route {
  const wire = provider === "openai" && /^\/v1\/responses(\/|$)/.test(own) ? "openai-responses" : WIRE_OF[provider];
  return { kind: "pass", provider, wire, path: own + query };
}

function reducible(method: string, own: string, provider: Provider, path: string): Route | undefined {
  const endpoint = method === "POST" ? ownEndpointOf(provider, own) : undefined;
  if (endpoint === undefined) return undefined;
  const { kind, wire, model } = endpoint;
  const named = model === undefined ? {} : { model };
  return { kind: "reduce", provider, wire, path, ...named, countTokens: kind === "count" };
}

/** The provider of a path without a provider's name. Paths that several providers share belong to OpenAI. */
function providerOf(path: string): Provider | undefined {
  if (/^\/v1\/(messages|complete|organizations)(\/|$)/.test(path)) return "anthropic";
  if (/^\/(upload\/)?v1(alpha|beta\d?)\//.test(path)) return "gemini";
  if (/^\/v1\/(models|tunedModels)\/[^/]+:\w+$/.test(path)) return "gemini";
  return path.startsWith("/v1/") ? "openai" : undefined;
}

/** Clients differ in whether their base URL ends with the version. After a prefix both forms work. */
function withVersion(path: string, provider: Provider): string {
  if (/^\/(upload\/)?v1(alpha|beta\d?)?(\/|$)/.test(path)) return path;
  return VERSION_OF[provider] + path;
}

/** Also finds dots or slashes that are written as escapes. */
function hasDotSegment(path: string): boolean {
  if (!path.includes(".") && !/%2e/i.test(path)) return false;
  return path
    .replace(/%2e/gi, ".")
    .replace(/%2f|%5c|\\/gi, "/")
    .split("/")
    .some((segment) => segment === "." || segment === "..");
}
