import type { Command } from "commander";
import { exits, lastingPort } from "../shared/options.js";

const ON = `
Examples:
  tamis on claude
  tamis on codex --port 7400 --yes

Writes a service of yours that runs the gateway (systemd on Linux, launchd on macOS) and points the agent's own settings to it,
so that the agent and the editors' extensions that read the same settings are reduced without a command in front. Everything
is shown and asked before. The gateway's configuration is yours: tamis.toml in the folder for configurations.`;

const OFF = `
Examples:
  tamis off claude
  tamis off

Undoes what tamis on did, to the byte where nothing was changed since; without an agent for all. With the last one the service
goes.`;

/** `tamis on`. */
export function registerOn(program: Command): void {
  program
    .command("on")
    .description("Reduce an agent's requests always, by a service and the agent's own settings.")
    .argument("<agent>", "claude, codex or opencode")
    .option("--port <port>", "where the service listens", lastingPort, 7337)
    .option("-y, --yes", "do it without asking")
    .option("--json", "what was done, or with neither --yes nor a terminal what would be, as JSON")
    .addHelpText("after", ON)
    .action(exits(async (agent, flags) => (await import("./run.js")).turnOn(agent, flags)));
}

/** `tamis off`. */
export function registerOff(program: Command): void {
  program
    .command("off")
    .description("Undo tamis on.")
    .argument("[agent]", "claude, codex or opencode; without one all of them")
    .option("--json", "what was undone, as JSON")
    .addHelpText("after", OFF)
    .action(exits(async (agent, flags) => (await import("./run.js")).turnOff(agent, flags)));
}
