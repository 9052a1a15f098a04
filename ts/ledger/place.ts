import { basename, dirname, join } from "node:path";
import { absolutePath, homeFolder } from "../base/home-folder.js";

/** `$XDG_STATE_HOME/tamis`, by default in `~/.local/state`; on Windows in `%LOCALAPPDATA%`. */
export function stateFolder(env: NodeJS.ProcessEnv = process.env): string {
  const windows = process.platform === "win32" ? env.LOCALAPPDATA : undefined;
  const base = absolutePath(env.XDG_STATE_HOME) ?? (windows || join(homeFolder(env), ".local", "state"));
  return join(base, "tamis");
}

/** The ledger's file. */
export const ledgerFile = (env: NodeJS.ProcessEnv = process.env): string => join(stateFolder(env), "ledger.db");

/**
 * The file to which hooks append their entries, one JSON a line: opening a database takes longer than a hook may. Whoever
 * opens the ledger takes them in.
 */
export const hookLog = (env: NodeJS.ProcessEnv = process.env): string => join(stateFolder(env), "hooks.jsonl");

/** The file in which hooks note calls whose outputs lost something. */
export const hookCuts = (env: NodeJS.ProcessEnv = process.env): string => join(stateFolder(env), "hook-cuts.txt");

/** The variable that names {@link pauseFile} to what a launch starts. */
export const PAUSE_VARIABLE = "TAMIS_PAUSE_FILE";
const PAUSE_NAME = /^pause-[\da-f-]{36}$/;

/** The file that pauses the launch of which this process is part, while it exists; undefined outside of one. */
export function pauseFile(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const file = env[PAUSE_VARIABLE] ?? "";
  return PAUSE_NAME.test(basename(file)) && dirname(file) === stateFolder(env) ? file : undefined;
}
