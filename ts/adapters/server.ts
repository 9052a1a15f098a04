import type { Policy, PolicyInput } from "../policy/policy.js";
import { tamisExpress, tamisFastify } from "./server-parsed.js";
import { createServerEngine, reduceWebRequest, type ServerOptions } from "./server-web.js";

export type { ServerOptions } from "./server-web.js";
export { tamisExpress, tamisFastify };

/**
 * Wraps a handler of web-standard requests, so that it receives smaller ones: requests to models with a JSON body,
 * recognised as in `tamisFetch`. All others arrive unchanged. For servers and proxies on Hono, Bun, Deno, and any
 * server of `(request) => response` handlers. The handler's response does not change.
 *
 * @param policy A policy or its settings; default: the library's. Checked here.
 * @throws TamisError `POLICY_INVALID`, `OPTION_INVALID`.
 */
export function withTamis<A extends unknown[], R>(
  handler: (request: Request, ...rest: A) => R | Promise<R>,
  policy?: PolicyInput | Policy,
  options: ServerOptions = {},
): (request: Request, ...rest: A) => Promise<R> {
  const server = createServerEngine(policy, options);
  return async (request, ...rest) => handler((await reduceWebRequest(server, request)) ?? request, ...rest);
}

/** The used fields of Hono's context. */
interface HonoContext {
  req: { raw: Request };
}

/** {@link withTamis} as a middleware for Hono's `app.use`. */
export function tamisHono(
  policy?: PolicyInput | Policy,
  options: ServerOptions = {},
): (context: HonoContext, next: () => Promise<void>) => Promise<void> {
  const server = createServerEngine(policy, options);
  return async ({ req }, next) => {
    const reduced = await reduceWebRequest(server, req.raw);
    if (reduced !== undefined) req.raw = reduced;
    await next();
  };
}
