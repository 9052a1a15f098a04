import type { Command } from "commander";

const EXAMPLES = `
Examples:
  tamis doctor
  tamis doctor --json
  tamis doctor --policy tamis.toml
  TAMIS_BACKEND=baseline tamis doctor
  tamis doctor --agent claude

Exit code 1 where the self-check fails, and where an agent's requests would go past the gateway.`;

export function register(program: Command): void {
  program
    .command("doctor")
    .description("Show what is loaded and why, and check that it reduces correctly.")
    .option("--policy <file>", "say what is worth a second thought in this policy")
    .option(
      "--agent <name>",
      "say how this agent would be started here, what leads its requests past the gateway, and what its prefix costs",
    )
    .option("--json", "the same as JSON")
    .addHelpText("after", EXAMPLES)
    .action(async (flags) => {
      if (flags.agent !== undefined) {
        const { runAgentDoctor } = await import("./agent.js");
        process.exitCode = await runAgentDoctor(flags.agent, flags);
        return;
      }
      const { runDoctor } = await import("./run.js");
      process.exitCode = await runDoctor(flags);
    });
}
