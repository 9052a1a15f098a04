import type { Command } from "commander";
import { writeStdout } from "../shared/io.js";
import { renderMan } from "./render.js";

/** `tamis man`: the manual page, over all commands of the program. */
export async function runMan(program: Command): Promise<number> {
  await writeStdout(renderMan(program));
  return 0;
}
