// What `tamis mcp` takes. What it does is loaded when it runs.
import type { Command } from "commander";

const EXAMPLES = `
Examples:
  tamis mcp --store ~/.cache/tamis/originals
  tamis mcp --store originals.db
  claude mcp add tamis -- npx tamis mcp --store ~/.cache/tamis/originals

An MCP server over stdin and stdout with one tool, tamis_retrieve: it gives the original of a shortened tool result by the
handle behind ref= in it. --store is a folder of originals (openFolderStore) or a file of a gateway's store sqlite, whose key
is in FILE.key; TAMIS_RESTORE_KEY is taken instead where it is set. A gateway whose originals are to be read needs
tenants = "one". Ends when stdin ends.`;

export function register(program: Command): void {
  program
    .command("mcp", { hidden: true })
    .description("Give agents the originals of shortened results: an MCP server over stdio.")
    .requiredOption("--store <path>", "folder or SQLite file of originals")
    .option("--tenant <name>", "whose originals", "default")
    .option("--max-chars <n>", "most chars of one answer", "50000")
    .addHelpText("after", EXAMPLES)
    // `main.cts` starts the server, which is a bundle of its own; it comes here for help alone.
    .action(() => {});
}
