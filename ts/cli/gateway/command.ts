// What `tamis gateway` takes. What it does is loaded when it runs.
import type { Command } from "commander";
import { costCap, exits, port } from "../shared/options.js";

const EXAMPLES = `
Examples:
  tamis gateway
  tamis gateway --config tamis.toml --port 8080
  tamis gateway --observe
  tamis gateway --ledger --max-cost 200/week
  OPENAI_BASE_URL=http://127.0.0.1:7337/openai/v1 my-agent

Without --config: your own configuration, and over it the numbers of ./tamis.toml. It is read anew when a file changes
and at SIGHUP; one that cannot be used is named in the log, and the old one stays. SIGTERM and SIGINT end the gateway
once requests under way have ended; a second one at once.`;

export function register(program: Command): void {
  program
    .command("gateway")
    .description("Run the gateway: requests of agents are reduced on their way to the provider.")
    .option("-c, --config <file>", "the configuration, and no other")
    .option("--host <address>", "listen there instead of gateway.host")
    .option("--port <port>", "listen there instead of gateway.port; 0: any free one", port)
    .option("--observe", "report and count only: every request goes on as it came")
    .option(
      "--allow-passthrough",
      "start also where neither the addon nor WebAssembly loads: requests go on as they came",
    )
    .option("--ledger", "keep what requests cost in the ledger, as tamis claude does")
    .option(
      "--max-cost <dollars>",
      "refuse requests once so much is spent: 5 since the start; with --ledger 10/day, 50/week",
      costCap,
    )
    .option("--json", "where it listens as one line of JSON on stdout; log lines are JSON, too")
    .addHelpText("after", EXAMPLES)
    .action(exits(async (flags) => (await import("./run.js")).runGateway(flags)));
}
