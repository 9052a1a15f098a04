import type { Wire } from "../contract/report.js";
import { WireTable } from "../wires/definition.js";

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
  | "body_too_large"
  | "body_timeout"
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
}

/** HTTP status of each reason; docs/gateway.md lists them with their causes. */
export const STATUS: Record<RefusalReason, number> = {
  bad_request: 400,
  bad_control_header: 400,
  wrong_origin: 403,
  unknown_path: 404,
  body_timeout: 408,
  body_too_large: 413,
  wrong_host: 421,
  internal: 500,
  upgrade_unsupported: 501,
  upstream_unreachable: 502,
  upstream_closed: 502,
  upstream_garbage: 502,
  overloaded: 503,
  upstream_timeout: 504,
};

const RETRY_AFTER_SECONDS: Partial<Record<RefusalReason, number>> = { overloaded: 1 };

/** Status, headers (alternating names and values) and body of a refusal, in the provider's own error form. */
export function renderRefusal({ reason, message }: Refusal, wire: Wire | undefined) {
  const status = STATUS[reason];
  // Where no wire is known, an error object that most clients can read.
  const bodyOf = wire === undefined ? openAiBody : ERRORS.of(wire).body;
  const body = JSON.stringify(bodyOf(status, reason, say(message)));
  const retryAfter = RETRY_AFTER_SECONDS[reason];
  const headers = [
    ...["content-type", "application/json", "content-length", String(Buffer.byteLength(body))],
    ...["x-tamis-error", reason],
    ...(retryAfter === undefined ? [] : ["retry-after", String(retryAfter)]),
  ];
  return { status, headers, body };
}

/** The event that ends a stream whose upstream died: the provider's own kind of error, never its end of stream. */
export function errorEvent(wire: Wire, refusal: Refusal): string {
  return ERRORS.of(wire).event(refusal);
}

/** How a provider words its errors. */
interface ErrorShape {
  body(status: number, code: string, message: string): object;
  /** As an event of a stream. */
  event(refusal: Refusal): string;
}

const openAiBody: ErrorShape["body"] = (status, code, message) => ({
  error: { message, type: status < 500 ? "invalid_request_error" : "server_error", param: null, code },
});
const anthropicBody: ErrorShape["body"] = (status, _, message) => ({
  type: "error",
  error: { type: anthropicType(status), message },
});
const geminiBody: ErrorShape["body"] = (status, _, message) => ({
  error: { code: status, message, status: geminiStatus(status) },
});

const say = (message: string) => `tamis gateway: ${message}`;
const dataOf = (body: ErrorShape["body"], { reason, message }: Refusal) =>
  `data: ${JSON.stringify(body(STATUS[reason], reason, say(message)))}\n\n`;

const responsesEvent = ({ reason, message }: Refusal) => {
  const data = { type: "error", code: reason, message: say(message), param: null };
  return `event: error\ndata: ${JSON.stringify(data)}\n\n`;
};

const ERRORS = new WireTable<ErrorShape>("gateway", {
  "openai-chat": { body: openAiBody, event: (refusal) => dataOf(openAiBody, refusal) },
  "openai-responses": { body: openAiBody, event: responsesEvent },
  anthropic: { body: anthropicBody, event: (refusal) => `event: error\n${dataOf(anthropicBody, refusal)}` },
  gemini: { body: geminiBody, event: (refusal) => dataOf(geminiBody, refusal) },
});

function anthropicType(status: number): string {
  const types: Record<number, string> = {
    403: "permission_error",
    404: "not_found_error",
    413: "request_too_large",
    503: "overloaded_error",
    504: "timeout_error",
  };
  return types[status] ?? (status < 500 ? "invalid_request_error" : "api_error");
}

function geminiStatus(status: number): string {
  const names: Record<number, string> = {
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    408: "DEADLINE_EXCEEDED",
    500: "INTERNAL",
    501: "UNIMPLEMENTED",
    504: "DEADLINE_EXCEEDED",
  };
  return names[status] ?? (status < 500 ? "INVALID_ARGUMENT" : "UNAVAILABLE");
}
