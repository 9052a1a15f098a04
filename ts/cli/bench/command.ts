import type { Command } from "commander";
import { policyOptions, positiveSeconds } from "../shared/options.js";

const EXAMPLES = `
Examples:
  tamis bench                        generated requests of 15 KB, 100 KB and 1 MB
  tamis bench recordings/ --seconds 20
  tamis bench --json > bench.json

Both contestants turn the same bytes into smaller bytes, in turns, in this one process; the answers are compared before
anything is timed. Without --policy, --set or --window, tool results alone are masked: errors and short results too.`;

export function register(program: Command): void {
  const command = program
    .command("bench")
    .description("Time the native backend against the TypeScript baseline on this machine.")
    .argument("[files...]", "request bodies of any wire and folders of them (default: generated requests)");
  policyOptions(command)
    .option("--seconds <n>", "measuring time in all", positiveSeconds, 6)
    .option("--json", "the results as JSON")
    .addHelpText("after", EXAMPLES)
    .action(async (files, flags) => {
      const { runBench } = await import("./run.js");
      process.exitCode = await runBench(files, flags);
    });
}
