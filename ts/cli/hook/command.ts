// What `tamis hook` takes. What it does is loaded when it runs.
import type { Command } from "commander";

const EXAMPLES = `
Examples:
  tamis hook claude < event.json
  tamis plugin install claude

An agent starts it after each run of a tool, with the event as JSON on stdin; the answer is the output made smaller, or
nothing. Claude Code and opencode can have an output replaced; the hooks of Gemini CLI and Codex can not. The exit code is
always 0: whatever goes wrong, the agent keeps the output that it has.`;

export function register(program: Command): void {
  program
    .command("hook", { hidden: true })
    .description("Make a tool's output smaller, called by an agent after the tool's run.")
    .argument("<agent>", "claude or opencode")
    .option("--no-ledger", "keep nothing of it")
    .addHelpText("after", EXAMPLES)
    .action(async (agent, flags) => {
      const { runHook } = await import("./main.js");
      runHook([agent, ...(flags.ledger === false ? ["--no-ledger"] : [])]);
    });
}
