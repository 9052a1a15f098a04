import { type Command, Option } from "commander";
import { costCap, exits, sharePercent } from "../shared/options.js";
import { PRESET_CHOICES } from "../shared/preset-choices.js";

const EXAMPLES = `
Examples:
  tamis run -- claude
  tamis run -- codex exec "fix the tests"
  tamis run --observe -- python agent.py
  tamis run --log requests.log -- aider
  tamis run --profile my-tool.json -- my-tool

The command gets a gateway of its own. Agents that have a launch profile (tamis doctor --agent NAME shows it) get what
theirs says; everything else gets OPENAI_BASE_URL, OPENAI_API_BASE, ANTHROPIC_BASE_URL, ANTHROPIC_API_BASE and
GOOGLE_GEMINI_BASE_URL, for this command only. Where one of them is set already and the configuration names no upstream,
the gateway sends to where it pointed. Signals are passed on, and the exit code is the command's.`;

/** The options that `tamis run` and the agents' commands share. */
export function runOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        "--preset <name>",
        "the policy where your configuration has none (default: the agent's own, else balanced); none: masks alone",
      ).choices(PRESET_CHOICES),
    )
    .option("--observe", "report and count only: every request goes on as it came")
    .option("--shadow", "the same, kept in the ledger as what would have been")
    .option(
      "--holdout <percent>",
      "leave this share of the sessions alone, to compare the others with them",
      sharePercent,
    )
    .option("--max-cost <dollars>", "refuse requests once so much is spent: 5 in this run, 10/day, 50/week", costCap)
    .option("--lean", "leave out tools that your sessions never call, by the agent's own settings")
    .option("--lean-keep <names>", "the same, but for these, with commas between", namesIn)
    .option("--log <file>", "write the gateway's log lines there")
    .option("--status", "a line on stderr for each request")
    .option("--no-ledger", "keep nothing of this run")
    .option("--json", "what is said at the end as one line of JSON on stderr")
    .option("--ui", "a page beside it that shows each request and what it saves; its address goes to stderr");
}

const namesIn = (value: string): string[] => value.split(",").flatMap((name) => name.trim() || []);

export function register(program: Command): void {
  program.enablePositionalOptions();
  const command = program
    .command("run")
    .description("Run a command with its requests reduced on their way to the provider.")
    .argument("<command...>", "the command and its arguments")
    .passThroughOptions()
    .option("-c, --config <file>", "the configuration, and no other")
    .option("--profile <file>", "a launch profile of your own, in JSON");
  runOptions(command)
    .addHelpText("after", EXAMPLES)
    .action(exits(async (words, flags) => (await import("./run.js")).runCommand(words, flags)));
}
