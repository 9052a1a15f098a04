import { unwatchFile, watchFile } from "node:fs";
import type { GatewaySettings } from "./config/settings.js";
import type { Gateway } from "./gateway.js";

/** A configuration that is read repeatedly. */
export interface Reloading {
  /** Reads the configuration again. Throws if it is unusable. */
  load(): GatewaySettings;
  /** Files to watch, whether or not they exist. */
  files: readonly string[];
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
  const reload = () => {
    try {
      reloading.onReload(gateway.reload(() => reloading.load()).needRestart);
    } catch (error) {
      reloading.onRefused(error);
    }
  };
  const changed = (now: { mtimeMs: number; size: number; ino: number }, before: typeof now) => {
    if (now.mtimeMs !== before.mtimeMs || now.size !== before.size || now.ino !== before.ino) reload();
  };
  for (const file of reloading.files) {
    watchFile(file, { persistent: false, interval: reloading.intervalMs ?? 500 }, changed);
  }
  return {
    reload,
    stop() {
      for (const file of reloading.files) unwatchFile(file, changed);
    },
  };
}
