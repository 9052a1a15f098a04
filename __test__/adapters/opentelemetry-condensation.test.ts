import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { describe, expect, it, onTestFinished } from "vitest";
import { exportCondensationsToOpenTelemetry } from "../../ts/adapters/opentelemetry.js";
import { condense, onCondensation } from "../../ts/condensation/index.js";
import { longConversation } from "../condensation/long-conversation.js";

async function recorded(provider: string) {
  const spans = new InMemorySpanExporter();
  const tracerProvider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] });
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
  const meterProvider = new MeterProvider({ readers: [reader] });
  const stop = exportCondensationsToOpenTelemetry(onCondensation, { tracerProvider, meterProvider });
  onTestFinished(stop);
  const context = { wire: "openai-chat", messages: longConversation({ turns: 8 }), taskId: "task" } as const;
  const result = await condense(context, { provider });
  stop();
  await condense(context, { provider });
  await reader.forceFlush();
  const metrics = exporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics));
  return { result, spans: spans.getFinishedSpans(), metrics };
}

describe.each(["native", "smart"])("a condensation by %s", (provider) => {
  it("is a span with numbers and names, and no text", async () => {
    const { spans, result } = await recorded(provider);
    expect(spans.map(({ name }) => name)).toEqual([`condense ${provider}`]);
    expect(spans[0]?.attributes).toMatchObject({
      "tamis.condensation.provider": provider,
      "tamis.condensation.original_tokens": result.metrics.originalTokens,
      "tamis.condensation.post_lossless_tokens": result.metrics.postLosslessTokens,
      "tamis.condensation.final_tokens": result.metrics.finalTokens,
      "tamis.condensation.phases": result.report.phases.map(({ name }) => name),
      "tamis.outcome": "done",
    });
    expect(JSON.stringify(spans[0]?.attributes)).not.toMatch(/module|mind rule/);
  });

  it("is counted until the export is stopped", async () => {
    const { metrics } = await recorded(provider);
    const names = metrics.map(({ descriptor }) => descriptor.name);
    expect(names).toEqual(
      expect.arrayContaining([
        "tamis.condensation.duration",
        "tamis.condensation.tokens",
        "tamis.condensation.requests",
      ]),
    );
    const requests = metrics.find(({ descriptor }) => descriptor.name === "tamis.condensation.requests");
    expect(requests?.dataPoints.map(({ value }) => value)).toEqual([1]);
    expect(JSON.stringify(metrics)).not.toMatch(/task|module/);
  });
});
