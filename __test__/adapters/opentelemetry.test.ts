import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Attributes,
  type Context,
  context,
  metrics,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { describe, expect, it, onTestFinished } from "vitest";
import { exportToOpenTelemetry } from "../../ts/adapters/opentelemetry.js";
import { packageVersion } from "../../ts/base/version.js";
import { createReducer, createTelemetry, type Report, reduceBody, reduceRequest, type Wire } from "../../ts/index.js";
import { EAGER, laterTurns, plainText, toBytes, turn } from "../contract/build.js";
import { later, pair, SPELLERS } from "../contract/wires-build.js";

const TEXT = plainText(1000);
const REQUEST = { model: "gpt-5.2", messages: [...turn("a", TEXT), ...laterTurns(1)] };
const POLICY = { cache: { strategy: "rent" }, mask: EAGER } as const;

interface Point {
  value: number | { count: number; sum?: number };
  attributes: Attributes;
}

/** Telemetry that goes into memory. */
function inMemory() {
  const spans = new InMemorySpanExporter();
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 2 ** 30 });
  const tracerProvider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] });
  const meterProvider = new MeterProvider({ readers: [reader] });
  const telemetry = createTelemetry();
  const stop = exportToOpenTelemetry(telemetry, { tracerProvider, meterProvider });
  onTestFinished(() => reader.shutdown());
  const collect = async () => {
    await reader.forceFlush();
    return (exporter.getMetrics().at(-1)?.scopeMetrics ?? []).flatMap((scope) => scope.metrics);
  };
  return {
    telemetry,
    stop,
    spans: () => spans.getFinishedSpans(),
    units: async () => (await collect()).map(({ descriptor }) => `${descriptor.name} ${descriptor.unit}`),
    async points(name: string): Promise<Point[]> {
      const metric = (await collect()).find(({ descriptor }) => descriptor.name === name);
      return (metric?.dataPoints ?? []) as Point[];
    },
  };
}

const sumOf = ({ value }: Point) => (typeof value === "number" ? value : value.sum);

