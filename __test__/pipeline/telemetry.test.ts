import { describe, expect, it, onTestFinished } from "vitest";
import { createReducer, createTelemetry, reduceBody, reduceRequest } from "../../ts/index.js";
import { EAGER, laterTurns, plainText, toBytes, turn } from "../contract/build.js";

const REQUEST = { model: "m", messages: [...turn("a", plainText(1000)), ...laterTurns(1)] };
const POLICY = { mask: EAGER };

/** Warnings that Node gives until the test is over. */
function warnings(): string[] {
  const seen: string[] = [];
  const listener = ({ name, message }: Error) => void (name === "TamisWarning" && seen.push(message));
  process.on("warning", listener);
  onTestFinished(() => void process.off("warning", listener));
  return seen;
}

describe("createTelemetry", () => {
  it("calls every listener for every reduction, in order, with the report itself", async () => {
    const telemetry = createTelemetry();
    const seen: unknown[] = [];
    telemetry.on("reduction", ({ report }) => seen.push(["first", report]));
    telemetry.on("reduction", ({ report }) => seen.push(["second", report]));
    const { report } = reduceRequest(REQUEST, POLICY);
    telemetry.record(report);
    expect(seen).toEqual([
      ["first", report],
      ["second", report],
    ]);
    const reduction = await telemetry.observe(createReducer({ policy: POLICY })).reduce(REQUEST);
    expect(seen).toHaveLength(4);
    expect((seen[3] as unknown[])[1]).toBe(reduction.report);
  });

  it("returns the observed reducer's result", async () => {
    const reducer = createTelemetry().observe(createReducer({ policy: POLICY }));
    const body = toBytes(REQUEST);
    const { body: reduced, changed } = await reducer.reduce(body, { explain: true });
    expect(changed).toBe(true);
    expect(Buffer.from(reduced).equals(reduceBody(body, POLICY).body)).toBe(true);
    expect((await reducer.reduce(REQUEST)).report.maskedCount).toBe(1);
  });

  it("dates an event by its end and its report, or by the clock around it", async () => {
    const telemetry = createTelemetry();
    const seen: [number, number][] = [];
    telemetry.on("reduction", ({ startedAt, durationMs }) => seen.push([startedAt, durationMs]));
    const before = performance.timeOrigin + performance.now();
    telemetry.record({ ...reduceRequest(REQUEST).report, elapsedMicros: 5_000_000 });
    await telemetry.observe({ reduce: (body) => createReducer().reduce(body) }).reduce(REQUEST);
    const [recorded = [0, 0], observed = [0, 0]] = seen;
    expect(recorded[1]).toBe(5000);
    expect(recorded[0] + recorded[1]).toBeGreaterThanOrEqual(before);
    expect(recorded[0]).toBeLessThan(before);
    expect(observed[0]).toBeGreaterThanOrEqual(before);
    expect(observed[1]).toBeGreaterThanOrEqual(0);
  });

  it("reports rejections, and rejects with the same error", async () => {
    const telemetry = createTelemetry();
    const failures: unknown[] = [];
    const reductions: unknown[] = [];
    telemetry.on("failure", ({ error }) => failures.push(error));
    telemetry.on("reduction", (event) => reductions.push(event));
    const reducer = telemetry.observe(createReducer());
    const reason = new DOMException("gone", "AbortError");
    await expect(reducer.reduce(REQUEST, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect([failures, reductions]).toEqual([[reason], []]);
  });

  it("removes one listener at a time, even of one function", () => {
    const telemetry = createTelemetry();
    let count = 0;
    const listener = () => count++;
    const stop = telemetry.on("reduction", listener);
    telemetry.on("reduction", listener);
    const { report } = reduceRequest(REQUEST);
    telemetry.record(report);
    stop();
    stop();
    telemetry.record(report);
    expect(count).toBe(3);
  });

  it("lets a listener fail without harm, and warns once", async () => {
    const seen = warnings();
    const telemetry = createTelemetry();
    let count = 0;
    telemetry.on("reduction", () => {
      throw new Error("full disk");
    });
    telemetry.on("reduction", () => count++);
    const reducer = telemetry.observe(createReducer({ policy: POLICY }));
    expect((await reducer.reduce(REQUEST)).changed).toBe(true);
    expect((await reducer.reduce(REQUEST)).changed).toBe(true);
    await new Promise((resolve) => setImmediate(resolve));
    expect(count).toBe(2);
    expect(seen).toEqual(["a telemetry listener failed: Error: full disk"]);
  });
});
