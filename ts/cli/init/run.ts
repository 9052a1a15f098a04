import { dirname } from "node:path";
import { makeFolder } from "../../base/make-folder.js";
import { userConfigFile } from "../../gateway/index.js";
import type { LogFile } from "../../simulate/index.js";
import { CliFailure, explainSystemError, FAILED, INTERRUPTED, WRONG_USAGE } from "../shared/failure.js";
import { writeFileAtomic, writeJson, writeStderr, writeText } from "../shared/io.js";
import { toTerminal } from "../shared/terminal.js";
import { requireFree, tellWhoseFile, tuneFiles, writeToml } from "../tune/run.js";
import { renderTune } from "../tune/text.js";
import { Asker } from "./ask.js";
import { CARES, type Care } from "./cares.js";
import { howCareful, whichLogs } from "./questions.js";

/** The options of `tamis init`. */
export interface InitFlags {
  yes?: boolean;
  care?: Care;
  output?: string;
  force?: boolean;
  json?: boolean;
  trials: number;
}

/** `tamis init`. Resolves to the exit code. */
export async function runInit(paths: readonly string[], flags: InitFlags): Promise<number> {
  const needsAnswers = paths.length === 0 || flags.care === undefined || flags.output === undefined;
  const asks = flags.yes !== true && needsAnswers;
  if (asks && process.stdin.isTTY !== true)
    throw new CliFailure(WRONG_USAGE, "there is no terminal to ask questions at: --yes takes the defaults");
  const asker = asks ? new Asker() : undefined;
  try {
    const files = await whichLogs(paths, asker);
    const care = flags.care ?? (await howCareful(asker));
    const output = flags.output ?? (await asker?.ask("Where to write it?", userConfigFile())) ?? userConfigFile();
    asker?.close();
    return await setUp(files, care, { ...flags, output });
  } finally {
    asker?.close();
  }
}

async function setUp(files: readonly LogFile[], care: Care, flags: InitFlags & { output: string }): Promise<number> {
  makeOwnFolder(dirname(flags.output));
  requireFree(flags);
  const { minGrounding, preset } = CARES[care];
  const rest = { minGrounding, trials: flags.trials, seed: 1, mostMb: 64 };
  const tuned = files.length === 0 ? undefined : await tuneFiles(files, rest);
  if (tuned === undefined) {
    const text = `# Written by tamis init: no sessions were found to learn from. tamis tune finds more once there are some.\npreset = "${preset}"\n`;
    writeFileAtomic(flags.output, text);
    if (flags.json) await writeJson({ written: flags.output, preset });
    else
      await writeStderr(
        toTerminal(`tamis: no sessions to learn from: wrote the preset ${preset} to ${flags.output}\n`),
      );
    await tellWhoseFile(flags.output);
    return 0;
  }
  await (flags.json ? writeJson({ written: flags.output, tuned }) : writeText(renderTune(tuned)));
  await writeToml(tuned, flags);
  return tuned.isWhole ? 0 : INTERRUPTED;
}

function makeOwnFolder(folder: string): void {
  try {
    makeFolder(folder);
  } catch (error) {
    throw new CliFailure(FAILED, `cannot make ${folder}: ${explainSystemError(error)}`);
  }
}
