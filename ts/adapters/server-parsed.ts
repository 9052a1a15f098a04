import { isUint8Array } from "node:util/types";
import type { Policy, PolicyInput } from "../policy/policy.js";
import { endpointOf, pathOf } from "../wires/endpoints.js";
import { type AdapterOptions, createEngine, type Engine } from "./engine.js";
import { whyToPass } from "./headers.js";

/** What is used of a request whose body has been read by a framework. */
interface ParsedRequest {
  method?: string | undefined;
  url?: string | undefined;
  originalUrl?: string | undefined;
  headers: Record<string, string | string[] | undefined>;
  body?: unknown;
}

/**
 * A middleware for Express, behind `express.json()`, `express.raw()` or `express.text()`: makes `req.body` smaller where
 * it is a request to a model. A `content-length` among `req.headers` is that of the new body; behind a JSON parser, where
 * nobody knows it yet, there is none.
 *
 * @param policy A policy or its settings; default: the library's. Checked here.
 * @throws TamisError `POLICY_INVALID`, `OPTION_INVALID`.
 */
export function tamisExpress(
  policy?: PolicyInput | Policy,
  options: AdapterOptions = {},
): (req: ParsedRequest, res: unknown, next: () => void) => void {
  const engine = createEngine(policy, options);
  return (req, _, next) => {
    reduceParsed(engine, req, req.headers)
      .catch(engine.failed)
      .then(() => next());
  };
}

/** The same as a `preHandler` hook for Fastify. */
export function tamisFastify(
  policy?: PolicyInput | Policy,
  options: AdapterOptions = {},
): (request: ParsedRequest) => Promise<void> {
  const engine = createEngine(policy, options);
  return (request) => reduceParsed(engine, request, request.headers).catch(engine.failed);
}

async function reduceParsed(engine: Engine, request: ParsedRequest, headers: ParsedRequest["headers"]): Promise<void> {
  const { method, body } = request;
  const endpoint = method === "POST" ? endpointOf(pathOf(request.originalUrl ?? request.url ?? "")) : undefined;
  if (!engine.takes(endpoint)) return;
  // A parser has undone the encoding.
  const reason = whyToPass((name) => (name === "content-encoding" ? undefined : String(headers[name] ?? "")));
  const given = typeof body === "string" ? Buffer.from(body) : body;
  if (reason !== undefined || typeof given !== "object" || given === null) {
    engine.passed(reason ?? "body");
    return;
  }
  const reduced = await engine.reduce(given, endpoint);
  if (reduced === undefined) return;
  request.body = typeof body === "string" ? Buffer.from(reduced as Uint8Array).toString() : reduced;
  if (headers["content-length"] === undefined) return;
  if (isUint8Array(reduced)) headers["content-length"] = String(reduced.length);
  else delete headers["content-length"];
}
