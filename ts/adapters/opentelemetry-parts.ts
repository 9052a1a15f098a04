// What spans and metrics have in common: those of reductions, of condensations and of the gateway's requests.
import type { Attributes, MeterProvider, TracerProvider } from "@opentelemetry/api";
import { packageVersion } from "../base/version.js";

/** The name under which spans and metrics are recorded. */
export const SCOPE = "tamis";
/** Longest name that is recorded, in chars. A model's name comes from a request or an answer. */
export const MAX_NAME_CHARS = 128;

/** The targets of spans and metrics. */
export interface TelemetryTargets {
  /** Makes the tracer of the spans. @default the global one of `@opentelemetry/api` */
  tracerProvider?: TracerProvider;
  /** Makes the meter of the metrics. @default the global one of `@opentelemetry/api` */
  meterProvider?: MeterProvider;
}

/** The attributes that are known. */
export const present = (attributes: Attributes): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));

/** Makes histograms and counters. */
export function instrumentsOf(provider: MeterProvider) {
  const meter = provider.getMeter(SCOPE, packageVersion());
  return {
    histogram: (name: string, unit: string, description: string, explicitBucketBoundaries: number[]) =>
      meter.createHistogram(name, { unit, description, advice: { explicitBucketBoundaries } }),
    counter: (name: string, unit: string, description: string) => meter.createCounter(name, { unit, description }),
  };
}
