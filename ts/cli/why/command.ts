import type { Command } from "commander";
import { wholeNumber } from "../shared/options.js";

const EXAMPLES = `
Examples:
  tamis why
  tamis why 395f434d
  tamis why --json
  tamis why --holdout --days 30

SESSION is the agent's own id of a conversation or the id of a run, or its beginning (tamis ledger --json shows both);
without one it is the newest. Everything is read from the ledger on this machine and from the agent's own logs, which are
where the originals are. --holdout compares the runs that tamis claude --holdout 20 left alone with the others.`;

export function register(program: Command): void {
  program
    .command("why")
    .description("Show what was reduced in a session, by which rule, where the originals are, and what was read again.")
    .argument("[session]", "the session (default: the newest)")
    .option("--holdout", "compare the runs that were left alone with those that were reduced")
    .option("--days <days>", "only the last days", wholeNumber)
    .option("--json", "the same as JSON")
    .addHelpText("after", EXAMPLES)
    .action(async (session, flags) => {
      const { runWhy } = await import("./run.js");
      process.exitCode = await runWhy(session, flags);
    });
}
