/** The codes a {@link TamisError} can carry. Codes are stable; messages are for people and may improve. */
export type TamisErrorCode = "POLICY_INVALID" | "OPTION_INVALID" | "BACKEND_UNAVAILABLE" | "INTERNAL";

/** One thing that is wrong with an input: where, what, and which values would be right. */
export interface Issue {
  /** Dotted path into the input (`mask.windowTurns`, `mask.tools["read_*"]`), or `""` for the whole of it. */
  path: string;
  /** What is wrong and what is accepted instead. */
  message: string;
}

const MARK = Symbol.for("tamis.error");

/**
 * The only error class that Tamis throws on purpose. Everything below this file reports problems as data; an
 * unreadable request is never an exception (see `Report.skipped`).
 */
export class TamisError extends Error {
  override readonly name = "TamisError";
  readonly code: TamisErrorCode;
  /** Every problem found, in input order; empty where the message says it all. */
  readonly issues: readonly Issue[];

  constructor(code: TamisErrorCode, message: string, options: { issues?: readonly Issue[]; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.issues = options.issues ?? [];
    Object.defineProperty(this, MARK, { value: true });
  }

  /** True for a `TamisError` of any copy of this package in the process, unlike `instanceof`. */
  static isInstance(error: unknown): error is TamisError {
    return typeof error === "object" && error !== null && MARK in error;
  }
}
