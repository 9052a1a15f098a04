// Reducing is paused while a file exists that the launch names to what it starts: any command inside can make it, and no
// process beside the user's own.

import { randomUUID } from "node:crypto";
import { existsSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeFolder } from "../../base/make-folder.js";
import { createSafely } from "../../base/write-safely.js";
import { PAUSE_VARIABLE, pauseFile, stateFolder } from "../../ledger/place.js";
import { CliFailure, explainSystemError, FAILED, WRONG_USAGE } from "../shared/failure.js";
import { writeStdout } from "../shared/io.js";

/** What a launch needs to be paused from inside. */
export interface Pause {
  /** For what is started. */
  variables: Readonly<Record<string, string>>;
  /** Whether reducing is paused. */
  isPaused(): boolean;
  /** Removes what a command may have written. */
  end(): void;
}

/** Opens the way to pause one launch; nothing is written. */
export function openPause(): Pause {
  const file = join(stateFolder(), `pause-${randomUUID()}`);
  return {
    variables: { [PAUSE_VARIABLE]: file },
    isPaused: () => existsSync(file),
    end() {
      if (existsSync(file)) rmSync(file, { force: true });
    },
  };
}

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
  const file = pauseFile();
  if (file === undefined)
    throw new CliFailure(
      WRONG_USAGE,
      `there is nothing to pause here: run it inside an agent that tamis started (${PAUSE_VARIABLE} names no launch)`,
    );
  try {
    if (end) rmSync(file, { force: true });
    else if (!existsSync(file)) {
      makeFolder(dirname(file), 0o700);
      createSafely(file, "", 0o600);
    }
  } catch (error) {
    throw new CliFailure(FAILED, `cannot write ${file}: ${explainSystemError(error)}`);
  }
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
