import { Listeners } from "../base/listeners.js";
import type { Report } from "../contract/report.js";
import type { Reducer, ReducerCall } from "./create-reducer.js";

/** The time of an event. */
export interface Timing {
  /** The start, in milliseconds since 1970, with fractions. */
  startedAt: number;
  /** In milliseconds, with fractions. */
  durationMs: number;
}

/** One finished reduction. Its report names tools and calls, but contains no content. */
export interface ReductionEvent extends Timing {
  /** The report of the reduction. */
  report: Report;
}

/** A rejected reduction: it was aborted, or its arguments were wrong. */
export interface FailureEvent extends Timing {
  /** What the call was rejected with. */
  error: unknown;
}

/** Events by name. */
export interface TelemetryEvents {
  /** A reduction is finished. */
  reduction: ReductionEvent;
  /** A reduction was rejected. */
  failure: FailureEvent;
}

/** The stream of reports. */
export interface Telemetry {
  /**
   * Calls `listener` at each event before the reduction is returned. Listeners are called in the order in which they
   * were added. A listener that throws does not affect the reduction; Node prints a warning (`process.emitWarning`) the
   * first time.
   *
   * @returns A function that removes the listener.
   */
  on<E extends keyof TelemetryEvents>(event: E, listener: (event: TelemetryEvents[E]) => void): () => void;
  /** Records a finished reduction, for `reduceBody` and other functions that return a report. */
  record(report: Report): void;
  /** A reducer that works like `reducer` and records each reduction. */
  observe(reducer: Reducer): Reducer;
}

/** Creates a {@link Telemetry} without listeners. It stores nothing: an event without a listener is lost. */
export function createTelemetry(): Telemetry {
  const listeners = new Listeners<TelemetryEvents>((error, isFirst) => {
    if (isFirst) process.emitWarning(`a telemetry listener failed: ${String(error)}`, "TamisWarning");
  });
  return {
    on: (event, listener) => listeners.on(event, listener),
    record(report) {
      const durationMs = report.elapsedMicros / 1000;
      listeners.emit("reduction", { report, startedAt: now() - durationMs, durationMs });
    },
    observe: (reducer) => ({
      async reduce<T extends Uint8Array | object>(bodyOrRequest: T, call?: ReducerCall) {
        const startedAt = now();
        const timing = () => ({ startedAt, durationMs: now() - startedAt });
        try {
          const reduction = await reducer.reduce(bodyOrRequest, call);
          listeners.emit("reduction", { report: reduction.report, ...timing() });
          return reduction;
        } catch (error) {
          listeners.emit("failure", { error, ...timing() });
          throw error;
        }
      },
    }),
  };
}

const now = (): number => performance.timeOrigin + performance.now();
