import type { Wire } from "../contract/report.js";
import { type Endpoint, endpointOf, ownEndpointOf } from "../wires/endpoints.js";
import { WIRES } from "../wires/index.js";
import type { Provider } from "../wires/provider-facts.js";
import { type OwnName, ownPath } from "./own/paths.js";
import type { UntouchedReason } from "./untouched.js";
import { withVersion } from "./upstream/join-path.js";

/** Where a known path goes. */
interface Destination {
  provider: Provider;
  wire: Wire;
  /** Path with its version, and query: what policies, routes and the log see. */
  path: string;
  /** Path and query behind the provider's name, as sent. */
  rest: string;
  /** The name of a named upstream: it gets `rest` as it is. */
  named?: string;
  /** What has chosen that upstream, where it was not the path: the path at the upstream is then its provider's own. */
  chosenBy?: "header" | "model";
  /** The path is a cloud's or a product's own, which the vendor itself does not serve: it goes as it is, and never there. */
  cloud?: string;
}

/** The meaning of a path. Only method and path decide it; rules of the configuration may then send it to another upstream. */
export type Route =
  | ({ kind: "reduce"; model?: string; countTokens: boolean } & Destination)
  /** A batch: `requests` has them in its body, `upload` may be of a file with them. */
  | ({ kind: "batch"; form: "requests" | "upload"; model?: string } & Destination)
  /** Any other path of a provider: forwarded byte for byte. */
  | ({ kind: "pass"; skipped?: UntouchedReason } & Destination)
  | { kind: "live" | "ready" }
  /** The gateway itself, for callers who may ask. */
  | { kind: "own"; name: OwnName }
  /** `HEAD` of a base URL: clients ask so whether anything listens there. */
  | { kind: "base" }
  /** `cloud`: whose path it is, where that is known. */
  | { kind: "unknown"; cloud?: string };

/** A route to a provider. */
export type Known = Extract<Route, Destination>;
export type ReduceRoute = Extract<Route, { kind: "reduce" }>;
export type BatchRoute = Extract<Route, { kind: "batch" }>;

/** Providers whose paths mean the same behind every version. */
const ANY_VERSION: ReadonlySet<Provider> = new Set<Provider>(["openai", "anthropic"]);

/** Wires whose requests are reduced before they are counted. */
const COUNTED: ReadonlySet<Wire | undefined> = new Set(
  WIRES.all
    .filter(({ provider }) => provider.endpoints.some(({ kind, own }) => kind === "count" && own !== undefined))
    .map(({ key }) => key),
);

const WIRE_OF: Record<Provider, Wire> = { openai: "openai-chat", anthropic: "anthropic", gemini: "gemini" };

/** Paths with a provider's or an upstream's name in front: `/anthropic/v1/models` says what `/v1/models` leaves open. */
const PREFIX = /^\/([a-z][a-z0-9-]*)(?=\/|$)/;

const OPERATIONS: Record<string, Route["kind"]> = { "/livez": "live", "/readyz": "ready" };

