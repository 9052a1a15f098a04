import type { Attributes, MeterProvider, Tracer } from "@opentelemetry/api";
import { packageVersion } from "../base/version.js";
import type { CondensationEvent, CondensationEvents, onCondensation } from "../condensation/events.js";
import { snakeCase } from "../shape/spelling.js";
import { type OpenTelemetryApi, openTelemetryApi } from "./opentelemetry-api.js";
import { instrumentsOf, SCOPE, type TelemetryTargets } from "./opentelemetry-parts.js";

/** Seconds, from a short conversation to a summary by a model. */
const DURATION_BUCKETS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 120];
/** Tokens, in powers of four. */
const TOKEN_BUCKETS = Array.from({ length: 12 }, (_, power) => 64 * 4 ** power);

/** The targets of spans and metrics. */
export type CondensationTargets = TelemetryTargets;

/**
 * Sends the events of condensations to OpenTelemetry: a span `condense {provider}` under the active one for
 * each `condensation`; `Context Condensed` and `Sliding Window Truncation` as events of the active span; and the metrics
 * `tamis.condensation.duration`, `.tokens`, `.references`, `.cost` and `.requests`. Attributes have numbers, names of
 * providers and phases, and in events of spans the task's name: no text.
 *
 * Without providers nothing is recorded, as always with `@opentelemetry/api`.
 *
 * @param subscribe `onCondensation` of `tamis/condensation`.
 * @returns A function that stops the export.
 * @throws TamisError `PEER_MISSING` where `@opentelemetry/api` is not installed.
 */
export function exportCondensationsToOpenTelemetry(
  subscribe: typeof onCondensation,
  targets: CondensationTargets = {},
): () => void {
  const api = openTelemetryApi();
  const { trace, metrics } = api;
  const tracer = (targets.tracerProvider ?? trace.getTracerProvider()).getTracer(SCOPE, packageVersion());
  const record = createMeters(targets.meterProvider ?? metrics.getMeterProvider());
  return subscribe((name, event) => {
    record[name](event as never);
    if (name === "condensation") addSpan(tracer, event as CondensationEvent, api);
    else trace.getActiveSpan()?.addEvent(name, spanEvent(event as CondensationEvents["Context Condensed"]));
  });
}

const spanEvent = (event: object): Attributes =>
  Object.fromEntries(Object.entries(event).map(([key, value]) => [`tamis.condensation.${snakeCase(key)}`, value]));

/** The event comes after the work, so the span starts in the past. */
function addSpan(tracer: Tracer, event: CondensationEvent, { SpanKind }: OpenTelemetryApi): void {
  const end = Date.now();
  const { phases, rolledBack, fallback, costUsd, durationMs, provider, ...numbers } = event;
  const attributes = {
    ...outcome(event),
    ...spanEvent(numbers),
    "tamis.condensation.phases": [...phases],
    ...(rolledBack === undefined ? {} : { "tamis.condensation.rolled_back": [...rolledBack] }),
    ...(costUsd === undefined ? {} : { "tamis.condensation.cost_usd": costUsd }),
  };
  const startTime = end - durationMs;
  tracer.startSpan(`condense ${provider}`, { kind: SpanKind.INTERNAL, startTime, attributes }).end(end);
}

/** The attributes of every metric; each has few values. */
const outcome = ({ provider, fallback, rolledBack }: CondensationEvent): Attributes => ({
  "tamis.condensation.provider": provider,
  "tamis.outcome": fallback !== undefined ? "fallback" : rolledBack !== undefined ? "rolled_back" : "done",
  ...(fallback === undefined ? {} : { "tamis.condensation.fallback": fallback }),
});

type Recorders = { [Name in keyof CondensationEvents]: (event: CondensationEvents[Name]) => void };

function createMeters(provider: MeterProvider): Recorders {
  const { histogram, counter } = instrumentsOf(provider);
  const duration = histogram("tamis.condensation.duration", "s", "Time of one condensation.", DURATION_BUCKETS);
  const tokens = histogram(
    "tamis.condensation.tokens",
    "{token}",
    "Tokens of a conversation before, after the lossless phase, and after.",
    TOKEN_BUCKETS,
  );
  const references = counter("tamis.condensation.references", "{reference}", "What condensations found twice.");
  const cost = counter("tamis.condensation.cost", "{USD}", "What models that condense have cost.");
  const requests = counter("tamis.condensation.requests", "{condensation}", "Condensations that were asked for.");
  const truncations = counter(
    "tamis.condensation.truncations",
    "{truncation}",
    "Times that old messages were dropped.",
  );
  return {
    "Context Condensed": ({ isAutomaticTrigger, usedCustomPrompt, usedCustomApiHandler }) =>
      requests.add(1, spanEvent({ isAutomaticTrigger, usedCustomPrompt, usedCustomApiHandler })),
    "Sliding Window Truncation": () => truncations.add(1),
    condensation(event) {
      const attributes = outcome(event);
      const { originalTokens: before, postLosslessTokens: lossless, finalTokens: after, costUsd } = event;
      duration.record(event.durationMs / 1000, attributes);
      for (const [state, count] of Object.entries({ before, lossless, after }))
        tokens.record(count, { ...attributes, "tamis.state": state });
      for (const kind of ["deduplications", "consolidations", "references"] as const)
        if (event[kind] > 0) references.add(event[kind], { ...attributes, "tamis.kind": kind });
      if (costUsd !== undefined && costUsd > 0) cost.add(costUsd, attributes);
    },
  };
}
