// The paths by which models are asked, from each wire's definition. Adapters know a path by its end, wherever it is served;
// the gateway serves the providers' own paths, whole, because a path decides where its requests go.
import type { Wire } from "../contract/report.js";
import { WIRES } from "./index.js";
import type { EndpointFamily, Provider } from "./provider-facts.js";

/** What a request to a provider asks for, as its path says. */
export interface Endpoint {
  /** `count`: the provider counts the tokens of a request, and generates nothing. */
  kind: "generate" | "count";
  /** Undefined where the path leaves it open (Bedrock, other vendors on Vertex): the body's shape decides. */
  wire: Wire | undefined;
  /** The model, where the path names it: Gemini, Azure, Bedrock, Vertex. */
  model: string | undefined;
  /** The host that is asked; undefined if it is not known. */
  host?: string | undefined;
}

interface Family extends EndpointFamily {
  wire?: Wire;
  provider?: Provider;
}

/**
 * The wires' own paths first. Sources: the API references of OpenAI, Azure OpenAI, Anthropic, Gemini, Vertex AI
 * ("rawPredict") and Bedrock ("InvokeModel").
 */
const FAMILIES: readonly Family[] = [
  ...WIRES.all.flatMap(({ key, provider }) =>
    provider.endpoints.map((family) => ({ ...family, wire: key, provider: provider.name })),
  ),
  { kind: "generate", end: /\/publishers\/[^/]+\/models\/([^/:]+):(?:raw|streamRaw)Predict$/ },
  { kind: "generate", end: /\/model\/([^/]+)\/invoke(?:-with-response-stream)?$/ },
];

/** Paths that end like one of the above and mean something else: OpenAI's threads, Vertex' own counting. */
const OTHERS = /\/threads\/[^/]+\/messages$|\/models\/count-tokens:rawPredict$/;

/** What a path asks for; undefined for every path that does not generate. `path` is without query. */
export function endpointOf(path: string): Endpoint | undefined {
  const end = path.endsWith("/") ? path.slice(0, -1) : path;
  if (OTHERS.test(end)) return undefined;
  for (const { kind, wire, end: pattern } of FAMILIES) {
    const match = pattern.exec(end);
    if (match !== null) return { kind, wire, model: decode(match[1]) };
  }
  return undefined;
}

/**
 * What a provider's own path asks for; undefined for all that the gateway does not reduce. `path` is without query; the
 * model is as it is written there.
 */
export function ownEndpointOf(provider: Provider, path: string): (Endpoint & { wire: Wire }) | undefined {
  for (const { kind, wire, own, provider: name } of FAMILIES) {
    const match = name === provider && own !== undefined ? own.exec(path) : null;
    if (match !== null && wire !== undefined) return { kind, wire, model: match[1] };
  }
  return undefined;
}

/** The path of a URL, whole or relative, without query and fragment. */
export function pathOf(url: string): string {
  const start = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(url)?.[0].length ?? 0;
  const end = url.slice(start).search(/[?#]/);
  return end < 0 ? url.slice(start) : url.slice(start, start + end);
}

/** The host of a whole URL, without port; undefined for anything else. */
export function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname || undefined : undefined;
}

function decode(model: string | undefined): string | undefined {
  if (model === undefined) return undefined;
  try {
    return decodeURIComponent(model);
  } catch {
    return model;
  }
}
