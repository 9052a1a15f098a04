import type { Command } from "commander";

const EXAMPLES = `
Examples:
  tamis doctor
  tamis doctor --json
  tamis doctor --policy tamis.toml
  TAMIS_BACKEND=baseline tamis doctor

Exit code 1 where the self-check fails.`;

export function register(program: Command): void {
  program
    .command("doctor")
    .description("Show what is loaded and why, and check that it reduces correctly.")
    .option("--policy <file>", "say what is worth a second thought in this policy")
    .option("--json", "the same as JSON")
    .addHelpText("after", EXAMPLES)
    .action(async (flags) => {
      const { runDoctor } = await import("./run.js");
      process.exitCode = await runDoctor(flags);
    });
}
