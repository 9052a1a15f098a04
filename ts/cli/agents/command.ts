import type { Command } from "commander";
import { runOptions } from "../run/command.js";
import { exits } from "../shared/options.js";

/** The agents that have a command of their own, with their names for people. */
export const AGENTS = {
  claude: "Claude Code",
  codex: "Codex",
  gemini: "Gemini CLI",
  opencode: "opencode",
} as const;

/** What the launch of one agent does beside. */
const HELP: Readonly<Partial<Record<keyof typeof AGENTS, string>>> = {
  claude: `
With an API key, and where you have set no lifetime, the prompt cache is kept for an hour instead of five minutes if that would
have cost less on your own sessions of the last 30 days; tamis config set run.cache_lifetime client leaves it to Claude Code.
`,
};

const examples = (name: keyof typeof AGENTS) => `
Examples:
  tamis ${name}
  tamis ${name} --observe
  tamis doctor --agent ${name}
${HELP[name] ?? ""}
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
      .action(exits(async (args, flags) => (await import("../run/run.js")).runCommand([name, ...args], flags)));
  };
}
