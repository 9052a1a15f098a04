import type { Command } from "commander";
import { wholeNumber } from "../shared/options.js";

const EXAMPLES = `
Examples:
  tamis ledger
  tamis ledger --days 7 --json
  tamis ledger clear

The ledger has one entry a request, of numbers and names: when, which agent and model, tokens as billed, and what it would
have cost the other way. No text. Entries go after 90 days. tamis run --no-ledger keeps none of a run.`;

export function register(program: Command): void {
  const command = program
    .command("ledger")
    .description("Show what was sent, billed and saved on this machine.")
    .option("--days <days>", "only the last days", wholeNumber)
    .option("--json", "every entry as JSON, one a line")
    .addHelpText("after", EXAMPLES)
    .allowExcessArguments()
    .action(async (flags, self: Command) => {
      const [other] = self.args;
      if (other !== undefined) self.error(`error: unknown command '${other}'; there is: clear`);
      const { showLedger } = await import("./run.js");
      process.exitCode = await showLedger(flags);
    });
  command
    .command("clear")
    .description("Forget everything.")
    .option("--json", "the number of entries as JSON")
    .action(async (_flags, self: Command) => {
      const { clearLedger } = await import("./run.js");
      process.exitCode = await clearLedger(self.optsWithGlobals());
    });
}
