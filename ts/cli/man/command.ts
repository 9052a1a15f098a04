import type { Command } from "commander";

const EXAMPLES = `
Examples:
  tamis man | man -l -
  tamis man > ~/.local/share/man/man1/tamis.1

npm links the same page where tamis is installed with --global: man tamis.`;

export function register(program: Command): void {
  program
    .command("man")
    .description("Print the manual page, in roff.")
    .addHelpText("after", EXAMPLES)
    .action(async () => {
      const { runMan } = await import("./run.js");
      process.exitCode = await runMan(program);
    });
}
