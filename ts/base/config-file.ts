import { homedir } from "node:os";
import { join } from "node:path";

/** Name of a configuration file. */
export const CONFIG_FILE = "tamis.toml";

/** `$XDG_CONFIG_HOME/tamis/tamis.toml`, by default in `~/.config`; on Windows in `%APPDATA%`. */
export function userConfigFile(env: NodeJS.ProcessEnv = process.env): string {
  const windows = process.platform === "win32" ? env.APPDATA : undefined;
  const base = env.XDG_CONFIG_HOME || windows || join(env.HOME || homedir(), ".config");
  return join(base, "tamis", CONFIG_FILE);
}
