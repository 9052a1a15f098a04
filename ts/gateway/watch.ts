import { statSync } from "node:fs";
import { stat } from "node:fs/promises";
import { TamisError } from "../base/errors.js";
import { type LoadedConfig, unfinished } from "./config/load.js";
import type { Gateway } from "./options.js";

/** A configuration that is read repeatedly. */
export interface Reloading {
  /** Reads the configuration anew; throws where it cannot be used. */
  load(): LoadedConfig;
  /** What is in use from the start. */
  loaded: LoadedConfig;
  /** Files whose changes are to be seen, whether or not they are there. */
  files: readonly string[];
  /** What {@link signFiles} said of them when `loaded` was read: a change after that is seen. @default as they are now */
  signs?: readonly string[];
  /** Called when a new configuration is in use. `needRestart` lists settings that only a restart applies. */
  onReload(needRestart: readonly string[]): void;
  /** Called when the configuration is unusable and the old one remains in use. */
  onRefused(error: unknown): void;
  /** Interval between looks at the files, in milliseconds. @default 500 */
  intervalMs?: number;
}

/** The handle of {@link watchConfig}. */
export interface Watching {
  /** Reads the configuration now. */
  reload(): void;
  /** Ends the watching. */
  stop(): void;
}

/**
 * Keeps a gateway at its configuration. A changed file is read and applied as a whole or not at all. Files are polled,
 * not subscribed to, because editors replace them and links to them move.
 */
export function watchConfig(gateway: Gateway, reloading: Reloading): Watching {
  const intervalMs = reloading.intervalMs ?? 500;
  let inUse = reloading.loaded;
  let settling: NodeJS.Timeout | undefined;
  const read = () => {
    const loaded = reloading.load();
    const problem = unfinished(inUse, loaded);
    if (problem !== undefined) throw new TamisError("CONFIG_INVALID", problem);
    return loaded;
  };
  const reload = () => {
    clearTimeout(settling);
    try {
      let loaded = inUse;
      const { needRestart } = gateway.reload(() => {
        loaded = read();
        return loaded.settings;
      });
      inUse = loaded;
      reloading.onReload(needRestart);
    } catch (error) {
      reloading.onRefused(error);
    }
  };
  // Whoever writes a file in several steps is given the time for the next one.
  const settle = () => {
    clearTimeout(settling);
    settling = setTimeout(reload, intervalMs);
    settling.unref();
  };
  let seen = reloading.signs ?? signFiles(reloading.files);
  let isLooking = false;
  let isStopped = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    const now = await Promise.all(reloading.files.map((file) => stat(file).then(signOf, () => signOf(undefined))));
    isLooking = false;
    if (!isStopped && now.some((sign, at) => sign !== seen[at])) settle();
    seen = now;
  };
  const looking = setInterval(look, intervalMs);
  looking.unref();
  return {
    reload,
    stop() {
      isStopped = true;
      clearTimeout(settling);
      clearInterval(looking);
    },
  };
}

/** What tells two states of each file apart. */
export const signFiles = (files: readonly string[]): string[] => files.map(signNow);

function signNow(file: string): string {
  try {
    return signOf(statSync(file));
  } catch {
    return signOf(undefined);
  }
}

/** Differs for two states of a file. */
function signOf(state: { mtimeMs: number; size: number; ino: number } | undefined): string {
  return state === undefined ? "" : `${state.mtimeMs} ${state.size} ${state.ino}`;
}
