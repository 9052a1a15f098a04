import { explainSystemError, systemCode } from "../../base/system-errors.js";

/** The exit code of a command that tried and failed. */
export const FAILED = 1;
/** The exit code for a wrong command line or policy; nothing was done. */
export const WRONG_USAGE = 2;

/** The exit code of a command that Ctrl-C ended early, as in shells; what was found until then has been written. */
export const INTERRUPTED = 130;

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

/**
 * What `work` gives.
 *
 * @param what What cannot be done where it throws, such as `cannot write FILE`; the reason follows.
 * @param end What is said behind the reason. @default nothing
 * @throws CliFailure
 */
export function attempt<T>(exitCode: CliFailure["exitCode"], what: string, work: () => T, end = ""): T {
  try {
    return work();
  } catch (error) {
    throw new CliFailure(exitCode, `${what}: ${explainSystemError(error)}${end}`);
  }
}

const VERBS: Record<string, string> = {
  mkdir: "make",
  open: "open",
  rename: "replace",
  unlink: "remove",
  scandir: "read",
};

/** What the system refused, with the file's name; undefined for any other error. It is no defect, so no stack is of use. */
export function describeSystemError(error: unknown): string | undefined {
  if (!(error instanceof Error) || systemCode(error) === undefined || !("syscall" in error)) return undefined;
  if (!("path" in error) || typeof error.path !== "string") return undefined;
  return `cannot ${VERBS[String(error.syscall)] ?? "use"} ${error.path}: ${explainSystemError(error)}`;
}
