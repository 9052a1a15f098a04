import { join } from "node:path";
import { absolutePath, homeFolder } from "./home-folder.js";

/** Name of a configuration file. */
export const CONFIG_FILE = "tamis.toml";

/** `$XDG_CONFIG_HOME/tamis/tamis.toml`, by default in `~/.config`; on Windows in `%APPDATA%`. */
export function userConfigFile(env: NodeJS.ProcessEnv = process.env): string {
  const windows = process.platform === "win32" ? env.APPDATA : undefined;
  const base = absolutePath(env.XDG_CONFIG_HOME) ?? (windows || join(homeFolder(env), ".config"));
  return join(base, "tamis", CONFIG_FILE);
}
