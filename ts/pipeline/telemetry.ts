import type { Report } from "../contract/report.js";
import type { Reducer, ReducerCall } from "./create-reducer.js";

/** When something happened. */
export interface Timing {
  /** The beginning, in milliseconds since 1970, with fractions. */
  startedAt: number;
  /** In milliseconds, with fractions. */
  durationMs: number;
}

/** One finished reduction. Its report names tools and calls, and holds no content. */
export interface ReductionEvent extends Timing {
  report: Report;
}

/** A reduction that was rejected: aborted, or called wrongly. */
export interface FailureEvent extends Timing {
  error: unknown;
}

/** Events by name. */
export interface TelemetryEvents {
  reduction: ReductionEvent;
  failure: FailureEvent;
}

/** The stream of reports. */
export interface Telemetry {
  /**
   * Calls `listener` at each event, in the order of listening, before the reduction is handed back. A listener that throws
   * changes nothing for the reduction; Node warns of it (`process.emitWarning`) the first time.
   *
   * @returns What stops it.
   */
  on<E extends keyof TelemetryEvents>(event: E, listener: (event: TelemetryEvents[E]) => void): () => void;
  /** Tells of a reduction that just finished: for `reduceBody` and all else that gives a report. */
  record(report: Report): void;
  /** A reducer that does what `reducer` does, and tells of each reduction. */
  observe(reducer: Reducer): Reducer;
}

/** A {@link Telemetry} without listeners. It keeps nothing: an event that nobody listens for is gone. */
export function createTelemetry(): Telemetry {
  const listeners: { [E in keyof TelemetryEvents]: Listeners<TelemetryEvents[E]> } = {
    reduction: new Listeners(),
    failure: new Listeners(),
  };
  return {
    on: (event, listener) => listeners[event].add(listener),
    record(report) {
      const durationMs = report.elapsedMicros / 1000;
      listeners.reduction.call({ report, startedAt: now() - durationMs, durationMs });
    },
    observe: (reducer) => ({
      async reduce<T extends Uint8Array | object>(bodyOrRequest: T, call?: ReducerCall) {
        const startedAt = now();
        const timing = () => ({ startedAt, durationMs: now() - startedAt });
        try {
          const reduction = await reducer.reduce(bodyOrRequest, call);
          listeners.reduction.call({ report: reduction.report, ...timing() });
          return reduction;
        } catch (error) {
          listeners.failure.call({ error, ...timing() });
          throw error;
        }
      },
    }),
  };
}

const now = (): number => performance.timeOrigin + performance.now();

class Listeners<Event> {
  /** Each with whether it has failed before. */
  readonly #listeners = new Map<object, { listener: (event: Event) => void; hasFailed: boolean }>();

  add(listener: (event: Event) => void): () => void {
    const key = {};
    this.#listeners.set(key, { listener, hasFailed: false });
    return () => void this.#listeners.delete(key);
  }

  call(event: Event): void {
    for (const entry of [...this.#listeners.values()]) {
      try {
        entry.listener(event);
      } catch (error) {
        if (!entry.hasFailed) process.emitWarning(`a telemetry listener failed: ${String(error)}`, "TamisWarning");
        entry.hasFailed = true;
      }
    }
  }
}
