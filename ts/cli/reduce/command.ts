import { type Command, Option } from "commander";
import { WIRE_NAMES } from "../../contract/wires.js";
import { policyOptions } from "../shared/options.js";

const EXAMPLES = `
Examples:
  tamis reduce < request.json > smaller.json
  tamis reduce request.json --dry-run              what would change, and nothing else
  tamis reduce request.json --window 4 --report    the report goes to stderr
  tamis reduce request.json -o request.json --report=report.json
  tamis reduce --policy tamis.toml --set mask.minChars=1000 < request.json
  tamis reduce --set 'mask.tools["read_*"].never=true' < request.json

No policy file is looked for: what is not given here has its default.
A body that cannot be reduced is written unchanged, with the reason on stderr and exit code 1.`;

export function register(program: Command): void {
  const command = program
    .command("reduce")
    .description("Reduce one request: bytes in, smaller bytes out.")
    .argument("[file]", "the request's body; stdin where it is missing or -");
  policyOptions(command)
    .addOption(new Option("--wire <wire>", "the request's wire (default: by its shape)").choices(WIRE_NAMES))
    .option("-n, --dry-run", "list the planned edits on stdout instead of the body")
    .option("--report [=file]", "report as text on stderr, or as JSON in a file (written with the =)")
    .option("--explain", "with --report or --dry-run: also the tool results left as they are, and why")
    .option("--json", "with --dry-run: the plan as JSON; with --report: the report as JSON on stderr")
    .option("--originals <file>", "write what was replaced there, for tamis restore")
    .option("-o, --output <file>", "write the body there instead of stdout, replaced as a whole")
    .addHelpText("after", EXAMPLES)
    .action(async (file, flags) => {
      const { runReduce } = await import("./run.js");
      process.exitCode = await runReduce(file, flags);
    });
}
