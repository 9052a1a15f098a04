import { type Command, Option } from "commander";
import { wholeNumber } from "../shared/options.js";
import { CARES } from "./cares.js";

const EXAMPLES = `
Examples:
  tamis init                                 asks three questions
  tamis init --yes                           all logs, normal care, your own configuration
  tamis init --yes --care careful --output tamis.toml
  tamis init ~/.claude/projects --care bold

Asks which logs to learn from, how careful to be, and where to write; then searches the policy as tamis tune does, and writes
it as commented TOML. Without logs it writes the preset that fits your care. Nothing is sent anywhere.`;

export function register(program: Command): void {
  program
    .command("init")
    .description("Set Tamis up: three questions, and a policy that fits your sessions.")
    .argument("[path...]", "logs, and folders of them (default: asks)")
    .option("-y, --yes", "ask nothing: what is not given has its default")
    .addOption(new Option("--care <how>", "careful, normal or bold (default: asks)").choices(Object.keys(CARES)))
    .option("-o, --output <file>", "write there (default: asks)")
    .option("-f, --force", "replace a file that is there")
    .option("--json", "what was found and written, as JSON")
    .option("--trials <n>", "most policies that are tried", wholeNumber, 120)
    .addHelpText("after", EXAMPLES)
    .action(async (paths, flags) => {
      const { runInit } = await import("./run.js");
      process.exitCode = await runInit(paths, flags);
    });
}
