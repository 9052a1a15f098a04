import { type Command, Option } from "commander";
import { sinceTime } from "../shared/since.js";
import { KINDS } from "./kinds.js";

const EXAMPLES = `
Examples:
  tamis savings                              the logs of all agents, where they keep them
  tamis savings --since 7d --by project
  tamis savings ~/.claude/projects --project my-app
  tamis savings --html savings.html          a page to show to someone
  tamis savings --json > savings.json

Reads what your coding agents logged (Claude Code, Codex, Gemini CLI, opencode, Copilot CLI, Cline, Roo Code, or any in the
neutral form of docs/savings.md), adds up what was paid at the price list, and replays each session under several policies.
Nothing is sent anywhere, no model is called, and nothing of what was said is written.

A file or a line that cannot be read is named with the reason, and the rest goes on. Ctrl-C prints what is done (exit code 130).
Exit code 1 only where nothing could be read.`;

export function register(program: Command): void {
  program
    .command("savings")
    .description("What your agents' sessions cost, and what each policy would have saved, in dollars.")
    .argument("[path...]", "logs, and folders of them (default: where the agents keep theirs)")
    .addOption(new Option("--by <what>", "the rows of the table").choices([...KINDS]).default("day"))
    .option("--since <when>", "only what was paid since: a date (2026-11-01), or days back (7d)", sinceTime)
    .option("--project <text>", "only projects that have this in their path")
    .option("-p, --policy <file>", "also judge the policy in this file, TOML or JSON; may be repeated", collect)
    .option("--prices <file>", "own prices, JSON: they win over the list")
    .option(
      "--missed",
      "also list what calls name and the recommended policy's requests no longer have, and from which tools",
    )
    .option("--json", "everything, for each session and in total, as JSON")
    .option("--html <file>", "write a page there")
    .addHelpText("after", EXAMPLES)
    .action(async (paths, flags) => {
      const { runSavings } = await import("./run.js");
      process.exitCode = await runSavings(paths, { policy: [], ...flags });
    });
}

const collect = (value: string, values: string[] = []): string[] => [...values, value];
