// Describes faults between a store and its server, and says whether a write may have happened nevertheless.
import type { TamisErrorCode } from "../../base/errors.js";

export interface ServerFault {
  code: TamisErrorCode;
  reason: string;
  /** True if the server may have carried out the request. */
  isUncertain: boolean;
}

const failed = (reason: string): ServerFault => ({ code: "STORE_FAILED", reason, isUncertain: false });
const unusable = (reason: string): ServerFault => ({ code: "STORE_UNUSABLE", reason, isUncertain: false });
const uncertain = (reason: string): ServerFault => ({ code: "STORE_FAILED", reason, isUncertain: true });

const BY_STATUS: Record<number, ServerFault> = {
  401: unusable("the server refuses the token, or wants one (401)"),
  403: unusable("the server does not allow this (403); the token may be for reading only"),
  404: unusable("there is no database at this address (404)"),
  413: failed("this is more than the server takes (413)"),
  429: failed("the server has too many requests (429)"),
};

/** Faults by the client's error code, for errors that are not SQLite's. */
const BY_CODE: Record<string, ServerFault> = {
  TRANSACTION_TIMEOUT: failed("another process has been writing for too long"),
  RESPONSE_TOO_LARGE: failed("the answer is more than the server sends"),
  ARGS_INVALID: failed("a turn is larger than the server takes"),
};

/** Faults by which the connection was never made, so no request was sent. */
const NEVER_SENT: Record<string, string> = {
  ECONNREFUSED: "no server listens there",
  ENOTFOUND: "there is no such host",
  EAI_AGAIN: "its name cannot be looked up now",
  EHOSTUNREACH: "there is no way to it",
  ENETUNREACH: "there is no way to it",
  UND_ERR_CONNECT_TIMEOUT: "it does not answer",
};

/** The client's codes for a broken connection, as opposed to an answer. */
const BROKEN = /^(?:HRANA_|INTERNAL_ERROR|UNKNOWN)/;

/** Undefined if the error is an answer of SQLite. */
export function serverFault(error: unknown): ServerFault | undefined {
  const code = String(read(error, "code") ?? "");
  if (read(error, "name") === "TimeoutError") return uncertain("the server did not answer in time");
  const status = Number(read(read(error, "cause"), "status"));
  if (status > 0) return byStatus(status);
  const neverSent = findNeverSent(read(error, "cause"));
  if (neverSent !== undefined) return failed(`the server cannot be reached: ${neverSent}`);
  if (code !== "" && !BROKEN.test(code)) return BY_CODE[code];
  const why = String(read(read(error, "cause"), "message"));
  if (/redirect/.test(why)) return unusable("the server sends elsewhere, where nothing is sent; give that address");
  if (why === "bad port") return unusable("that port is not for HTTP");
  const tls = String(read(read(error, "cause"), "code") ?? "");
  if (/CERT|TLS|SSL/.test(tls)) return unusable(`no safe connection: ${tls}`);
  return uncertain("the connection to the server was cut, or its answer makes no sense");
}

function byStatus(status: number): ServerFault {
  const known = BY_STATUS[status];
  if (known !== undefined) return known;
  return status >= 500 ? uncertain(`the server has failed (${status})`) : unusable(`the server answers ${status}`);
}

function findNeverSent(cause: unknown): string | undefined {
  // A host with several addresses reports one error for each.
  const first = (read(cause, "errors") as unknown[] | undefined)?.[0];
  const known = [read(cause, "code"), read(first, "code")].map(String).find((code) => Object.hasOwn(NEVER_SENT, code));
  return known === undefined ? undefined : NEVER_SENT[known];
}

function read(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}
