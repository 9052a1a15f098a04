import { type Command, Option } from "commander";
import { WIRE_NAMES } from "../../contract/wires.js";

const EXAMPLES = `
Examples:
  tamis repair < request.json > repaired.json
  tamis repair request.json --dry-run          what would be repaired, and nothing else
  tamis repair request.json -o request.json

Repairs go to stderr, one a line. Everything that is not repaired keeps its bytes. Exit code 1 where something is still
wrong afterwards, or the body cannot be read; it is written all the same.`;

export function register(program: Command): void {
  program
    .command("repair")
    .description("Repair a request that a provider would reject, where that takes no guess.")
    .argument("[file]", "the request's body; stdin where it is missing or -")
    .addOption(new Option("--wire <wire>", "the request's wire (default: by its shape)").choices(WIRE_NAMES))
    .addOption(new Option("--orphans <what>", "results without a call").choices(["drop", "keep"]).default("drop"))
    .option("-n, --dry-run", "list the repairs on stdout instead of the body")
    .option("--json", "the repairs as JSON")
    .option("-o, --output <file>", "write the body there instead of stdout, replaced as a whole")
    .addHelpText("after", EXAMPLES)
    .action(async (file, flags) => {
      const { runRepair } = await import("./run.js");
      process.exitCode = await runRepair(file, flags);
    });
}
