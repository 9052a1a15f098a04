import { unwatchFile, watchFile } from "node:fs";
import type { GatewaySettings } from "./config/settings.js";
import type { Gateway } from "./gateway.js";

/** A configuration as it is read again and again. */
export interface Reloading {
  /** Reads the configuration anew; throws where it cannot be used. */
  load(): GatewaySettings;
  /** Files whose changes are to be seen, whether or not they are there. */
  files: readonly string[];
  /** A new configuration is in use. `needRestart`: settings that are not, until the gateway is started anew. */
  onReload(needRestart: readonly string[]): void;
  /** The configuration could not be used, and the old one stays. */
  onRefused(error: unknown): void;
  /** How often files are looked at, in milliseconds. @default 500 */
  intervalMs?: number;
}

/** What {@link watchConfig} gives. */
export interface Watching {
  /** Reads the configuration now. */
  reload(): void;
  stop(): void;
}

/**
 * Keeps a gateway at its configuration: a file that changes is read, and taken as a whole or not at all. Files are
 * looked at, not subscribed to: editors replace them, and links to them move.
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
