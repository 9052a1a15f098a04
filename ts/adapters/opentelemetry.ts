import type { Attributes, MeterProvider, TracerProvider } from "@opentelemetry/api";
import { packageVersion } from "../base/version.js";
import type { Report } from "../contract/report.js";
import type { FailureEvent, ReductionEvent, Telemetry, Timing } from "../pipeline/telemetry.js";
import { type OpenTelemetryApi, openTelemetryApi } from "./opentelemetry-api.js";
import { failureAttributes, outcomeAttributes, spanAttributes } from "./opentelemetry-attributes.js";
import { instrumentsOf, SCOPE, type TelemetryTargets } from "./opentelemetry-parts.js";

export { type CondensationTargets, exportCondensationsToOpenTelemetry } from "./opentelemetry-condensation.js";

/** The targets of spans and metrics. */
export type OpenTelemetryOptions = TelemetryTargets;

/** Seconds, from a small request to a summary by a model. */
const DURATION_BUCKETS = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30];
/** Bytes and tokens, in powers of four. */
const SIZE_BUCKETS = Array.from({ length: 12 }, (_, power) => 64 * 4 ** power);

/**
 * Sends every event of `telemetry` to OpenTelemetry: a span `reduce {model}` under the active one, and the metrics
 * `tamis.reduction.duration`, `.size`, `.tokens`, `.results` and `.dropped`, and `gen_ai.client.token.usage` for a
 * model's summaries. Attributes have numbers, names of models and words of a fixed list: no content, no names of tools,
 * no ids.
 *
 * Without providers nothing is recorded, as always with `@opentelemetry/api`.
 *
 * @returns A function that stops the export.
 * @throws TamisError `PEER_MISSING` where `@opentelemetry/api` is not installed.
 * @see https://opentelemetry.io/docs/specs/semconv/gen-ai/
 */
export function exportToOpenTelemetry(telemetry: Telemetry, options: OpenTelemetryOptions = {}): () => void {
  const api = openTelemetryApi();
  const span = createSpans(options.tracerProvider ?? api.trace.getTracerProvider(), api);
  const meters = createMeters(options.meterProvider ?? api.metrics.getMeterProvider());
  const stops = [
    telemetry.on("reduction", (event) => {
      span.reduction(event);
      meters.reduction(event);
    }),
    telemetry.on("failure", (event) => {
      span.failure(event);
      meters.failure(event);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** The event comes after the work, so a span starts in the past. Its parent is the currently active span. */
function createSpans(provider: TracerProvider, { SpanKind, SpanStatusCode }: OpenTelemetryApi) {
  const tracer = provider.getTracer(SCOPE, packageVersion());
  const start = (model: string | undefined, { startedAt }: Timing, attributes: Attributes) =>
    tracer.startSpan(model === undefined ? "reduce" : `reduce ${model}`, {
      kind: SpanKind.INTERNAL,
      startTime: startedAt,
      attributes,
    });
  const end = ({ startedAt, durationMs }: Timing) => startedAt + durationMs;
  return {
    reduction(event: ReductionEvent): void {
      const attributes = spanAttributes(event.report);
      const model = attributes["gen_ai.request.model"];
      start(typeof model === "string" ? model : undefined, event, attributes).end(end(event));
    },
    failure(event: FailureEvent): void {
      const span = start(undefined, event, failureAttributes(event.error));
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(end(event));
    },
  };
}

function createMeters(provider: MeterProvider) {
  const { histogram, counter } = instrumentsOf(provider);
  const sizes = (name: string, unit: string, description: string) => histogram(name, unit, description, SIZE_BUCKETS);
  const duration = histogram("tamis.reduction.duration", "s", "Time of one reduction.", DURATION_BUCKETS);
  const size = sizes("tamis.reduction.size", "By", "Size of a request's body before and after.");
  const tokens = sizes("tamis.reduction.tokens", "{token}", "Tokens of a request before and after, as estimated.");
  const usage = sizes("gen_ai.client.token.usage", "{token}", "Tokens that a model took to write summaries.");
  const results = counter("tamis.reduction.results", "{result}", "Tool results that were masked or clipped.");
  const dropped = counter("tamis.reduction.dropped", "{message}", "Messages that were summarised or dropped.");
  const addResults = (report: Report, attributes: Attributes) => {
    const counts = { mask: report.maskedCount, clip: report.clippedCount };
    for (const [action, count] of Object.entries(counts)) {
      if (count > 0) results.add(count, { ...attributes, "tamis.action": action });
    }
  };
  return {
    reduction({ report, durationMs }: ReductionEvent): void {
      const { droppedCount = 0, summary } = report;
      const attributes = outcomeAttributes(report);
      duration.record(durationMs / 1000, attributes);
      for (const state of ["before", "after"] as const) {
        const of = { ...attributes, "tamis.state": state };
        if (report.bytes !== undefined) size.record(report.bytes[state], of);
        if (report.tokens !== undefined) tokens.record(report.tokens[state], of);
      }
      addResults(report, attributes);
      if (droppedCount > 0) dropped.add(droppedCount, attributes);
      for (const [type, count] of Object.entries({ input: summary?.inputTokens, output: summary?.outputTokens })) {
        if (count !== undefined) usage.record(count, { ...attributes, "gen_ai.token.type": type });
      }
    },
    failure({ error, durationMs }: FailureEvent): void {
      duration.record(durationMs / 1000, failureAttributes(error));
    },
  };
}
