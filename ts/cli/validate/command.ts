import { type Command, Option } from "commander";
import { WIRE_NAMES } from "../../contract/wires.js";
import { CliFailure, WRONG_USAGE } from "../shared/failure.js";
import { type Mode, withModes } from "../shared/modes.js";

const EXAMPLES = `
Examples:
  tamis validate request.json
  tamis validate recordings/                folders are searched for *.json, recursively
  tamis validate --wire anthropic < request.json
  tamis validate ~/.claude/projects/app/1.jsonl    the last request of each session of a log
  tamis validate --json request.json | jq .files[0].violations
  tamis validate --repair < request.json > repaired.json
  tamis validate --repair request.json --dry-run   what would be repaired, and nothing else

One line a violation: file:message N: rule — what is wrong (byte N).
With --session, the files of the folder are one session's requests, sorted by name: thinking that the model would refuse,
because something before it is not as it was sent, is listed for each. Numbers in names count as numbers.
Of a log the last request of each session is checked, but for what a log lacks: signatures of thinking, and settings.
Exit code 0 where nothing is wrong, 1 where something is or a file cannot be read.

--repair writes the body with everything mended that takes no guess, and the repairs on stderr, one a line. Everything else
keeps its bytes. Exit code 1 where something is still wrong afterwards; the body is written all the same.`;

const REPAIR: Mode = {
  flag: new Option("--repair", "repair one request, where that takes no guess"),
  options: [
    new Option("-n, --dry-run", "list the repairs on stdout instead of the body"),
    new Option("-o, --output <file>", "write the body there instead of stdout, replaced as a whole"),
  ],
  takes: ["wire", "json"],
  run: async (files, flags) => {
    if (files.length > 1) throw new CliFailure(WRONG_USAGE, "--repair takes one request at a time");
    return (await import("./repair.js")).runRepair(files[0], flags);
  },
};

export function register(program: Command): void {
  const command = program
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
    .option("--json", "all violations, or repairs, as JSON")
    .addHelpText("after", EXAMPLES);
  withModes(command, [REPAIR], async (files, flags) => (await import("./run.js")).runValidate(files, flags));
}
