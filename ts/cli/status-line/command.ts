// What `tamis status-line` takes. What it does is loaded when it runs.
import type { Command } from "commander";

const EXAMPLES = `
Examples:
  tamis status-line < status.json
  tamis plugin install claude

Claude Code starts it for its status line, with the session as JSON on stdin ({"session_id": …}). It prints one line from the
ledger: what the session saved and how much of its input came from the cache. The exit code is always 0.`;

export function register(program: Command): void {
  program
    .command("status-line", { hidden: true })
    .description("Print a session's savings in one line, called by an agent for its status line.")
    .option("--json", "the sums as JSON")
    .addHelpText("after", EXAMPLES)
    .action(async (flags) => {
      const { runStatusLine } = await import("./main.js");
      await runStatusLine(flags);
    });
}
