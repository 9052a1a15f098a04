import type { Command } from "commander";
import { type CommandModule, type Commands, programOf, runProgram } from "./run-program.js";

const agent = async (name: "claude" | "codex" | "gemini" | "opencode"): Promise<CommandModule> => ({
  register: (await import("./agents/command.js")).commandOf(name),
});

const COMMANDS: Commands = {
  reduce: () => import("./reduce/command.js"),
  validate: () => import("./validate/command.js"),
  savings: () => import("./savings/command.js"),
  condense: () => import("./condense/command.js"),
  models: () => import("./models/command.js"),
  chat: () => import("./chat/command.js"),
  gateway: () => import("./gateway/command.js"),
  run: () => import("./run/command.js"),
  claude: () => agent("claude"),
  codex: () => agent("codex"),
  gemini: () => agent("gemini"),
  opencode: () => agent("opencode"),
  hook: () => import("./hook/command.js"),
  pause: () => import("./pause/command.js"),
  preset: () => import("./preset/command.js"),
  plugin: () => import("./plugin/command.js"),
  on: async () => ({ register: (await import("./on/command.js")).registerOn }),
  off: async () => ({ register: (await import("./on/command.js")).registerOff }),
  "status-line": () => import("./status-line/command.js"),
  mcp: () => import("./mcp/command.js"),
  why: () => import("./why/command.js"),
  config: () => import("./config/command.js"),
  ui: () => import("./ui/command.js"),
  doctor: () => import("./doctor/command.js"),
  completion: () => import("./completion/command.js"),
};

/** What it prints is about all commands; every other command needs only itself. */
const ABOUT_ALL = "completion";

/** Creates the program with all commands. */
export const createProgram = (): Promise<Command> => programOf(COMMANDS);

/**
 * `help config set` as `config set --help`. Of a command that is not there the name alone, which says so: with `--help`
 * behind it, it would show the help of the whole program, as if nothing were wrong.
 */
function askedByName(argv: readonly string[]): readonly string[] {
  const [first = "-", ...rest] = argv;
  const isNamed = first === "help" && !(rest[0] ?? "-").startsWith("-");
  const words = isNamed ? [...rest, "--help"] : argv;
  const [name = "-"] = words;
  const isThere = name.startsWith("-") || name === "help" || Object.hasOwn(COMMANDS, name);
  return isThere ? words : [name];
}

/** Runs one command line. Sets `process.exitCode` and returns; the process ends by itself once its output is drained. */
export function run(given: readonly string[]): Promise<void> {
  const argv = askedByName(given);
  const [name] = argv;
  const load = name !== undefined && name !== ABOUT_ALL && Object.hasOwn(COMMANDS, name) && COMMANDS[name];
  return runProgram(argv, load ? { [name]: load } : COMMANDS);
}
