/** Why a model gave no text. */
export type ModelFailureReason =
  /** No answer within the time limit. */
  | "timeout"
  /** The provider answered with an error status. */
  | "http"
  /** The connection failed or broke off. */
  | "network"
  /** The model, or the function that calls it, threw something else. */
  | "threw"
  /** No text, or white space only. */
  | "empty"
  /** A value that is no text. */
  | "not_text"
  /** More chars than accepted. */
  | "too_long"
  /** The input would need more calls than allowed. */
  | "too_many_calls";

/** A failed call as data. */
export interface ModelFailure {
  /** The kind of failure. */
  reason: ModelFailureReason;
  /** A sentence for people. */
  message: string;
  /** The HTTP status, where there was one. */
  status?: number;
}

/** Carries a {@link ModelFailure} to the place that returns it as data. */
export class ModelFailureError extends Error {
  override readonly name = "ModelFailureError";

  constructor(
    readonly reason: ModelFailureReason,
    message: string,
    options?: { cause: unknown },
  ) {
    super(message, options);
  }
}

/** A failure, and whether the same call may succeed a moment later. */
export interface Diagnosis {
  failure: ModelFailure;
  retryable: boolean;
  /** How long the provider asks to wait, in milliseconds. */
  retryAfterMs?: number;
}

/** Reads the errors of the OpenAI, Anthropic and AI SDKs, of `fetch` and of Node's sockets, by their shapes. */
export function diagnose(error: unknown): Diagnosis {
  const message = messageOf(error);
  if (error instanceof ModelFailureError) {
    return { failure: { reason: error.reason, message }, retryable: error.reason === "network" };
  }
  const status = statusOf(error);
  if (status !== undefined) {
    const failure: ModelFailure = { reason: "http", message, status };
    const retryAfterMs = retryAfterOf(error);
    const retryable = isRetryableStatus(status);
    return retryAfterMs === undefined ? { failure, retryable } : { failure, retryable, retryAfterMs };
  }
  if (isNetworkError(error)) return { failure: { reason: "network", message }, retryable: true };
  if (isOverloaded(error)) return { failure: { reason: "http", message }, retryable: true };
  return { failure: { reason: "threw", message }, retryable: false };
}

/** Too many requests, time-outs, and all server faults. */
function isRetryableStatus(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/** `status` of the OpenAI and Anthropic SDKs, `statusCode` of the AI SDK. */
function statusOf(error: unknown): number | undefined {
  const status = read(error, "status") ?? read(error, "statusCode");
  return typeof status === "number" && status >= 400 && status <= 599 ? status : undefined;
}

const NETWORK_CODE = /^(?:E[A-Z]*(?:CONN|TIMEDOUT|PIPE|NOTFOUND|AGAIN|UNREACH)[A-Z]*|UND_ERR_.*)$/;

/** Causes are followed to this depth, because a chain of causes may be circular. */
const MAX_CAUSES = 8;

function isNetworkError(error: unknown): boolean {
  let current = error;
  for (let depth = 0; depth < MAX_CAUSES && current !== undefined && current !== null; depth++) {
    const code = read(current, "code");
    if (typeof code === "string" && NETWORK_CODE.test(code)) return true;
    const name = (current as { constructor?: { name?: unknown } }).constructor?.name;
    if (name === "APIConnectionError" || name === "APIConnectionTimeoutError") return true;
    if (current instanceof TypeError && /fetch failed|terminated/.test(current.message)) return true;
    current = read(current, "cause");
  }
  return false;
}

/** An error event inside a stream has a type and no status. */
function isOverloaded(error: unknown): boolean {
  const type = read(error, "type") ?? read(read(error, "error"), "type");
  const inner = read(read(read(error, "error"), "error"), "type");
  return [type, inner].some((value) => typeof value === "string" && OVERLOADED.has(value));
}

const OVERLOADED = new Set(["overloaded_error", "api_error", "rate_limit_error", "server_error", "timeout_error"]);

/** The header `retry-after-ms`, or `retry-after` in seconds; a date is not read, because clocks differ. */
function retryAfterOf(error: unknown): number | undefined {
  const headers = read(error, "headers") ?? read(error, "responseHeaders");
  const milliseconds = Number(header(headers, "retry-after-ms") ?? Number.NaN);
  if (milliseconds >= 0) return milliseconds;
  const seconds = Number(header(headers, "retry-after") ?? Number.NaN);
  return seconds >= 0 ? seconds * 1_000 : undefined;
}

function header(headers: unknown, name: string): string | undefined {
  const value = headers instanceof Headers ? headers.get(name) : read(headers, name);
  return typeof value === "string" && value !== "" ? value : undefined;
}

function messageOf(error: unknown): string {
  const message = read(error, "message");
  return typeof message === "string" && message !== "" ? message.slice(0, MAX_MESSAGE_CHARS) : "no message";
}

/** The limit exists because a provider may quote the whole request in its message. */
const MAX_MESSAGE_CHARS = 300;

function read(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}
