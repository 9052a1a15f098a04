import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CliFailure, explainSystemError, FAILED } from "../failure.js";

/** Keeps requests in a folder, numbered on from those that are there, for their owner alone. */
export function createRecorder(folder: string): (body: string) => void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const numbers = readdirSync(folder).map((name) => Number(/^(\d+)\.json$/.exec(name)?.[1] ?? 0));
    let number = Math.max(0, ...numbers);
    return (body) => {
      number++;
      writeFileSync(join(folder, `${String(number).padStart(4, "0")}.json`), body, { mode: 0o600, flag: "wx" });
    };
  } catch (error) {
    throw new CliFailure(FAILED, `cannot record to ${folder}: ${explainSystemError(error)}`);
  }
}
