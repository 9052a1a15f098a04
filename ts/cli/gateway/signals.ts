/** The signals that `tamis gateway` handles. */
export interface HeededSignals {
  /** Resolves at the first SIGTERM or SIGINT. A second one ends the process at once, by default behaviour. */
  readonly ended: Promise<void>;
  /** Calls `reload` at each later SIGHUP, and at once if one has come before. */
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
 * Handles signals from the first call on. Call it before anything slow: an earlier signal ends the process, and a
 * service manager may send one as soon as the process exists.
 */
export function heedSignals(): HeededSignals {
  heeded ??= new Heeded();
  return heeded;
}
