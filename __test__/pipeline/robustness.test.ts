import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createReducer } from "../../ts/index.js";
import { REQUESTS } from "../support/arbitrary-wires.js";
import { generateWireBody } from "../support/generate-wire.js";
import { WIRE_NAMES } from "../support/wire-shapes.js";
import { parse, violationsOf } from "./build.js";

const reducerFor = (tokens: number) =>
  createReducer({
    budget: { tokens },
    policy: { pin: ["decoy"], mask: { windowTurns: 1, minChars: 0 }, summarize: { enabled: true } },
  });
/** Nothing fits; a part of the generated requests fits when turns are dropped; most of the larger ones do. */
const reducers = [1, 60, 2500].map(reducerFor);
const reducer = reducerFor(2500);

describe("whatever the body is", () => {
  const requests = fc.oneof(
    ...REQUESTS.map(([, arbitrary]) => arbitrary),
    fc.jsonValue().map((value) => ({ messages: value })),
  );

  it("never throws, never grows, and breaks nothing that was valid", async () => {
    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        const body = Buffer.from(JSON.stringify(request));
        for (const reducer of reducers) {
          const out = await reducer.reduce(body);
          expect(out.body.length).toBeLessThanOrEqual(body.length);
          expect(out.report.notes?.filter(({ reason }) => reason === "internal_error") ?? []).toEqual([]);
          const { wire } = out.report;
          if (wire === undefined || !out.changed) continue;
          const rules = (of: Uint8Array) => violationsOf(wire, of).map((violation) => violation.split(" ")[0]);
          const known = rules(body);
          for (const rule of rules(out.body)) {
            expect(known).toContain(rule);
            known.splice(known.indexOf(rule), 1);
          }
          expect(() => parse(out.body)).not.toThrow();
          expect(() => [...out.originals()]).not.toThrow();
          expect(() => JSON.stringify(out.report)).not.toThrow();
          await expect(reducer.reduce(request as object)).resolves.toBeDefined();
        }
      }),
      { numRuns: 300 },
    );
  });

  it("returns an invalid request unchanged", async () => {
    for (const text of ["", "{", "[]", "null", '{"a":1}', '{"messages":5}', '{"messages":[]}', '{"input":"hello"}']) {
      const body = Buffer.from(text);
      const out = await reducer.reduce(body);
      expect(out.body).toBe(body);
      expect(out.changed).toBe(false);
    }
    const invalid = Buffer.from([0xff, 0xfe]);
    expect((await reducer.reduce(invalid)).report.skipped).toBe("invalid_utf8");
  });

  it("depth is no matter", async () => {
    for (const wire of WIRE_NAMES) {
      const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
      const text = generateWireBody(wire, { seed: 1, targetBytes: 20_000 }).toString("utf8");
      const body = Buffer.from(`{"deep":${deep},${text.slice(1)}`);
      const out = await reducer.reduce(body, { wire });
      expect(out.body.length).toBeLessThanOrEqual(body.length);
    }
  });

  it("keeps the spelling of numbers, keys and escapes in kept content", async () => {
    const text = generateWireBody("openai-chat", { seed: 1, targetBytes: 20_000 }).toString("utf8");
    const head = '{ "n": [1.0, -0, 1e400, 12345678901234567890], "\\u0061": "\\u00e9\\/", ';
    const body = Buffer.from(head + text.slice(1));
    const out = await reducer.reduce(body);
    expect(out.report.reductionStage).toBe("fallback");
    expect(out.body.subarray(0, head.length).toString("utf8")).toBe(head);
  });

  it("respects a disabled policy, an observing one, and a continued conversation", async () => {
    const body = generateWireBody("openai-responses", { seed: 1, targetBytes: 20_000 });
    const off = await createReducer({ budget: { tokens: 1 }, policy: { mode: "off" } }).reduce(body);
    expect(off).toMatchObject({ body, changed: false, report: { skipped: "disabled" } });
    const observed = await createReducer({ budget: { tokens: 2500 }, policy: { mode: "observe" } }).reduce(body);
    expect(observed.body).toBe(body);
    expect(observed.changed).toBe(false);
    expect(observed.report.bytes?.after).toBeLessThan(body.length / 2);
    expect([...observed.originals()].length).toBeGreaterThan(0);
    const delta = { ...parse(body), previous_response_id: "resp_1" };
    const continued = await reducer.reduce(delta);
    expect(continued.report).toMatchObject({ reductionStage: "masking", fits: false, droppedCount: 0 });
    expect(continued.report.notes).toContainEqual(expect.objectContaining({ stage: "fallback", reason: "delta" }));
  });

  it("without a budget the mask stage does what reduceBody does", async () => {
    for (const wire of WIRE_NAMES) {
      const body = generateWireBody(wire, { seed: 2, targetBytes: 60_000 });
      const { reduceBody } = await import("../../ts/index.js");
      const [ours, plain] = [await createReducer().reduce(body), reduceBody(body)];
      expect(ours.body).toEqual(plain.body);
      expect(ours.report).toMatchObject({ reductionStage: "masking", fits: true, droppedCount: 0 });
      expect(ours.report.maskedCount).toBe(plain.report.maskedCount);
    }
  });
});
