import { Command, CommanderError } from "commander";
import { TamisError, type TamisErrorCode } from "../base/errors.js";
import { packageVersion } from "../base/version.js";
import { elsewhere, helpText } from "./help.js";
import { CliFailure, describeSystemError, FAILED, WRONG_USAGE } from "./shared/failure.js";
import { printToStdout, quietBrokenPipes, writeStderr } from "./shared/io.js";
import { toTerminal } from "./shared/terminal.js";

/** The exports of a command's `command.ts`: it adds its command to the program and loads the rest when it runs. */
export interface CommandModule {
  register(program: Command): void;
}

/** Commands by name, loaded when they are needed. */
export type Commands = Readonly<Record<string, () => Promise<CommandModule>>>;

/** Creates the program with these commands. */
export async function programOf(commands: Commands): Promise<Command> {
  const program = new Command("tamis")
    .description("Makes the requests of LLM agents smaller: old tool results become one-line placeholders.")
    .version(packageVersion(), "-V, --version", "print the version")
    .helpOption("-h, --help", "show help")
    .showHelpAfterError("(--help shows the options and examples)")
    .configureHelp({ optionTerm: (option) => option.flags.replace(/ \[=/, "[=") })
    .configureOutput({
      writeOut: printToStdout,
      outputError: (text, write) => write(toTerminal(text.replace(/^error: /, "tamis: "))),
    })
    .exitOverride();
  for (const load of Object.values(commands)) (await load()).register(program);
  program.helpInformation = helpText;
  return program;
}

/** Runs one command line. Sets `process.exitCode` and returns; the process ends by itself once its output is drained. */
export async function runProgram(argv: readonly string[], commands: Commands): Promise<void> {
  quietBrokenPipes();
  try {
    const instead = elsewhere(argv[0] ?? "");
    if (instead !== undefined) throw new CliFailure(WRONG_USAGE, `there is no command ${argv[0]}: ${instead}`);
    const program = await programOf(commands);
    await program.parseAsync(detachReport(argv), { from: "user" });
  } catch (error) {
    process.exitCode = await reportFailure(error);
  }
}

/**
 * Attaches a report's file with `=`, so that a bare `--report` does not consume the next argument: `--report
 * request.json` must not overwrite the request with its report.
 */
function detachReport(argv: readonly string[]): string[] {
  const end = argv.indexOf("--");
  return argv.map((text, index) => (text === "--report" && (end < 0 || index < end) ? "--report=" : text));
}

/** Nothing was begun: what was asked for is wrong, or needs a package that is not there. */
const WRONG_INPUT = new Set<TamisErrorCode>([
  ...(["POLICY_INVALID", "OPTION_INVALID", "CONFIG_INVALID", "CONFIG_UNTRUSTED"] as const),
  "PEER_MISSING",
]);

async function reportFailure(error: unknown): Promise<number> {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_USAGE;
  if (error instanceof CliFailure) {
    await writeStderr(`tamis: ${toTerminal(error.message)}\n`);
    return error.exitCode;
  }
  if (TamisError.isInstance(error)) {
    await writeStderr(`tamis: ${toTerminal(describeTamisError(error))}\n`);
    return WRONG_INPUT.has(error.code) ? WRONG_USAGE : FAILED;
  }
  const refused = describeSystemError(error);
  if (refused !== undefined) {
    await writeStderr(`tamis: ${toTerminal(refused)}\n`);
    return FAILED;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  await writeStderr(`tamis: unexpected error, please report it\n${toTerminal(text)}\n`);
  return FAILED;
}

/** The code, the message, and one line per issue. A message that already lists its issues is not repeated. */
function describeTamisError(error: TamisError): string {
  const issues = error.issues
    .map(({ path, message }) => (path === "" ? message : `${path}: ${message}`))
    .filter((line) => !error.message.includes(line));
  return [`${error.code}: ${error.message}`, ...issues.map((line) => `  ${line}`)].join("\n");
}
