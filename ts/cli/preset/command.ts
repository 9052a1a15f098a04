// What `tamis preset` takes. What it does is loaded when it runs.
import { Argument, type Command } from "commander";
import { PRESET_CHOICES } from "../shared/preset-choices.js";

const EXAMPLES = `
Example, in a shell of the agent (in Claude Code and Gemini CLI behind an exclamation mark):
  tamis preset strong

Later requests of this launch are reduced by it, over what your configuration says. What was sent before stays as it is until a move
of the new preset pays, so the prompt cache is not lost by the change.`;

export function register(program: Command): void {
  program
    .command("preset", { hidden: true })
    .description("Reduce by another preset from now on, inside an agent that tamis started.")
    .addArgument(new Argument("<name>", "the preset").choices(PRESET_CHOICES))
    .option("--json", "the same as JSON")
    .addHelpText("after", EXAMPLES)
    .action(async (name, flags) => {
      const { presetCommand } = await import("../run/steering.js");
      await presetCommand(name, flags);
    });
}
