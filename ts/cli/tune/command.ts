import { type Command, InvalidArgumentError } from "commander";
import { wholeNumber } from "../shared/options.js";
import { sinceTime } from "../shared/since.js";

const EXAMPLES = `
Examples:
  tamis tune                                 on the logs of all agents, where they keep them
  tamis tune ~/.claude/projects --since 30d --output tamis.toml
  tamis tune --min-grounding 0.9             where more of what calls name must stay
  tamis tune --html tune.html --json > tune.json

Replays your sessions under many policies: windows, when more is masked, what new results lose, arguments, thinking, digests,
windows of single tools. It searches on a part of the sessions and checks on the rest, and prints the policies that no other
beats: bill against grounding. Nothing is sent anywhere, and no model is called. The same logs and seed give the same result.

Grounding: of the paths, identifiers and numbers in arguments of calls that only tool results had before, the share that is
in the request which the call answers. It says nothing about whether a task succeeds.

Ctrl-C ends the search, and checks and prints what was found (exit code 130). Exit code 1 only where nothing could be read.`;

export function register(program: Command): void {
  program
    .command("tune")
    .description("Search the policy that fits your sessions, and write it as tamis.toml.")
    .argument("[path...]", "logs, and folders of them (default: where the agents keep theirs)")
    .option("-o, --output <file>", "write the policy there, as commented TOML")
    .option("-f, --force", "replace a file that is there")
    .option("--min-grounding <share>", "of what calls name, the share that must stay, from 0 to 1", share, 0.85)
    .option("--since <when>", "only logs changed since: a date (2026-11-01), or days back (7d)", sinceTime)
    .option("--project <text>", "only projects that have this in their path")
    .option("--trials <n>", "most policies that are tried", positive, 120)
    .option("--seed <n>", "divide the sessions and order the trials otherwise", wholeNumber, 1)
    .option("--most-mb <n>", "most megabytes of logs that are read, chosen by chance", positive, 64)
    .option("--json", "all numbers as JSON")
    .option("--html <file>", "write a page with a plot there")
    .addHelpText("after", EXAMPLES)
    .action(async (paths, flags) => {
      const { runTune } = await import("./run.js");
      process.exitCode = await runTune(paths, flags);
    });
}

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
