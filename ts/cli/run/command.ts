import type { Command } from "commander";

const EXAMPLES = `
Examples:
  tamis run -- claude
  tamis run -- codex exec "fix the tests"
  tamis run --observe -- python agent.py
  tamis run --log requests.log -- aider

The command gets a gateway of its own: OPENAI_BASE_URL, OPENAI_API_BASE, ANTHROPIC_BASE_URL, ANTHROPIC_API_BASE and
GOOGLE_GEMINI_BASE_URL point to it, for this command only. Where one of them is set already and the configuration names
no upstream, the gateway sends to where it pointed. Signals are passed on, and the exit code is the command's.`;

export function register(program: Command): void {
  program.enablePositionalOptions();
  program
    .command("run")
    .description("Run a command with its requests reduced on their way to the provider.")
    .argument("<command...>", "the command and its arguments")
    .passThroughOptions()
    .option("-c, --config <file>", "the configuration, and no other")
    .option("--observe", "report and count only: every request goes on as it came")
    .option("--log <file>", "write the gateway's log lines there")
    .addHelpText("after", EXAMPLES)
    .action(async (command, flags) => {
      const { runCommand } = await import("./run.js");
      process.exitCode = await runCommand(command, flags);
    });
}
