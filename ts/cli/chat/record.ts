import { readdirSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../../base/make-folder.js";
import { createSafely } from "../../base/write-safely.js";
import { CliFailure, explainSystemError, FAILED } from "../shared/failure.js";

/** Saves requests in a folder that only its owner can read, numbered after the existing ones. */
export function createRecorder(folder: string): (body: string) => void {
  const explained = <T>(run: () => T): T => {
    try {
      return run();
    } catch (error) {
      throw new CliFailure(FAILED, `cannot record to ${folder}: ${explainSystemError(error)}`);
    }
  };
  let number = explained(() => {
    makeFolder(folder, 0o700);
    return Math.max(0, ...readdirSync(folder).map((name) => Number(/^(\d+)\.json$/.exec(name)?.[1] ?? 0)));
  });
  return (body) => {
    number++;
    const path = join(folder, `${String(number).padStart(4, "0")}.json`);
    explained(() => createSafely(path, body, 0o600));
  };
}
