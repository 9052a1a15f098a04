/** The signals that `tamis gateway` heeds. */
export interface HeededSignals {
  /** Resolves at the first SIGTERM or SIGINT; after it either ends the process at once, as signals do. */
  readonly ended: Promise<void>;
  /** Calls `reload` at each SIGHUP from now on, and now where one has come before. */
  onHangup(reload: () => void): void;
}

class Heeded implements HeededSignals {
  readonly ended: Promise<void>;
  #hungUp = false;
  #reload: (() => void) | undefined;

  constructor() {
    this.ended = new Promise((resolve) => {
      const end = () => {
        process.off("SIGTERM", end).off("SIGINT", end);
        resolve();
      };
      process.on("SIGTERM", end).on("SIGINT", end);
    });
    process.on("SIGHUP", () => {
      this.#hungUp = true;
      this.#reload?.();
    });
  }

  onHangup(reload: () => void): void {
    this.#reload = reload;
    if (this.#hungUp) reload();
  }
}

let heeded: HeededSignals | undefined;

/**
 * Heeds signals from the first call on. To be called before anything that takes time: a signal that comes earlier ends
 * the process, and a service manager may send one as soon as there is a process.
 */
export function heedSignals(): HeededSignals {
  heeded ??= new Heeded();
  return heeded;
}
