// What a gateway tells OpenTelemetry of requests to models.
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { describe, expect, it } from "vitest";
import { agentRequest, PATHS } from "./requests.js";
import { ask, startGateway } from "./start.js";
import { json, type Respond } from "./upstream.js";

const CANARY = "canary-7d21";

async function told(respond: Respond, headers: Record<string, string> = {}) {
  const spans = new InMemorySpanExporter();
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const meterProvider = new MeterProvider({ readers: [new PeriodicExportingMetricReader({ exporter })] });
  const tracerProvider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] });
  const policies = { default: { cache: { strategy: "every-turn" as const }, mask: { windowTurns: 1, minChars: 0 } } };
  const { url, gateway } = await startGateway(respond, { policies }, { telemetry: { tracerProvider, meterProvider } });
  const request = { ...agentRequest("openai-chat", { turns: 6 }), metadata: { user_id: CANARY } };
  const body = JSON.stringify(request).replaceAll("result", `result ${CANARY}`);
  await ask(url, PATHS["openai-chat"], { body, headers: { authorization: `Bearer ${CANARY}`, ...headers } });
  await gateway.close({ drainMs: 100 });
  await meterProvider.forceFlush();
  const metrics = exporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics));
  return { span: spans.getFinishedSpans()[0], count: spans.getFinishedSpans().length, metrics };
}

const USAGE = { prompt_tokens: 100, prompt_tokens_details: { cached_tokens: 90 }, completion_tokens: 7 };
const answer = json({ model: "gpt-x", choices: [], usage: USAGE });

describe("a gateway beside OpenTelemetry", () => {
  it("makes a client span of each request, by the conventions, under the client's span", async () => {
    const traceparent = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;
    const { span, count } = await told(answer, { traceparent });
    expect([count, span?.name, span?.kind]).toEqual([1, "chat gpt-x", 2]);
    expect(span?.spanContext().traceId).toBe("a".repeat(32));
    expect(span?.parentSpanContext?.spanId).toBe("b".repeat(16));
    expect(span?.attributes).toMatchObject({
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": "openai",
      "gen_ai.response.model": "gpt-x",
      "gen_ai.usage.input_tokens": 100,
      "gen_ai.usage.output_tokens": 7,
      "gen_ai.usage.cache_read.input_tokens": 90,
      "http.response.status_code": 200,
      "server.address": "127.0.0.1",
      "tamis.outcome": "reduced",
      "tamis.policy": "default",
    });
    expect(Number(span?.attributes["tamis.tokens.after"])).toBeLessThan(
      Number(span?.attributes["tamis.tokens.before"]),
    );
  });

  it("counts time, billed and saved tokens", async () => {
    const { metrics } = await told(answer);
    const sumOf = (name: string, type?: string) =>
      metrics
        .filter(({ descriptor }) => descriptor.name === name)
        .flatMap(({ dataPoints }) => dataPoints as { attributes: Record<string, unknown>; value: unknown }[])
        .filter(({ attributes }) => type === undefined || attributes["gen_ai.token.type"] === type)
        .reduce((sum, { value }) => sum + (typeof value === "number" ? value : (value as { sum: number }).sum), 0);
    expect(sumOf("gen_ai.client.token.usage", "input")).toBe(100);
    expect(sumOf("gen_ai.client.token.usage", "output")).toBe(7);
    expect(sumOf("gen_ai.client.operation.duration")).toBeGreaterThan(0);
    expect(sumOf("tamis.gateway.saved_tokens")).toBeGreaterThan(0);
  });

  it.each([
    [json({ type: "error" }, 429), "429"],
    [((_, response) => void response.destroy()) as Respond, "upstream_closed"],
  ])("says of a request that failed why", async (respond, type) => {
    const { span } = await told(respond);
    expect([span?.name, span?.attributes["error.type"], span?.status.code]).toEqual(["chat", type, 2]);
  });

  it("tells nothing of what is in a request, and takes a strange header of the client's for none", async () => {
    const { span, metrics } = await told(answer, { traceparent: CANARY });
    expect(JSON.stringify([span?.attributes, span?.name, span?.links, span?.events, metrics])).not.toContain(CANARY);
    expect(span?.parentSpanContext).toBe(undefined);
  });
});
