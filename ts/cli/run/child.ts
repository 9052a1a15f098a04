import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import { isatty } from "node:tty";
import { explainSystemError, systemCode } from "../../base/system-errors.js";
import { writeStderr } from "../shared/io.js";
import { printable } from "../shared/terminal.js";

/** A program that is to be run. */
export interface ChildCommand {
  file: string;
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  /** How it is installed, for whoever has not got it. */
  install?: string | undefined;
}

/** What became of a program. */
export interface Ended {
  /** Its own; 127 or 126 if it cannot be started, as in shells. */
  exitCode: number;
  isStarted: boolean;
}

/** Runs a program on this terminal. */
export async function runChild({ file, args, env, install }: ChildCommand): Promise<Ended> {
  const child = spawn(file, args, { stdio: "inherit", env });
  forwardSignals(child);
  return exitOf(child, file, install);
}

const HAS_TERMINAL = [0, 1, 2].some((fd) => isatty(fd));
const SIGNALS = ["SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT"] as const;

/**
 * Forwards signals. A signal typed on a terminal (interrupt, quit) reaches the whole process group anyway, and many
 * agents take a second interrupt for "at once". So these two are forwarded only where none of the three streams is a
 * terminal: what is piped in or out does not change where keys are typed. One too many, once the
 * program has ended, does not cut off what is said and kept at the end, which takes a second at most.
 */
function forwardSignals(child: ChildProcess): void {
  for (const signal of SIGNALS) {
    const typed = signal === "SIGINT" || signal === "SIGQUIT";
    process.on(signal, () => {
      if (!typed || !HAS_TERMINAL) child.kill(signal);
    });
  }
}

function exitOf(child: ChildProcess, file: string, install: string | undefined): Promise<Ended> {
  return new Promise((resolve) => {
    child.on("error", async (error) => {
      const isMissing = systemCode(error) === "ENOENT";
      const hint = isMissing && install !== undefined ? `; to install it: ${install}` : "";
      await writeStderr(`tamis: cannot run ${printable(file, 200)}: ${explainSystemError(error)}${hint}\n`);
      resolve({ exitCode: isMissing ? 127 : 126, isStarted: false });
    });
    child.on("exit", (code, signal) => {
      const exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
      resolve({ exitCode, isStarted: true });
    });
  });
}
