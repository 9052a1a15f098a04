import type { Wire } from "../contract/report.js";
import { WIRES } from "../wires/index.js";
import type { Provider } from "../wires/provider-facts.js";
import { textHeaders } from "./edge.js";

/**
 * Why the gateway answers by itself. The names are stable, because logs, metrics and the header `x-tamis-error` use
 * them.
 */
export type RefusalReason =
  | "bad_request"
  | "wrong_host"
  | "wrong_origin"
  | "unknown_path"
  | "bad_control_header"
  | "bad_rows"
  | "unauthorized"
  | "rate_limited"
  | "cost_limit"
  | "body_too_large"
  | "body_timeout"
  | "headers_too_large"
  | "upgrade_unsupported"
  | "overloaded"
  | "upstream_unreachable"
  | "upstream_closed"
  | "upstream_garbage"
  | "upstream_timeout"
  | "internal";

/** An answer of the gateway's own. */
export interface Refusal {
  reason: RefusalReason;
  /** For people: the problem and its remedy. Never contains a value of a header or of the body. */
  message: string;
  /** When to ask again. @default what the reason says */
  retryAfterSeconds?: number;
}

/** HTTP status of each reason; docs/gateway.md lists them with their causes. */
export const STATUS: Record<RefusalReason, number> = {
  bad_request: 400,
  bad_control_header: 400,
  bad_rows: 400,
  unauthorized: 401,
  // Not 429: agents would ask again and again.
  cost_limit: 402,
  wrong_origin: 403,
  unknown_path: 404,
  body_timeout: 408,
  body_too_large: 413,
  wrong_host: 421,
  upgrade_unsupported: 426,
  rate_limited: 429,
  headers_too_large: 431,
  internal: 500,
  upstream_unreachable: 502,
  upstream_closed: 502,
  upstream_garbage: 502,
  overloaded: 503,
  upstream_timeout: 504,
};

const RETRY_AFTER_SECONDS: Partial<Record<RefusalReason, number>> = { overloaded: 1 };

/** Status, headers (alternating names and values) and body of a refusal, in the provider's own error form. */
export function renderRefusal({ reason, message, retryAfterSeconds }: Refusal, wire: Wire | undefined) {
  const status = STATUS[reason];
  const body = JSON.stringify(errorBody(wire, status, reason, `tamis gateway: ${message}`));
  const retryAfter = retryAfterSeconds ?? RETRY_AFTER_SECONDS[reason];
  const headers = [
    ...textHeaders({ type: "application/json", text: body }),
    ...["x-tamis-error", reason],
    ...(retryAfter === undefined ? [] : ["retry-after", String(retryAfter)]),
    ...(reason === "unauthorized" ? ["www-authenticate", "Bearer"] : []),
    // RFC 9110, 15.5.22: what to speak instead.
    ...(reason === "upgrade_unsupported" ? ["upgrade", "HTTP/1.1"] : []),
  ];
  return { status, headers, body };
}

/** The event that ends a stream whose upstream died: the provider's own kind of error, never its end of stream. */
export function errorEvent(wire: Wire, { reason, message }: Refusal): string {
  const data = JSON.stringify(errorBody(wire, STATUS[reason], reason, `tamis gateway: ${message}`));
  switch (WIRES.of(wire).provider.streamError) {
    case "data":
      return `data: ${data}\n\n`;
    case "event":
      return `event: error\ndata: ${data}\n\n`;
    case "responses-event":
      return `event: error\ndata: ${JSON.stringify(responsesError(reason, message))}\n\n`;
  }
}

const responsesError = (code: string, message: string) => ({
  type: "error",
  code,
  message: `tamis gateway: ${message}`,
  param: null,
});

function errorBody(wire: Wire | undefined, status: number, code: string, message: string): object {
  // A path that is no provider's gets OpenAI's form.
  const form = wire === undefined ? "openai" : WIRES.of(wire).provider.errors;
  return ERROR_BODIES[form](status, code, message);
}

const ERROR_BODIES: Record<Provider, (status: number, code: string, message: string) => object> = {
  openai: (status, code, message) => ({
    error: { message, type: status < 500 ? "invalid_request_error" : "server_error", param: null, code },
  }),
  anthropic: (status, _, message) => ({ type: "error", error: { type: anthropicType(status), message } }),
  gemini: (status, _, message) => ({ error: { code: status, message, status: geminiStatus(status) } }),
};

function anthropicType(status: number): string {
  const types: Record<number, string> = {
    401: "authentication_error",
    402: "billing_error",
    403: "permission_error",
    404: "not_found_error",
    413: "request_too_large",
    429: "rate_limit_error",
    503: "overloaded_error",
    504: "timeout_error",
  };
  return types[status] ?? (status < 500 ? "invalid_request_error" : "api_error");
}

function geminiStatus(status: number): string {
  const names: Record<number, string> = {
    401: "UNAUTHENTICATED",
    402: "FAILED_PRECONDITION",
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    408: "DEADLINE_EXCEEDED",
    429: "RESOURCE_EXHAUSTED",
    500: "INTERNAL",
    504: "DEADLINE_EXCEEDED",
  };
  return names[status] ?? (status < 500 ? "INVALID_ARGUMENT" : "UNAVAILABLE");
}

/** A path that leads to no provider. @param cloud Whose path it looks like. */
export function unknownPath(cloud: string | undefined): Refusal {
  const hint =
    cloud === undefined
      ? "no provider has such a path; /openai/…, /anthropic/… and /gemini/… name one"
      : `this is a path of ${cloud}, which needs an upstream of its own ([upstreams.named]); its credential goes nowhere else`;
  return { reason: "unknown_path", message: hint };
}
