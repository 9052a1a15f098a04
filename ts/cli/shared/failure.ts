/** The exit code of a command that tried and failed. */
export const FAILED = 1;
/** The exit code for a wrong command line or policy; nothing was done. */
export const WRONG_USAGE = 2;

/** Ends a command with a message on stderr and an exit code. It prints no stack, because it is no defect. */
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

/** Describes a system error in words. */
export function explainSystemError(error: unknown): string {
  const code = systemCode(error);
  const known = code === undefined ? undefined : SYSTEM_ERRORS[code];
  return known ?? (error instanceof Error ? error.message : String(error));
}
