import { type Command, Option } from "commander";
import { WIRE_NAMES } from "../../contract/wires.js";

const EXAMPLES = `
Examples:
  tamis validate request.json
  tamis validate recordings/                folders are searched for *.json, recursively
  tamis validate --wire anthropic < request.json
  tamis validate ~/.claude/projects/app/1.jsonl    the last request of each session of a log
  tamis validate --json request.json | jq .files[0].violations

One line a violation: file:message N: rule — what is wrong (byte N).
With --session, the files of the folder are one session's requests, sorted by name: thinking that the model would refuse,
because something before it is not as it was sent, is listed for each. Numbers in names count as numbers.
Of a log the last request of each session is checked, but for what a log lacks: signatures of thinking, and settings.
Exit code 0 where nothing is wrong, 1 where something is or a file cannot be read.`;

export function register(program: Command): void {
  program
    .command("validate")
    .description("Say whether a provider would reject a request, and why.")
    .argument("[files...]", "request bodies, logs of agents, and folders; stdin where there are none")
    .addOption(new Option("--wire <wire>", "the requests' wire (default: by their shape)").choices(WIRE_NAMES))
    .option("--model <name>", "the model, where the body does not name it")
    .option(
      "--session <folder>",
      "also check thinking against the requests before, over consecutive files; with files: of logs only the session with this id",
    )
    .option("--bound", "with --session: check as for a model that checks its thinking, whatever the model is")
    .option("--json", "all violations as JSON")
    .addHelpText("after", EXAMPLES)
    .action(async (files, flags) => {
      const { runValidate } = await import("./run.js");
      process.exitCode = await runValidate(files, flags);
    });
}
