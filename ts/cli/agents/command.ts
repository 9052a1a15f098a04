import type { Command } from "commander";
import { runOptions } from "../run/command.js";

/** The agents that have a command of their own, with their names for people. */
export const AGENTS = {
  claude: "Claude Code",
  codex: "Codex",
  gemini: "Gemini CLI",
  opencode: "opencode",
} as const;

const examples = (name: string) => `
Examples:
  tamis ${name}
  tamis ${name} --observe
  tamis doctor --agent ${name}

Options of tamis come first. From the first other word on, everything is ${name}'s own; -- makes that begin.`;

/** The registration of one agent's command. */
export function commandOf(name: keyof typeof AGENTS) {
  return (program: Command): void => {
    program.enablePositionalOptions();
    const command = program
      .command(name)
      .description(`Run ${AGENTS[name]} with its requests reduced on their way to the provider.`)
      .argument("[args...]", `${name}'s own arguments`)
      .allowUnknownOption()
      .passThroughOptions();
    runOptions(command)
      .addHelpText("after", examples(name))
      .action(async (args, flags) => {
        const { runCommand } = await import("../run/run.js");
        process.exitCode = await runCommand([name, ...args], flags);
      });
  };
}
