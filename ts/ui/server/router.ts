// From a path to what answers it.
import { headerOf, type Incoming, type Outgoing } from "../../gateway/edge.js";
import { parseRecord } from "../../text/json-value.js";
import { ApiError } from "./answers.js";

/** A request for data that was admitted. */
export interface ApiRequest {
  /** The parts of the path that the route leaves open, decoded. */
  params: readonly string[];
  query: URLSearchParams;
  /** The body; empty without one. */
  body: Buffer;
  /** The body as JSON. @throws ApiError */
  json<T>(): T;
  out: Outgoing;
}

/** Answers a request: the value becomes JSON; undefined where it has answered by itself. */
export type Handler = (request: ApiRequest) => unknown;

/** One route. `*` is a part of the path that is open. */
export interface RouteEntry {
  method: "GET" | "POST";
  path: string;
  /** Most bytes of its body. @default 1 MiB */
  maxBytes?: number;
  handle: Handler;
}

const MIB = 1024 * 1024;

/** Finds the route of a path under the API's own. @throws ApiError */
export function findRoute(routes: readonly RouteEntry[], method: string, path: string) {
  const parts = path.split("/");
  const fitting = routes.filter((route) => fits(route.path.split("/"), parts));
  const route = fitting.find((one) => one.method === method);
  if (route === undefined) {
    throw new ApiError("not_found", fitting.length > 0 ? `this needs ${fitting[0]?.method}` : "there is nothing here");
  }
  const open = route.path.split("/").flatMap((part, at) => (part === "*" ? [decoded(parts[at] ?? "")] : []));
  return { route, params: open };
}

const fits = (pattern: readonly string[], parts: readonly string[]): boolean =>
  pattern.length === parts.length && pattern.every((part, at) => part === "*" || part === parts[at]);

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new ApiError("not_found", "the path has an escape that is none");
  }
}

/** The whole body of a request. What comes beyond `maxBytes` is thrown away, so that the answer can be read. @throws ApiError */
export function readWhole(incoming: Incoming, maxBytes = MIB): Promise<Buffer> {
  if (!incoming.hasBody) return Promise.resolve(Buffer.alloc(0));
  const tooLarge = () => new ApiError("too_large", `more than ${maxBytes} bytes`);
  if (Number(headerOf(incoming.rawHeaders, "content-length") ?? 0) > maxBytes) return Promise.reject(tooLarge());
  incoming.wantBody();
  return new Promise((resolve, reject) => {
    let pieces: Buffer[] = [];
    let bytes = 0;
    const onData = (piece: Buffer) => {
      bytes += piece.length;
      if (bytes <= maxBytes) pieces.push(piece);
      else {
        pieces = [];
        reject(tooLarge());
      }
    };
    const gone = () => reject(new ApiError("invalid", "the body did not arrive"));
    incoming.body.on("data", onData).on("end", () => resolve(Buffer.concat(pieces)));
    incoming.body.on("close", gone).on("error", gone);
  });
}

/** A body as a JSON object. @throws ApiError */
export function jsonOf<T>(body: Buffer): T {
  const value = parseRecord(body.length === 0 ? "{}" : body.toString("utf8"));
  if (value !== undefined) return value as T;
  throw new ApiError("invalid", "the body has to be a JSON object");
}
