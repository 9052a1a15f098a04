import { type Command, Option } from "commander";
import { WIRE_NAMES } from "../../contract/wires.js";
import { policyOptions } from "../shared/options.js";

const EXAMPLES = `
Examples:
  tamis diff request.json
  FORCE_COLOR=1 tamis diff request.json --window 4 --full | less -R
  tamis diff --policy tamis.toml < request.json
  tamis diff request.json --json | jq -r '.edits[].path'

Exit code 0 also where nothing changes; 1 where the body cannot be read.`;

export function register(program: Command): void {
  const command = program
    .command("diff")
    .description("What reducing a request changes: before and after of each edited block.")
    .argument("[file]", "the request's body; stdin where it is missing or -");
  policyOptions(command)
    .addOption(new Option("--wire <wire>", "the request's wire (default: by its shape)").choices(WIRE_NAMES))
    .option("--full", "all of the text that goes (default: its first lines)")
    .option("--json", "the edits with before and after as JSON")
    .addHelpText("after", EXAMPLES)
    .action(async (file, flags) => {
      const { runDiff } = await import("./run.js");
      process.exitCode = await runDiff(file, flags);
    });
}
