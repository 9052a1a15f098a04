import type { Wire } from "../report.js";

/** What a request to a provider asks for, as its path says. */
export interface Endpoint {
  /** `count`: the provider counts the tokens of a request, and generates nothing. */
  kind: "generate" | "count";
  /** Undefined where the path leaves it open (Bedrock, other vendors on Vertex): the body's shape decides. */
  wire: Wire | undefined;
  /** The model, where the path names it: Gemini, Azure, Bedrock, Vertex. */
  model: string | undefined;
}

/** One family of paths: what their end looks like, and what it means. The first group is the model. */
interface Route extends Pick<Endpoint, "kind" | "wire"> {
  end: RegExp;
}

const generate = (wire: Wire | undefined, end: RegExp): Route => ({ kind: "generate", wire, end });
const count = (wire: Wire | undefined, end: RegExp): Route => ({ kind: "count", wire, end });

/**
 * The ends of the paths by which the providers generate. What stands before is the provider's, the cloud's or a proxy's
 * own. Sources: the API references of OpenAI, Azure OpenAI, Anthropic, Gemini, Vertex AI ("rawPredict") and Bedrock
 * ("InvokeModel").
 */
const ROUTES: readonly Route[] = [
  generate("openai-chat", /(?:\/deployments\/([^/]+))?\/chat\/completions$/),
  generate("openai-responses", /\/responses$/),
  count("openai-responses", /\/responses\/input_tokens$/),
  generate("anthropic", /\/messages$/),
  count("anthropic", /\/messages\/count_tokens$/),
  generate("anthropic", /\/publishers\/anthropic\/models\/([^/:]+):(?:raw|streamRaw)Predict$/),
  generate(undefined, /\/publishers\/[^/]+\/models\/([^/:]+):(?:raw|streamRaw)Predict$/),
  generate(undefined, /\/model\/([^/]+)\/invoke(?:-with-response-stream)?$/),
  generate("gemini", /\/([^/:]+):(?:generateContent|streamGenerateContent)$/),
  count("gemini", /\/([^/:]+):countTokens$/),
];

/** Paths that end like one of the above and mean something else: OpenAI's threads, Vertex' own counting. */
const OTHERS = /\/threads\/[^/]+\/messages$|\/models\/count-tokens:rawPredict$/;

/** What a path asks for; undefined for every path that does not generate. `path` is without query. */
export function endpointOf(path: string): Endpoint | undefined {
  const end = path.endsWith("/") ? path.slice(0, -1) : path;
  if (OTHERS.test(end)) return undefined;
  for (const route of ROUTES) {
    const match = route.end.exec(end);
    if (match !== null) return { kind: route.kind, wire: route.wire, model: decode(match[1]) };
  }
  return undefined;
}

/** The path of a URL, whole or relative, without query and fragment. */
export function pathOf(url: string): string {
  const start = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(url)?.[0].length ?? 0;
  const end = url.slice(start).search(/[?#]/);
  return end < 0 ? url.slice(start) : url.slice(start, start + end);
}

function decode(model: string | undefined): string | undefined {
  if (model === undefined) return undefined;
  try {
    return decodeURIComponent(model);
  } catch {
    return model;
  }
}
