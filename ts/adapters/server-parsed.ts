import { isUint8Array } from "node:util/types";
import { withListed } from "../base/header-list.js";
import type { Policy, PolicyInput } from "../policy/policy.js";
import { endpointOf, pathOf } from "../wires/endpoints.js";
import { type AdapterOptions, createEngine, type Engine } from "./engine.js";
import { whyToPass } from "./headers.js";

/** The used fields of a request whose body a framework has read. */
interface ParsedRequest {
  method?: string | undefined;
  url?: string | undefined;
  originalUrl?: string | undefined;
  headers: Record<string, string | string[] | undefined>;
  body?: unknown;
}

/**
 * Creates a middleware for Express, after `express.json()`, `express.raw()` or `express.text()`. It makes `req.body`
 * smaller if it is a request to a model. A `content-length` in `req.headers` becomes that of the new body. After a JSON
 * parser the new length is unknown, so the header is removed.
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

/** Works like {@link tamisExpress}, as a `preHandler` hook for Fastify. */
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
  // A parser has decoded the body already.
  const reason = whyToPass((name) => (name === "content-encoding" ? undefined : String(headers[name] ?? "")));
  const given = typeof body === "string" ? Buffer.from(body) : body;
  if (reason !== undefined || typeof given !== "object" || given === null) {
    engine.passed(reason ?? "body");
    return;
  }
  const reduced = await engine.reduce(given, endpoint);
  if (reduced === undefined) return;
  const { body: next, headers: needed = {} } = reduced;
  request.body = typeof body === "string" ? Buffer.from(next as Uint8Array).toString() : next;
  for (const [name, names] of Object.entries(needed)) headers[name] = withListed(headers[name]?.toString(), names);
  if (headers["content-length"] === undefined) return;
  if (isUint8Array(next)) headers["content-length"] = String(next.length);
  else delete headers["content-length"];
}