describe("exportToOpenTelemetry", () => {
  it("creates a span for each reduction, by the GenAI conventions if there are any", () => {
    const { telemetry, spans } = inMemory();
    const { report } = reduceBody(toBytes(REQUEST), POLICY, { tokens: true });
    telemetry.record(report);
    const [span] = spans();
    expect(span?.name).toBe("reduce gpt-5.2");
    expect(span?.kind).toBe(SpanKind.INTERNAL);
    expect(span?.instrumentationScope).toMatchObject({ name: "tamis", version: packageVersion() });
    expect(span?.attributes).toMatchObject({
      "gen_ai.operation.name": "reduce",
      "gen_ai.provider.name": "openai",
      "gen_ai.request.model": "gpt-5.2",
      "tamis.wire": "openai-chat",
      "tamis.outcome": "reduced",
      "tamis.stage": "masking",
      "tamis.fits": true,
      "tamis.bytes.before": report.bytes?.before,
      "tamis.bytes.after": report.bytes?.after,
      "tamis.tokens.before": report.tokens?.before,
      "tamis.tokens.after": report.tokens?.after,
      "tamis.tokens.method": "chars4",
      "tamis.masked.count": 1,
      "tamis.masked.chars": report.maskedChars,
      "tamis.cache.strategy": "rent",
    });
    expect(Object.keys(span?.attributes ?? {}).filter((key) => !/^(?:gen_ai|tamis)\./.test(key))).toEqual([]);
  });

  it("puts a span under the active one, across an await", async () => {
    const storage = new AsyncLocalStorage<Context>();
    context.setGlobalContextManager({
      active: () => storage.getStore() ?? ROOT_CONTEXT,
      with: (active, fn, self, ...args) => storage.run(active, () => fn.call(self, ...args)),
      bind: (_, target) => target,
      enable: () => context as never,
      disable: () => context as never,
    });
    onTestFinished(() => context.disable());
    const { telemetry, spans } = inMemory();
    const parent = new BasicTracerProvider().getTracer("app").startSpan("agent");
    const reducer = telemetry.observe(createReducer());
    await context.with(trace.setSpan(ROOT_CONTEXT, parent), () => reducer.reduce(toBytes(REQUEST)));
    expect(spans()[0]?.parentSpanContext?.spanId).toBe(parent.spanContext().spanId);
    expect(spans()[0]?.spanContext().traceId).toBe(parent.spanContext().traceId);
  });

  it("dates a span by its event", async () => {
    const { telemetry, spans } = inMemory();
    let event = { startedAt: 0, durationMs: 0 };
    telemetry.on("reduction", (told) => {
      event = told;
    });
    await telemetry.observe(createReducer()).reduce(REQUEST);
    const milliseconds = ([seconds = 0, nanos = 0]: readonly number[] = []) => seconds * 1000 + nanos / 1e6;
    expect(milliseconds(spans()[0]?.startTime)).toBeCloseTo(event.startedAt, 2);
    expect(milliseconds(spans()[0]?.duration)).toBeCloseTo(event.durationMs, 2);
  });

  it.each(SPELLERS.map((speller) => [speller.wire, speller] as const))(
    "tells the provider's flavour of %s",
    (wire, speller) => {
      const { telemetry, spans } = inMemory();
      const request = speller.request([...speller.turn(pair("a")), ...later(speller)]);
      telemetry.record(reduceRequest(request, POLICY, { wire }).report);
      const names: Record<Wire, string> = {
        "openai-chat": "openai",
        "openai-responses": "openai",
        anthropic: "anthropic",
        gemini: "gcp.gemini",
      };
      expect(spans()[0]?.attributes).toMatchObject({ "gen_ai.provider.name": names[wire], "tamis.wire": wire });
    },
  );

  it("records counts and measurements", async () => {
    const { telemetry, points, units } = inMemory();
    const reducer = telemetry.observe(createReducer({ policy: POLICY }));
    const body = toBytes(REQUEST);
    const { report } = await reducer.reduce(body, { tokens: true });
    await reducer.reduce(body, { tokens: true });
    await reducer.reduce(toBytes("no request"));
    const [reduced, skipped] = await points("tamis.reduction.duration");
    expect(reduced).toMatchObject({ value: { count: 2 }, attributes: { "tamis.outcome": "reduced" } });
    expect(skipped).toMatchObject({
      value: { count: 1 },
      attributes: { "tamis.outcome": "skipped", "tamis.skip_reason": "invalid_json" },
    });
    const size = await points("tamis.reduction.size");
    const bytes = (state: string) =>
      size.filter(({ attributes: a }) => a["tamis.state"] === state && a["tamis.outcome"] === "reduced").map(sumOf);
    expect([bytes("before"), bytes("after")]).toEqual([[2 * body.length], [2 * (report.bytes?.after ?? 0)]]);
    const tokens = await points("tamis.reduction.tokens");
    expect(tokens.map(sumOf)).toEqual([2 * (report.tokens?.before ?? 0), 2 * (report.tokens?.after ?? 0)]);
    const results = await points("tamis.reduction.results");
    expect(results).toMatchObject([{ value: 2, attributes: { "tamis.action": "mask" } }]);
    expect(await units()).toEqual([
      "tamis.reduction.duration s",
      "tamis.reduction.size By",
      "tamis.reduction.tokens {token}",
      "tamis.reduction.results {result}",
    ]);
  });

  it("records the model usage of a whole pipeline, and its dropped messages", async () => {
    const { telemetry, spans, points } = inMemory();
    const summary = { calls: 2, inputTokens: 900, outputTokens: 80 };
    const report = { ...reduceRequest(REQUEST, POLICY).report, droppedCount: 7, summary } as Report;
    telemetry.record(report);
    expect(spans()[0]?.attributes).toMatchObject({
      "gen_ai.usage.input_tokens": 900,
      "gen_ai.usage.output_tokens": 80,
      "tamis.summary.calls": 2,
      "tamis.dropped.count": 7,
    });
    const usage = await points("gen_ai.client.token.usage");
    expect(usage.map((point) => [point.attributes["gen_ai.token.type"], sumOf(point)])).toEqual([
      ["input", 900],
      ["output", 80],
    ]);
    expect((await points("tamis.reduction.dropped")).map(sumOf)).toEqual([7]);
  });

  it("distinguishes the outcomes", () => {
    const { telemetry, spans } = inMemory();
    telemetry.record(reduceRequest({ messages: [] }).report);
    telemetry.record(reduceRequest(REQUEST, { ...POLICY, mode: "observe" }).report);
    telemetry.record(reduceRequest({ nothing: 1 }).report);
    const told = spans().map(({ attributes }) => [attributes["tamis.outcome"], attributes["tamis.skip_reason"]]);
    expect(told).toEqual([
      ["unchanged", undefined],
      ["observed", undefined],
      ["skipped", "no_conversation"],
    ]);
    expect(spans()[2]?.name).toBe("reduce");
  });

  it("records failures by their type alone", async () => {
    const { telemetry, spans, points } = inMemory();
    const fail = async (error: unknown) => {
      const reducer = telemetry.observe({ reduce: () => Promise.reject(error) });
      await expect(reducer.reduce(REQUEST)).rejects.toBe(error);
    };
    await fail(new DOMException("secret words", "AbortError"));
    await fail(new TypeError("secret words"));
    await fail(Object.assign(new Error("secret words"), { code: "POLICY_INVALID" }));
    await fail("secret words");
    expect(spans().map(({ attributes }) => attributes["error.type"])).toEqual([
      "AbortError",
      "TypeError",
      "POLICY_INVALID",
      "_OTHER",
    ]);
    expect(spans().map(({ status }) => status)).toEqual(new Array(4).fill({ code: SpanStatusCode.ERROR }));
    expect(JSON.stringify(spans().map(({ attributes, events }) => [attributes, events]))).not.toContain("secret");
    expect((await points("tamis.reduction.duration")).map(({ attributes }) => attributes["tamis.outcome"])).toEqual([
      "failed",
      "failed",
      "failed",
      "failed",
    ]);
  });

  it("puts no content, tool, id or other name of the request into attributes", async () => {
    const { telemetry, spans, points } = inMemory();
    for (const speller of SPELLERS) {
      const secret = { id: "SECRET", name: "SECRET", content: `SECRET ${TEXT}` };
      const request = { ...speller.request([speller.user("SECRET"), ...speller.turn(secret), ...later(speller)]) };
      const body = toBytes({ ...request, user: "SECRET", metadata: { SECRET: "SECRET" } });
      telemetry.record(reduceBody(body, POLICY, { explain: true, tokens: true, wire: speller.wire }).report);
      telemetry.record(reduceBody(Buffer.concat([body, Buffer.from("SECRET")]), POLICY).report);
    }
    const told = [
      ...spans().map(({ name, attributes }) => [name, attributes]),
      await points("tamis.reduction.duration"),
    ];
    expect(spans()).toHaveLength(8);
    expect(JSON.stringify(told)).not.toContain("SECRET");
  });

  it("cuts a model's name, which comes from the request", () => {
    const { telemetry, spans } = inMemory();
    telemetry.record(reduceRequest({ ...REQUEST, model: "m".repeat(5000) }).report);
    expect(spans()[0]?.attributes["gen_ai.request.model"]).toBe("m".repeat(128));
    expect(spans()[0]?.name).toBe(`reduce ${"m".repeat(128)}`);
  });

  it("stops when its stop function is called", async () => {
    const { telemetry, stop, spans } = inMemory();
    stop();
    telemetry.record(reduceRequest(REQUEST).report);
    await expect(telemetry.observe({ reduce: () => Promise.reject(1) }).reduce(REQUEST)).rejects.toBe(1);
    expect(spans()).toEqual([]);
  });

  it("uses the global providers, which may be missing", () => {
    const telemetry = createTelemetry();
    exportToOpenTelemetry(telemetry)();
    exportToOpenTelemetry(telemetry);
    expect(() => telemetry.record(reduceRequest(REQUEST).report)).not.toThrow();
    expect([trace.getTracerProvider() === undefined, metrics.getMeterProvider() === undefined]).toEqual([false, false]);
  });
});
