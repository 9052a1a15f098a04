// The entry for the commands that start another program, which waits for it: a bundle of its own (`ts/build.mjs`).
import { LAUNCH_COMMANDS } from "./launch-commands.js";
import { runProgram } from "./run-program.js";

/** Runs one command line of such a command. Sets `process.exitCode` and returns. */
export function launch(argv: readonly string[]): Promise<void> {
  const name = argv[0] as keyof typeof LAUNCH_COMMANDS;
  return runProgram(argv, { [name]: LAUNCH_COMMANDS[name] });
}
