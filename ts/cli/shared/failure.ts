/** The command did its best and failed. */
export const FAILED = 1;
/** The command line or the policy is wrong; nothing was done. */
export const WRONG_USAGE = 2;

/** Ends a command with a message for people on stderr and an exit code; no stack, it is not a defect. */
export class CliFailure extends Error {
  override readonly name = "CliFailure";
  constructor(
    readonly exitCode: typeof FAILED | typeof WRONG_USAGE,
    message: string,
  ) {
    super(message);
  }
}

const SYSTEM_ERRORS: Record<string, string> = {
  ENOENT: "no such file or folder",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of its path is not a folder",
  EACCES: "permission denied",
  EPERM: "not permitted",
  ENOSPC: "no space left",
  EROFS: "read-only file system",
  EMFILE: "too many open files",
};

/** The `code` of a Node system error, or undefined. */
export function systemCode(error: unknown): string | undefined {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}

/** A system error in words. */
export function explainSystemError(error: unknown): string {
  const code = systemCode(error);
  const known = code === undefined ? undefined : SYSTEM_ERRORS[code];
  return known ?? (error instanceof Error ? error.message : String(error));
}
