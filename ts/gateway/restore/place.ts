import { join, resolve } from "node:path";
import { absolutePath, homeFolder } from "../../base/home-folder.js";
import type { OriginalsSettings } from "../config/parts.js";

/** The file of the store `sqlite`, unless it is named. */
export const ORIGINALS_FILE = "originals.db";

/** The folder of the store `files`: the one that is named, else `$XDG_CACHE_HOME/tamis/originals`. Absolute. */
export function originalsFolder({ path }: Pick<OriginalsSettings, "path">, env: NodeJS.ProcessEnv): string {
  const windows = process.platform === "win32" ? env.LOCALAPPDATA : undefined;
  const cache = absolutePath(env.XDG_CACHE_HOME) ?? (windows || join(homeFolder(env), ".cache"));
  return resolve(path ?? join(cache, "tamis", "originals"));
}
