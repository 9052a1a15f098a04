import { dirname } from "node:path";
import { makeFolder } from "../../base/make-folder.js";
import { userConfigFile } from "../../gateway/index.js";
import { findLogs, type LogFile, namedPlace, usualPlaces } from "../../simulate/index.js";
import { CliFailure, explainSystemError, FAILED, WRONG_USAGE } from "../shared/failure.js";
import { writeFileAtomic, writeJson, writeStderr, writeText } from "../shared/io.js";
import { toTerminal } from "../shared/terminal.js";
import { requireFree, tuneFiles, writeToml } from "../tune/run.js";
import { renderTune } from "../tune/text.js";
import { Asker } from "./ask.js";
import { CARES, type Care } from "./cares.js";

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
    return 0;
  }
  await (flags.json ? writeJson({ written: flags.output, tuned }) : writeText(renderTune(tuned)));
  await writeToml(tuned, flags);
  return 0;
}

function makeOwnFolder(folder: string): void {
  try {
    makeFolder(folder);
  } catch (error) {
    throw new CliFailure(FAILED, `cannot make ${folder}: ${explainSystemError(error)}`);
  }
}

/** The logs of all agents, of some, or at a path. */
async function whichLogs(paths: readonly string[], asker: Asker | undefined): Promise<LogFile[]> {
  if (paths.length > 0) return findLogs(paths.map(namedPlace), true).files;
  const places = usualPlaces();
  const agents = [...new Set(places.map(({ agent }) => agent))];
  const found = agents
    .map((agent) => ({
      agent,
      files: findLogs(
        places.filter((place) => place.agent === agent),
        false,
      ).files,
    }))
    .filter(({ files }) => files.length > 0);
  const all = found.flatMap(({ files }) => files);
  if (asker === undefined) return all;
  for (const [at, { agent, files }] of found.entries())
    asker.say(`  ${at + 1}  ${agent}: ${files.length} logs, ${megabytes(files)}`);
  if (found.length === 0) asker.say("  no logs of agents were found in the usual places");
  const answer = await asker.ask("Which logs to learn from? Numbers, a path, or all", "all");
  if (answer === "all") return all;
  const numbers = answer.split(/[\s,]+/).map(Number);
  if (numbers.every(Number.isInteger)) return numbers.flatMap((number) => found[number - 1]?.files ?? []);
  return findLogs([namedPlace(answer)], true).files;
}

const megabytes = (files: readonly LogFile[]): string =>
  `${(files.reduce((sum, { bytes }) => sum + bytes, 0) / 1024 / 1024).toFixed(1)} MB`;

async function howCareful(asker: Asker | undefined): Promise<Care> {
  if (asker === undefined) return "normal";
  for (const [name, { about }] of Object.entries(CARES)) asker.say(`  ${name}: ${about}`);
  for (;;) {
    const answer = await asker.ask("How careful?", "normal");
    const care = Object.keys(CARES).find((name): name is Care => name === answer);
    if (care !== undefined) return care;
  }
}
