// What `tamis ui` takes. What it does is loaded when it runs.
import type { Command } from "commander";
import { exits, port } from "../shared/options.js";

const EXAMPLES = `
Examples:
  tamis ui                              over the ledger and the agents' own logs
  tamis ui recordings/ --port 7400
  tamis ui --no-open --json

The first line on stdout is the page's address. It has a token, without which nothing is answered: whoever has it sees
your requests. The page is served on this machine alone, and asks nothing outside. It ends with Ctrl-C.`;

export function register(program: Command): void {
  program
    .command("ui")
    .description("A web page: choose a strategy, see what it does to requests, watch what it saves.")
    .argument("[paths...]", "recorded requests and logs: files or folders (default: where agents keep theirs)")
    .option("--port <port>", "the port; 0: any free one", port, 0)
    .option("--no-open", "do not open a browser")
    .option("--json", "the first line as JSON: url, token, pid")
    .addHelpText("after", EXAMPLES)
    .action(exits(async (paths, flags) => (await import("./run.js")).runUi(paths, flags)));
}