/** Paths of clouds: they need an upstream of their own, and a credential for it must go nowhere else. */
const CLOUDS: readonly [path: RegExp, whose: string][] = [
  [/^(\/v\d+[a-z]*\d*)?\/(projects\/[^/]+\/locations|publishers)\//, "Vertex AI"],
  [/^\/model\/[^/]+\/(invoke|converse)/, "Bedrock"],
  [/^\/v1internal:/, "Gemini Code Assist"],
  [/^\/backend-api\//, "ChatGPT"],
  [/^\/(openai\/)?deployments\//, "Azure OpenAI"],
];

const cloudOf = (path: string) => CLOUDS.find(([pattern]) => pattern.test(path))?.[1];

/**
 * The route of a request target (path and query). A path with dot segments has none: an upstream with a path of its own
 * must not be left through it.
 *
 * @param named The provider of each named upstream.
 */
export function routeOf(method: string, target: string, named: ReadonlyMap<string, Provider> = NONE): Route {
  // A query may have a key in it.
  if (method !== "POST" || target.length > LONGEST_KNOWN || target.includes("?"))
    return newRoute(method, target, named);
  let known = knownRoutes.get(named);
  if (known === undefined) {
    known = new Map();
    knownRoutes.set(named, known);
  }
  const found = known.get(target);
  if (found !== undefined) return found;
  const route = newRoute(method, target, named);
  if (route.kind === "reduce" && known.size < MOST_KNOWN) known.set(target, Object.freeze(route));
  return route;
}

/** Routes of requests to models: clients ask for few, and to find one takes a dozen patterns. */
const knownRoutes = new WeakMap<ReadonlyMap<string, Provider>, Map<string, Route>>();
const MOST_KNOWN = 500;
const LONGEST_KNOWN = 200;
const NONE: ReadonlyMap<string, Provider> = new Map();

function newRoute(method: string, target: string, named: ReadonlyMap<string, Provider>): Route {
  const queryAt = target.indexOf("?");
  const path = queryAt < 0 ? target : target.slice(0, queryAt);
  const query = queryAt < 0 ? "" : target.slice(queryAt);
  const operation = method === "GET" || method === "HEAD" ? OPERATIONS[path] : undefined;
  if (operation !== undefined) return { kind: operation } as Route;
  const own = ownPath(method, path);
  if (own !== undefined) return { kind: "own", name: own };
  if (hasDotSegment(path)) return { kind: "unknown" };
  const name = PREFIX.exec(path)?.[1];
  const provider = name !== undefined && Object.hasOwn(WIRE_OF, name) ? (name as Provider) : undefined;
  const owner = provider ?? (name === undefined ? undefined : named.get(name));
  const rest = owner === undefined ? path : path.slice((name as string).length + 1);
  if (method === "HEAD" && isBase(owner, path, rest)) return { kind: "base" };
  if (owner === undefined) return unprefixed(method, path, query);
  if (rest === "") return { kind: "unknown" };
  if (provider === undefined) return asItIs(method, { provider: owner, rest, query, named: name as string });
  const cloud = cloudOf(rest);
  if (cloud === undefined) return ofProvider(method, provider, rest, query);
  // Azure's own path begins like the name in front.
  const azure = cloud === "Azure OpenAI" ? `/openai${rest}` : rest;
  return asItIs(method, { provider, rest: azure, query, cloud });
}

function isBase(owner: Provider | undefined, path: string, rest: string): boolean {
  return owner === undefined ? path === "/" : /^(\/(v1(alpha|beta)?)?)?\/?$/.test(rest);
}

function unprefixed(method: string, path: string, query: string): Route {
  const cloud = cloudOf(path);
  if (cloud !== undefined) return { kind: "unknown", cloud };
  const provider = providerOf(path);
  return provider === undefined ? { kind: "unknown" } : ofProvider(method, provider, path, query);
}

function ofProvider(method: string, provider: Provider, rest: string, query: string): Route {
  const own = withVersion(rest, provider);
  // Behind a base of another version the same things are asked.
  const usual = ANY_VERSION.has(provider) ? own.replace(/^\/v\d+[a-z]*\d*(?=\/)/, "/v1") : own;
  const endpoint = method === "POST" ? ownEndpointOf(provider, usual) : undefined;
  const to = { provider, path: own + query, rest: rest + query, wire: passedWire(provider, usual) };
  return routed(method, usual, to, endpoint);
}

/** The route of a path: to a model, with a batch, or as any other. @param to Its wire is that of a path without an endpoint */
function routed(method: string, path: string, to: Destination, endpoint: Endpoint | undefined): Route {
  if (endpoint === undefined) return batchRoute(method, path, to) ?? { kind: "pass", ...to, ...unread(method, path) };
  const { kind, wire = to.wire, model } = endpoint;
  return { kind: "reduce", ...to, wire, ...(model === undefined ? {} : { model }), countTokens: kind === "count" };
}

/** Why a request is passed on unread; nothing for one that has no conversation in it, because it only asks for something. */
function unread(method: string, path: string): { skipped?: UntouchedReason } {
  if (method !== "POST" || NO_REQUEST.test(path)) return {};
  return { skipped: COUNTS.test(path) ? "count_tokens" : BATCHES.test(path) ? "batch" : "unread_path" };
}

/** The route of a path that batches are sent to. */
function batchRoute(method: string, path: string, to: Destination): Route | undefined {
  if (method !== "POST") return undefined;
  const form = FORMS[to.provider].find(({ end }) => end.test(path));
  const model = form?.end.exec(path)?.[1];
  return form && { kind: "batch", form: form.name, ...to, ...(model === undefined ? {} : { model }) };
}

/** Sources: the API references "Create a Message Batch", "Upload file" and "models.batchGenerateContent". */
const FORMS: Record<Provider, readonly { name: "requests" | "upload"; end: RegExp }[]> = {
  anthropic: [{ name: "requests", end: /\/messages\/batches\/?$/ }],
  openai: [{ name: "upload", end: /\/files\/?$/ }],
  gemini: [{ name: "requests", end: /\/models\/([^/:]+):batchGenerateContent$/ }],
};

/** Paths of POST that end or remove something. */
const NO_REQUEST = /[/:](cancel|delete)\/?$/;
const COUNTS = /[/:](count_?tokens|input_tokens|count-tokens)(:rawPredict)?\/?$/i;
const BATCHES = /\/batches\/?$|:batchGenerateContent$|\/batchPredictionJobs\/?$|\/model-invocation-job\/?$/;

const passedWire = (provider: Provider, own: string): Wire =>
  provider === "openai" && /^\/v1\/responses(\/|$)/.test(own) ? "openai-responses" : WIRE_OF[provider];

/** A path that goes on as it is; its end says what it asks for, wherever it is served. */
function asItIs(
  method: string,
  {
    rest,
    query,
    provider,
    ...where
  }: { provider: Provider; rest: string; query: string; named?: string; cloud?: string },
): Route {
  const endpoint = method === "POST" ? endpointOf(rest) : undefined;
  const isUncounted = endpoint?.kind === "count" && !COUNTED.has(endpoint.wire);
  const to = { provider, path: rest + query, rest: rest + query, wire: WIRE_OF[provider], ...where };
  return routed(method, rest, to, isUncounted ? undefined : endpoint);
}

/** The provider of a path without a provider's name. Paths that several providers share belong to OpenAI. */
function providerOf(path: string): Provider | undefined {
  if (/^\/v1\/(messages|complete|organizations)(\/|$)/.test(path)) return "anthropic";
  if (/^\/(upload\/)?v1(alpha|beta\d?)\//.test(path)) return "gemini";
  if (/^\/v1\/(models|tunedModels)\/[^/]+:\w+$/.test(path)) return "gemini";
  return path.startsWith("/v1/") ? "openai" : undefined;
}

/** Also where dots or slashes are written as escapes. */
function hasDotSegment(path: string): boolean {
  if (!path.includes(".") && !/%2e/i.test(path)) return false;
  return path
    .replace(/%2e/gi, ".")
    .replace(/%2f|%5c|\\/gi, "/")
    .split("/")
    .some((segment) => segment === "." || segment === "..");
}
