// Answers of the page's server. Every one has the same headers of safety.
import { type Issue, TamisError, type TamisErrorCode } from "../../base/errors.js";
import { redact } from "../../base/redact.js";
import type { Outgoing } from "../../gateway/edge.js";
import type { ApiFailure } from "../api.js";

type Code = ApiFailure["error"]["code"];

const STATUS: Readonly<Record<Code, number>> = {
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  invalid: 422,
  too_large: 413,
  unavailable: 503,
  busy: 429,
  internal: 500,
};

/** Why a request gets no answer. */
export class ApiError extends Error {
  constructor(
    readonly code: Code,
    message: string,
    readonly issues: readonly Issue[] = [],
  ) {
    super(message);
  }
}

/**
 * Scripts and styles only of the page's own files; nothing inline, no `eval`; no text becomes markup (Trusted Types without a
 * policy). It cannot be put into a frame, asks nothing outside, and tells its address to no other site.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

/** On every answer, names and values alternating. */
const SAFETY = [
  ...["content-security-policy", POLICY],
  ...["x-content-type-options", "nosniff"],
  ...["referrer-policy", "no-referrer"],
  ...["x-frame-options", "DENY"],
  ...["cross-origin-opener-policy", "same-origin"],
  ...["cross-origin-resource-policy", "same-origin"],
  ...["permissions-policy", "camera=(), microphone=(), geolocation=(), payment=()"],
];

export function startAnswer(out: Outgoing, status: number, headers: readonly string[], flush = false): void {
  out.start(status, [...headers, ...SAFETY], flush);
}

/** Sends a value as JSON; it is never kept by a cache. */
export function sendJson(out: Outgoing, status: number, value: unknown): void {
  const body = Buffer.from(`${JSON.stringify(value)}\n`);
  const headers = ["content-type", "application/json; charset=utf-8", "content-length", String(body.length)];
  startAnswer(out, status, [...headers, "cache-control", "no-store"]);
  out.end(body);
}

/** Sends a body in parts, each when the reader has taken the one before, until the reader leaves. */
export async function sendParts(out: Outgoing, parts: AsyncIterable<string>): Promise<void> {
  let isGone = false;
  let goOn = () => {};
  out.onDrain(() => goOn());
  out.onGone(() => {
    isGone = true;
    goOn();
  });
  for await (const part of parts) {
    const drained = new Promise<void>((done) => {
      goOn = done;
    });
    if (part !== "" && !out.write(Buffer.from(part)) && !isGone) await drained;
    if (isGone) return;
  }
  out.end();
}

/** Sends why there is no answer. */
export function sendFailure(out: Outgoing, error: unknown): void {
  if (out.started) {
    out.cut();
    return;
  }
  const { code, message, issues } = failureOf(error);
  const failure: ApiFailure = { error: { code, message, ...(issues.length === 0 ? {} : { issues: [...issues] }) } };
  sendJson(out, STATUS[code], failure);
}

const WRONG_INPUT = new Set<TamisErrorCode>(["POLICY_INVALID", "OPTION_INVALID", "CONFIG_INVALID", "CONFIG_UNTRUSTED"]);
const MISSING = new Set<TamisErrorCode>(["PEER_MISSING", "STORE_UNUSABLE"]);

/** A defect's message may quote a body, so it is not told. */
function failureOf(error: unknown): Pick<ApiError, "code" | "message" | "issues"> {
  if (error instanceof ApiError) return error;
  if (TamisError.isInstance(error)) {
    const code = WRONG_INPUT.has(error.code) ? "invalid" : MISSING.has(error.code) ? "unavailable" : "internal";
    return { code, message: redact(error.message), issues: error.issues };
  }
  const system = error as NodeJS.ErrnoException;
  if (system instanceof Error && system.syscall !== undefined) {
    return { code: "unavailable", message: `${system.code}: ${system.path ?? system.syscall}`, issues: [] };
  }
  return { code: "internal", message: "a defect in Tamis; please report it", issues: [] };
}
