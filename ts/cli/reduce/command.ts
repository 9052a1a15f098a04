import { type Command, Option } from "commander";
import { WIRE_NAMES } from "../../contract/wires.js";
import { CliFailure, WRONG_USAGE } from "../shared/failure.js";
import { type Mode, withModes } from "../shared/modes.js";
import { policyOptions } from "../shared/options.js";

const EXAMPLES = `
Examples:
  tamis reduce < request.json > smaller.json
  tamis reduce request.json --dry-run              what would change, and nothing else
  tamis reduce request.json --window 4 --report    the report goes to stderr
  tamis reduce request.json -o request.json --report=report.json
  tamis reduce --policy tamis.toml --set mask.minChars=1000 < request.json
  tamis reduce request.json --diff                 before and after of each edited block
  tamis reduce batch.jsonl -o smaller.jsonl        each request of a batch file
  tamis reduce recordings/ --stats                 what requests are made of; also logs of agents
  tamis reduce request.json -o small.json --originals originals.json
  tamis reduce small.json --restore originals.json > request.json

No policy file is looked for: what is not given here has its default.
Of a batch (a file of OpenAI's, Anthropic's or Gemini's) each request is reduced, and all else stays; what cannot be read is named.
A body that cannot be reduced is written unchanged, with the reason on stderr and exit code 1.
--stats searches folders for *.json, names what cannot be read, and fails only where nothing could be read.
--restore takes a file that --originals has written, or a folder of originals, of which each placeholder that names a handle
(ref=…) is put back. What cannot be put back is named; the body is written all the same, with exit code 1.`;

const DIFF: Mode = {
  flag: new Option("--diff", "show before and after of each edited block instead of the body"),
  options: [new Option("--full", "all of the text that goes (default: its first lines)")],
  takes: ["policy", "set", "window", "wire", "json"],
  run: async (files, flags) => (await import("./diff/run.js")).runDiff(onlyFile(files), flags),
};

const STATS: Mode = {
  flag: new Option("--stats", "show what requests are made of, in tokens and money, and what would go"),
  options: [
    new Option("--exact", "count tokens instead of estimating them"),
    new Option("--model <name>", "count and price for this model (default: each request's own; no prices)"),
    new Option("--prices <file>", "own prices as JSON, dollars for a million tokens; they win over the list"),
    new Option("--session <id>", "of logs only the session with this id, or number in its file"),
  ],
  takes: ["json"],
  run: async (files, flags) => (await import("./stats/run.js")).runStats(files, flags),
};

const RESTORE: Mode = {
  flag: new Option("--restore <from>", "put back what a reduction replaced, from a file or folder of originals"),
  options: [new Option("--tenant <name>", "of a folder: whose originals").default("default")],
  takes: ["json", "output"],
  run: async (files, flags) => (await import("./restore.js")).runRestore(onlyFile(files), flags),
};

export function register(program: Command): void {
  const command = program
    .command("reduce")
    .description("Reduce one request: bytes in, smaller bytes out.")
    .argument("[file...]", "the request's body; stdin where it is missing or -");
  policyOptions(command)
    .addOption(new Option("--wire <wire>", "the request's wire (default: by its shape)").choices(WIRE_NAMES))
    .option("-n, --dry-run", "list the planned edits on stdout instead of the body")
    .option("--report [=file]", "report as text on stderr, or as JSON in a file (written with the =)")
    .option("--explain", "with --report or --dry-run: also the tool results left as they are, and why")
    .option("--json", "the plan, report, edits or numbers as JSON")
    .option("--originals <file>", "write what was replaced there, for --restore")
    .option("-o, --output <file>", "write the body there instead of stdout, replaced as a whole")
    .addHelpText("after", EXAMPLES);
  withModes(command, [DIFF, STATS, RESTORE], async (files, flags) => {
    const { runReduce } = await import("./run.js");
    return runReduce(onlyFile(files), flags);
  });
}

function onlyFile(files: readonly string[]): string | undefined {
  if (files.length > 1) throw new CliFailure(WRONG_USAGE, `one request at a time; only --stats takes several files`);
  return files[0];
}
