import { type Command, InvalidArgumentError, Option } from "commander";
import { CliFailure, WRONG_USAGE } from "../shared/failure.js";
import { type Mode, withModes } from "../shared/modes.js";
import { wholeNumber } from "../shared/options.js";
import { KINDS } from "./kinds.js";

const EXAMPLES = `
Examples:
  tamis savings                              the logs of all agents, where they keep them
  tamis savings --since 7d --by project
  tamis savings ~/.claude/projects --project my-app
  tamis savings --tune --output tamis.toml   search the policy that fits your sessions
  tamis savings --recordings folder/         recorded requests instead of logs, by each provider's rules

Reads what your coding agents logged (Claude Code, Codex, Gemini CLI, opencode, Copilot CLI, Cline, Roo Code, or any in the
neutral form of docs/savings.md), adds up what was paid at the price list, and replays each session under several policies.
Nothing is sent anywhere, no model is called, and nothing of what was said is written. A file or a line that cannot be read is
named with the reason, and the rest goes on. Ctrl-C prints what is done (exit code 130). Exit code 1 only where nothing could
be read.

--tune searches on a part of the sessions and checks on the rest, and prints the policies that no other beats: bill against
grounding, the share of the paths, identifiers and numbers in calls that is still in the request which the call answers. The
same logs give the same result.

--recordings replays request bodies (*.json) and session logs (*.jsonl) step by step under policies (--policy, once for each)
and prices: a family (anthropic, openai, gemini, …), any model, with -1h, -12h or -long for the long lifetime; none; or
read,write relative to fresh input.`;

const RECORDINGS: Mode = {
  flag: new Option("--recordings", "replay recorded requests: what each policy does to the bill, caches included"),
  options: [
    new Option("-w, --window <turns>", "tool turns that the policies compared leave alone")
      .argParser(positive)
      .default(8),
    new Option("--model <name>", "the model, where the recordings do not say or another one is meant"),
    new Option("--constant-prefix <tokens>", "tokens of system prompt and tools that the recordings lack").argParser(
      wholeNumber,
    ),
    new Option(
      "--kept",
      "also what is kept of what answers need (edits, values, error lines …), and the bill with re-reads",
    ),
  ],
  takes: ["policy", "prices", "json"],
  run: async (paths, flags: object) => {
    if (paths.length === 0)
      throw new CliFailure(WRONG_USAGE, "--recordings needs the recordings: name files or folders");
    const { runSimulate } = await import("./recordings/run.js");
    return runSimulate(paths, { policy: [], prices: [], ...flags } as never);
  },
};

const TUNE: Mode = {
  flag: new Option("--tune", "search the policy that fits your sessions"),
  options: [
    new Option("-o, --output <file>", "write the policy there, as commented TOML"),
    new Option("-f, --force", "replace a file that is there"),
    new Option("--min-grounding <share>", "of what calls name, the share that must stay, from 0 to 1")
      .argParser(share)
      .default(0.85),
    new Option("--trials <n>", "most policies that are tried").argParser(positive).default(120),
  ],
  takes: ["since", "project", "json"],
  run: async (paths, flags) => (await import("./tune/run.js")).runTune(paths, flags),
};

export function register(program: Command): void {
  const command = program
    .command("savings")
    .description("What your agents' sessions cost, and what each policy would have saved, in dollars.")
    .argument("[path...]", "logs, and folders of them (default: where the agents keep theirs)")
    .addOption(new Option("--by <what>", "also a table with a row for each").choices([...KINDS]))
    .option("--since <when>", "only what was paid since: a date (2026-11-01), or days back (7d)", sinceTime)
    .option("--project <text>", "only projects that have this in their path")
    .option("-p, --policy <file>", "also judge the policy in this file, TOML or JSON; may be repeated", collect)
    .option(
      "--prices <prices>",
      "own prices, a JSON file: they win over the list; with --recordings see below",
      collect,
    )
    .option(
      "--missed",
      "also what each policy keeps, and what calls name that the recommended one's requests no longer have",
    )
    .option("--json", "everything, for each session and in total, as JSON")
    .addHelpText("after", EXAMPLES);
  withModes(command, [RECORDINGS, TUNE], async (paths, { prices: files = [], ...flags }: { prices?: string[] }) => {
    const [prices, other] = files;
    if (other !== undefined) throw new CliFailure(WRONG_USAGE, "--prices takes one file");
    const { runSavings } = await import("./run.js");
    return runSavings(paths, { policy: [], ...flags, ...(prices !== undefined && { prices }) } as never);
  });
}

const collect = (value: string, values: string[] = []): string[] => [...values, value];

function share(value: string): number {
  const number = Number(value);
  if (!/^[01]?\.?\d+$|^1(?:\.0+)?$/.test(value) || number > 1)
    throw new InvalidArgumentError("It must be from 0 to 1.");
  return number;
}

function positive(value: string): number {
  const number = wholeNumber(value);
  if (number === 0) throw new InvalidArgumentError("It must be 1 or more.");
  return number;
}

/** A commander argument parser for a date, or days back such as `7d`; in milliseconds. */
function sinceTime(value: string): number {
  const days = /^(\d{1,5})d$/.exec(value)?.[1];
  const time = days === undefined ? Date.parse(value) : Date.now() - Number(days) * 86_400_000;
  if (!Number.isFinite(time))
    throw new InvalidArgumentError("It must be a date such as 2026-11-01, or days such as 7d.");
  return time;
}
