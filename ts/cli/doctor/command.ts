// What `tamis doctor` takes. What it does is loaded when it runs.
import type { Command } from "commander";
import { exits } from "../shared/options.js";

const EXAMPLES = `
Examples:
  tamis doctor
  tamis doctor --json
  tamis doctor --policy tamis.toml
  TAMIS_BACKEND=wasm tamis doctor
  tamis doctor --agent claude
  tamis doctor --profile my-tool.json

Exit code 1 where the self-check fails, where the configuration needs what is not there (a package), and where an agent's requests would go past the gateway.`;

export function register(program: Command): void {
  program
    .command("doctor")
    .description("Show what is loaded and why, and check that it reduces correctly.")
    .option("--policy <file>", "say what is worth a second thought in this policy")
    .option(
      "--agent <name>",
      "say how this agent would be started here, what leads its requests past the gateway, and what its prefix costs",
    )
    .option("--profile <file>", "the same for a launch profile of your own")
    .option("--profile-schema", "print the JSON Schema of launch profiles, for editors")
    .option("--json", "the same as JSON")
    .addHelpText("after", EXAMPLES)
    .action(
      exits(async (flags) => {
        const isOfAgent = flags.agent !== undefined || flags.profile !== undefined || flags.profileSchema;
        if (!isOfAgent) return (await import("./run.js")).runDoctor(flags);
        const { runAgentDoctor, writeProfileSchema } = await import("./agent.js");
        return flags.profileSchema ? writeProfileSchema() : runAgentDoctor(flags);
      }),
    );
}
