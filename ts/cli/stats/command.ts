import type { Command } from "commander";

const EXAMPLES = `
Examples:
  tamis stats request.json
  tamis stats recordings/ more.json      folders are searched for *.json, recursively
  tamis stats ~/.claude/projects/app/1.jsonl             the last request of each session of a log
  tamis stats --json < request.json | jq .total.tools
  tamis stats --exact --model gpt-5 recordings/         counted, and priced as if sent to that model
  tamis stats --prices prices.json request.json         own prices, by the request's own model

A file that cannot be read as a request is named with the reason, and the rest goes on.
Exit code 1 only where nothing could be read.`;

export function register(program: Command): void {
  program
    .command("stats")
    .description(
      "What a request or a folder of them is made of, in tokens and money, and what the default policy and each kind of arrival would remove.",
    )
    .argument("[files...]", "request bodies, logs of agents, and folders; stdin where there are none")
    .option("--exact", "count tokens instead of estimating them")
    .option("--model <name>", "count and price for this model (default: each request's own; no prices)")
    .option("--prices <file>", "own prices as JSON, dollars for a million tokens; they win over the list")
    .option("--session <id>", "of logs only the session with this id, or number in its file")
    .option("--json", "all numbers, for every file and in total, as JSON")
    .addHelpText("after", EXAMPLES)
    .action(async (files, flags) => {
      const { runStats } = await import("./run.js");
      process.exitCode = await runStats(files, flags);
    });
}
