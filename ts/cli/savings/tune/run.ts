import { existsSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { userConfigFile } from "../../../gateway/index.js";
import { findLogs, type LogFile, namedPlace, type Tuned, tune, usualPlaces } from "../../../simulate/index.js";
import { CliFailure, FAILED, INTERRUPTED, WRONG_USAGE } from "../../shared/failure.js";
import { untilInterrupted } from "../../shared/interrupt.js";
import {
  requireOwnFiles,
  requireWritable,
  writeFileAtomic,
  writeJson,
  writeStderr,
  writeText,
} from "../../shared/io.js";
import { tellNoLogs } from "../../shared/no-logs.js";
import { createProgress, printable, toTerminal } from "../../shared/terminal.js";
import { renderTune } from "./text.js";
import { tunedToml } from "./toml.js";

/** The options of `tamis savings --tune`. */
export interface TuneFlags {
  output?: string;
  force?: boolean;
  minGrounding: number;
  since?: number;
  project?: string;
  trials: number;
  json?: boolean;
}

/** `tamis savings --tune`. Resolves to the exit code: 1 only if nothing could be read, 130 if it was ended early. */
export async function runTune(paths: readonly string[], flags: TuneFlags): Promise<number> {
  requireFree(flags);
  requireOwnFiles([["--output", flags.output]], paths);
  const isNamed = paths.length > 0;
  const { files, unseen } = findLogs(isNamed ? paths.map(namedPlace) : usualPlaces(), isNamed);
  for (const { path, reason } of unseen) await tellUnread({ name: path, reason });
  if (files.length === 0) await tellNoLogs("savings --tune", paths, unseen);
  const tuned = await tuneFiles(files, flags);
  if (tuned === undefined) return FAILED;
  await (flags.json ? writeJson(tuned) : writeText(renderTune(tuned, flags.output)));
  await writeToml(tuned, flags);
  return tuned.isWhole ? 0 : INTERRUPTED;
}

/**
 * Refuses to replace a file, before long work.
 *
 * @throws CliFailure
 */
export function requireFree({ output, force }: Pick<TuneFlags, "output" | "force">): void {
  if (output === undefined) return;
  if (force !== true && existsSync(output))
    throw new CliFailure(WRONG_USAGE, `${output} is there already; --force replaces it; nothing was started`);
  requireWritable(output);
}

/** Searches, with a progress bar, and says what could not be read. Undefined if there is nothing to replay. */
export async function tuneFiles(files: readonly LogFile[], flags: TuneFlags): Promise<Tuned | undefined> {
  const progress = createProgress(process.stderr, 1);
  const tuned = await untilInterrupted((signal) =>
    tune(files, {
      signal,
      ...{ minGrounding: flags.minGrounding, trials: flags.trials },
      ...(flags.since === undefined ? {} : { since: flags.since }),
      ...(flags.project === undefined ? {} : { project: flags.project }),
      onProgress: (share, what) => progress.update(share, what),
    }),
  );
  progress.clear();
  for (const one of tuned.skipped.slice(0, MOST_NAMED)) await tellUnread(one);
  if (tuned.skipped.length > MOST_NAMED)
    await writeStderr(`tamis: ${tuned.skipped.length - MOST_NAMED} more files or lines left out\n`);
  if (!("best" in tuned)) {
    if (files.length > 0) await writeStderr("tamis: no session could be read\n");
    return undefined;
  }
  if (!tuned.isWhole) await writeStderr("tamis: ended early; this is what was found until then\n");
  return tuned;
}

const MOST_NAMED = 20;

function tellUnread({ name, line, reason }: { name: string; line?: number; reason: string }): Promise<void> {
  const place = line === undefined ? name : `${name}:${line}`;
  return writeStderr(`tamis: ${printable(place, 200)}: ${printable(reason, 200)}\n`);
}

/** Writes the policy, if there is a file for it. */
export async function writeToml(tuned: Tuned, { output }: Pick<TuneFlags, "output">): Promise<void> {
  if (output === undefined) return;
  writeFileAtomic(output, tunedToml(tuned));
  await writeStderr(toTerminal(`wrote ${output}\n`));
  await tellWhoseFile(output);
}

/** A file that every command finds in its folder may have come with a repository: so it is not taken whole. */
export async function tellWhoseFile(output: string): Promise<void> {
  if (basename(output) !== "tamis.toml" || resolve(output) === resolve(userConfigFile())) return;
  await writeStderr(
    toTerminal(
      `tamis: commands in ${dirname(resolve(output))} take from it what edits less than your own configuration; all of it: --config ${output}, or as ${userConfigFile()}\n`,
    ),
  );
}
