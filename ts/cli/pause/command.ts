// What `tamis pause` takes. What it does is loaded when it runs.
import type { Command } from "commander";

const EXAMPLES = `
Examples, in a shell of the agent (in Claude Code and Gemini CLI behind an exclamation mark):
  tamis pause
  tamis pause --end

Requests of this launch go on as they come, from your next prompt on: what the model is in the middle of goes on as it began, so
that the provider accepts it.`;

export function register(program: Command): void {
  program
    .command("pause", { hidden: true })
    .description("Reduce nothing for now, inside an agent that tamis started.")
    .option("--end", "reduce again")
    .option("--json", "what is so now, as JSON")
    .addHelpText("after", EXAMPLES)
    .action(async (flags) => {
      const { pauseCommand } = await import("../run/steering.js");
      await pauseCommand(flags);
    });
}
