// What `tamis completion` takes. What it does is loaded when it runs.
import { Argument, type Command } from "commander";
import { exits } from "../shared/options.js";

const EXAMPLES = `
Examples:
  tamis completion bash > ~/.local/share/bash-completion/completions/tamis
  tamis completion zsh > ~/.zfunc/_tamis          with ~/.zfunc in fpath
  tamis completion fish > ~/.config/fish/completions/tamis.fish

A folder that is missing there has to be made first: mkdir -p.`;

export function register(program: Command): void {
  program
    .command("completion", { hidden: true })
    .description("Print a completion script for a shell.")
    .addArgument(new Argument("<shell>", "the shell").choices(["bash", "zsh", "fish"]))
    .addHelpText("after", EXAMPLES)
    .action(exits(async (shell) => (await import("./run.js")).runCompletion(shell, program)));
}
