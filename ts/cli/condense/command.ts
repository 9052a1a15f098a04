import { type Command, InvalidArgumentError, Option } from "commander";
import { WIRE_NAMES } from "../../contract/wires.js";
import { exits } from "../shared/options.js";

const EXAMPLES = `
Examples:
  tamis condense request.json > smaller.json
  tamis condense request.json --provider smart --target 60
  tamis condense request.json --compare                 both providers beside each other, and nothing is written
  tamis condense request.json --mode code --json
  tamis condense request.json --provider smart --html diff.html
  tamis condense smaller.json --expand > request.json   what was condensed without loss as it came

The input is a request's body, or its list of messages alone. Settings come from [condensation] of your tamis.toml and
the workspace's; what is given here wins. No model is called: summaries are extracts.
What was done goes to stderr. Exit code 1 where nothing was condensed; the input is written through then.`;

function percent(value: string): number {
  const number = Number(value);
  if (/^\d{1,2}$/.test(value) && number >= 1 && number <= 95) return number;
  throw new InvalidArgumentError("It must be a whole number from 1 to 95.");
}

export function register(program: Command): void {
  program
    .command("condense")
    .description("Condense a conversation: native (one summary) or smart (lossless, then by type of content).")
    .argument("[file]", "the request's body; stdin where it is missing or -")
    .option("--provider <name>", "native, smart, or a plug-in of your configuration")
    .option("--compare", "run native and smart and print their numbers")
    .option("--expand", "put back what earlier runs on this machine condensed without loss")
    .option("--no-store", "keep nothing for a later --expand on this machine")
    .option("--mode <mode>", "the mode whose settings count")
    .option("--target <percent>", "reduction to stop at, 1 to 95", percent)
    .option("--model <model>", "the model of the next request, for money and limits (default: the body's)")
    .option("--retry", "once more where it failed or another provider took over")
    .addOption(new Option("--wire <wire>", "the request's wire (default: by its shape)").choices(WIRE_NAMES))
    .option("-c, --config <file>", "the configuration, and no other")
    .option("-o, --output <file>", "write the result there instead of stdout")
    .option("--html <file>", "write a page that shows before and after")
    .option("--json", "the report as JSON on stdout instead of the messages")
    .addHelpText("after", EXAMPLES)
    .action(exits(async (file, flags) => (await import("./run.js")).runCondense(file, flags)));
}
