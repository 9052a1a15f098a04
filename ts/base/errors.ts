/** The codes a {@link TamisError} can carry. Codes are stable; messages are for people and may improve. */
export type TamisErrorCode =
  | "POLICY_INVALID"
  | "OPTION_INVALID"
  | "BUFFER_TOO_SMALL"
  | "MODEL_UNKNOWN"
  | "BACKEND_UNAVAILABLE"
  | "SESSION_INVALID"
  | "SESSION_NOT_FOUND"
  | "SESSION_IN_USE"
  | "STORE_UNUSABLE"
  | "STORE_FAILED"
  | "PEER_MISSING"
  | "CONFIG_INVALID"
  | "CONFIG_UNTRUSTED"
  | "INTERNAL";

/** What an error says; of anything else that was thrown, the thing as a text. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** One fault of an input: its place, the problem, and valid values. */
export interface Issue {
  /** Dotted path into the input (`mask.windowTurns`, `mask.tools["read_*"]`), or `""` for the whole of it. */
  path: string;
  /** The problem, and what is accepted instead. */
  message: string;
}

/** Optional details of a {@link TamisError}. */
export interface TamisErrorDetails {
  /** Every problem found, in input order. */
  issues?: readonly Issue[] | undefined;
  /** `BUFFER_TOO_SMALL` only: bytes that the output needs. */
  bytesNeeded?: number | undefined;
  /** The error that led to this one. */
  cause?: unknown;
}

const MARK = Symbol.for("tamis.error");

/**
 * The only error class that Tamis throws on purpose. Code below the public functions reports problems as data. An
 * unreadable request is never an exception (see `Report.skipped`).
 */
export class TamisError extends Error {
  /** Always `TamisError`. */
  override readonly name = "TamisError";
  /** What kind of problem it is; stable across versions. */
  readonly code: TamisErrorCode;
  /** Every problem found, in input order. Empty if the message alone is enough. */
  readonly issues: readonly Issue[];
  /** Bytes that the output needs; for `BUFFER_TOO_SMALL` only. */
  declare readonly bytesNeeded?: number;

  /** Makes an error of a code, with a message for people. */
  constructor(code: TamisErrorCode, message: string, details: TamisErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.issues = details.issues ?? [];
    if (details.bytesNeeded !== undefined) this.bytesNeeded = details.bytesNeeded;
    Object.defineProperty(this, MARK, { value: true });
  }

  /** True for a `TamisError` of any copy of this package in the process, unlike `instanceof`. */
  static isInstance(error: unknown): error is TamisError {
    return typeof error === "object" && error !== null && MARK in error;
  }
}
