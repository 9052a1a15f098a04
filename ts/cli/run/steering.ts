// A launch is steered from inside by files that it names to what it starts: any command inside can make them, and no process
// beside the user's own. While one exists reducing is paused; another has the name of a preset.

import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { makeFolder } from "../../base/make-folder.js";
import { createSafely } from "../../base/write-safely.js";
import { PAUSE_VARIABLE, pauseFile, stateFolder } from "../../ledger/place.js";
import { attempt, CliFailure, FAILED, WRONG_USAGE } from "../shared/failure.js";
import { writeStdout } from "../shared/io.js";
import { PRESET_CHOICES, type PresetChoice } from "../shared/preset-choices.js";

/** What a launch needs to be steered from inside. */
export interface Steering {
  /** For what is started. */
  variables: Readonly<Record<string, string>>;
  isPaused(): boolean;
  /** The preset that was chosen inside; undefined where none was. */
  preset(): PresetChoice | undefined;
  /** Removes what commands may have written. */
  end(): void;
}

/** Opens the way to steer one launch; nothing is written. */
export function openSteering(): Steering {
  const file = join(stateFolder(), `pause-${randomUUID()}`);
  const preset = presetFileOf(file);
  return {
    variables: { [PAUSE_VARIABLE]: file },
    isPaused: () => existsSync(file),
    preset() {
      if (!existsSync(preset)) return undefined;
      const name = readFileSync(preset, "utf8");
      return PRESET_CHOICES.find((choice) => choice === name);
    },
    end() {
      for (const one of [file, preset]) if (existsSync(one)) rmSync(one, { force: true });
    },
  };
}

/** Beside the file that pauses a launch. */
const presetFileOf = (file: string): string => join(dirname(file), basename(file).replace("pause-", "preset-"));

/** The options of `tamis pause`. */
export interface PauseFlags {
  /** Reduce again. */
  end?: boolean | undefined;
  json?: boolean | undefined;
}

/**
 * `tamis pause`.
 *
 * @throws CliFailure outside of a launch, and where the file cannot be written
 */
export async function pauseCommand({ end = false, json = false }: PauseFlags): Promise<void> {
  const file = fileOfLaunch("nothing to pause");
  change(file, end ? undefined : "");
  if (json) {
    await writeStdout(`${JSON.stringify({ paused: !end })}\n`);
    return;
  }
  await writeStdout(
    end
      ? "tamis: requests are reduced again\n"
      : "tamis: nothing is reduced from your next prompt on; tamis pause --end reduces again\n",
  );
}

/**
 * `tamis preset`.
 *
 * @throws CliFailure outside of a launch, and where the file cannot be written
 */
export async function presetCommand(preset: PresetChoice, { json = false }: { json?: boolean }): Promise<void> {
  const file = presetFileOf(fileOfLaunch("no launch whose preset could change"));
  change(file, preset);
  const line = `tamis: ${preset} from the next request on; what was sent before stays as it is until a move pays\n`;
  await writeStdout(json ? `${JSON.stringify({ preset })}\n` : line);
}

function fileOfLaunch(lacks: string): string {
  const file = pauseFile();
  if (file !== undefined) return file;
  throw new CliFailure(
    WRONG_USAGE,
    `there is ${lacks} here: run it inside an agent that tamis started (${PAUSE_VARIABLE} names no launch)`,
  );
}

/** Writes the file anew, or removes it where there is no text. */
function change(file: string, text: string | undefined): void {
  attempt(FAILED, `cannot write ${file}`, () => {
    rmSync(file, { force: true });
    if (text === undefined) return;
    makeFolder(dirname(file), 0o700);
    createSafely(file, text, 0o600);
  });
}
