// What `tamis plugin` takes. What it does is loaded when it runs.
import type { Command } from "commander";
import { exits } from "../shared/options.js";

const EXAMPLES = `
Examples:
  tamis plugin install claude
  tamis plugin install opencode --project
  tamis plugin uninstall claude

The plugin makes each tool's output smaller when it comes, without a gateway: on Bedrock, Vertex AI and subscriptions, too.
It loses nothing that a model reads. Claude Code gets a folder skills/tamis with a hook, the command /tamis and, where you have
none, a status line in its settings.json; opencode a file in its folder of plugins. uninstall removes exactly that.`;

export function register(program: Command): void {
  const command = program
    .command("plugin")
    .description("Install the plugin that makes tools' outputs smaller, or remove it.")
    .addHelpText("after", EXAMPLES);
  for (const action of ["install", "uninstall"] as const) {
    command
      .command(action)
      .description(action === "install" ? "Install it." : "Remove it.")
      .argument("<agent>", "claude or opencode")
      .option("--project", "for the current folder alone")
      .option("--json", "what was done to each file, as JSON")
      .action(exits(async (agent, flags) => (await import("./run.js")).runPlugin(action, agent, flags)));
  }
}
