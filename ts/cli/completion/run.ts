// Completion scripts, made of the program's own definition, so that they offer only what it takes.
import type { Command } from "commander";
import { writeStdout } from "../shared/io.js";
import { renderBash } from "./bash.js";
import { commandPaths } from "./commands.js";
import { renderFish } from "./fish.js";
import { renderZsh } from "./zsh.js";

const RENDER = { bash: renderBash, zsh: renderZsh, fish: renderFish };

/** `tamis completion`: the script for one shell, over all commands of the program. */
export async function runCompletion(shell: keyof typeof RENDER, program: Command): Promise<number> {
  await writeStdout(RENDER[shell](commandPaths(program)));
  return 0;
}
