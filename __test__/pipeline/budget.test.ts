import { describe, expect, it } from "vitest";
import { createReducer, reduceBody, reduceRequest } from "../../ts/index.js";
import { charMeasure, measureRequest, tokenMeasure } from "../../ts/pipeline/sizes.js";
import { WIRES } from "../../ts/wires/index.js";
import { everyTurn } from "../support/every-turn.js";
import { generateWireBody } from "../support/generate-wire.js";
import { WIRE_NAMES } from "../support/wire-shapes.js";
import { written } from "../support/written.js";
import { leastBudget, listOf, parse, tokensOf, violationsOf } from "./build.js";

/** Without roles: how many files stay depends on the budget. */
const MASK = everyTurn({ mask: { windowTurns: 2, minChars: 0, keepErrors: false, roles: false } });

describe.each(WIRE_NAMES)("budgets over %s", (wire) => {
  const body = generateWireBody(wire, { seed: 5, targetBytes: 30_000 });
  const request = parse(body);
  const whole = tokensOf(wire, request);
  const masked = tokensOf(wire, reduceRequest(request, MASK).body);
  const chars = measureRequest(WIRES.of(wire), request, charMeasure(WIRES.of(wire)));

  /** The outcome for a body, which an object has to share. */
  async function outcome(budget: object, policy: object = MASK) {
    const reducer = createReducer({ budget, policy });
    const [bytes, object] = [await reducer.reduce(body), await reducer.reduce(request)];
    expect(parse(bytes.body)).toEqual(object.body);
    expect(object.report.reductionStage).toBe(bytes.report.reductionStage);
    expect(object.report.fits).toBe(bytes.report.fits);
    if (!bytes.changed) expect([bytes.body, object.body]).toEqual([body, request]);
    return { stage: bytes.report.reductionStage, fits: bytes.report.fits, same: bytes.body === body, ...bytes };
  }

  it("leaves a request that is exactly within or below, and masks one that is one above", async () => {
    expect(await outcome({ tokens: whole })).toMatchObject({ stage: undefined, fits: true, same: true });
    expect(await outcome({ tokens: whole + 1 })).toMatchObject({ stage: undefined, fits: true, same: true });
    expect(await outcome({ tokens: whole - 1 })).toMatchObject({ stage: "masking", fits: true, same: false });
  });

  it("continues if masking is one above, and stops if it is exactly within", async () => {
    expect(await outcome({ tokens: masked })).toMatchObject({ stage: "masking", fits: true });
    expect(await outcome({ tokens: masked + 1 })).toMatchObject({ stage: "masking", fits: true });
    expect(await outcome({ tokens: masked - 1 })).toMatchObject({ stage: "fallback", fits: true });
    const extract = { ...MASK, summarize: { enabled: true } };
    expect(await outcome({ tokens: masked - 1 }, extract)).toMatchObject({ stage: "summarization", fits: true });
  });

  it("drops down to what is never dropped, and nothing where that is not enough", async () => {
    const reduce = (tokens: number) => createReducer({ budget: { tokens }, policy: MASK }).reduce(body, { wire });
    const least = await leastBudget(wire, body, reduce);
    const smallest = await outcome({ tokens: least });
    expect(smallest).toMatchObject({ stage: "fallback", fits: true });
    expect(violationsOf(wire, smallest.body)).toEqual([]);
    expect(await outcome({ tokens: least - 1 })).toMatchObject({ fits: false });
    const { body: out, stage, report } = await outcome({ tokens: 1 });
    expect({ stage, fits: report.fits, dropped: report.droppedCount }).toEqual({
      stage: "masking",
      fits: false,
      dropped: 0,
    });
    expect(listOf({ wire }, parse(out)).length).toBe(listOf({ wire }, request).length);
    const note = report.notes?.find((one) => one.stage === "fallback");
    expect(note?.reason).toBe("over_budget");
    expect(note?.detail).toContain("1 tokens cannot hold what is never dropped: ");
  });

  it("limits chars like tokens, and both together", async () => {
    expect(await outcome({ chars })).toMatchObject({ stage: undefined, fits: true, same: true });
    expect(await outcome({ chars: chars - 1 })).toMatchObject({ stage: "masking", fits: true });
    const maskedChars = measureRequest(WIRES.of(wire), reduceRequest(request, MASK).body, charMeasure(WIRES.of(wire)));
    expect(await outcome({ chars: maskedChars })).toMatchObject({ stage: "masking", fits: true });
    expect(await outcome({ chars: maskedChars - 1 })).toMatchObject({ stage: "fallback", fits: true });
    expect(await outcome({ chars: chars - 1, tokens: whole })).toMatchObject({ stage: "masking" });
    expect(await outcome({ chars, tokens: masked - 1 })).toMatchObject({ stage: "fallback", fits: true });
  });

  it("counts by the requested method", async () => {
    for (const method of ["chars4", "exact"] as const) {
      const count = measureRequest(WIRES.of(wire), request, tokenMeasure(WIRES.of(wire), method));
      const policy = written({ ...MASK, tokens: { method } });
      const at = await outcome({ tokens: count }, policy);
      expect(at).toMatchObject({ stage: undefined, fits: true, same: true });
      const above = await outcome({ tokens: count - 1 }, policy);
      expect(above).toMatchObject({ stage: "masking", fits: true });
      expect(above.report.tokens).toMatchObject({ before: count, method });
    }
  });

  it("accepts a share of the context limit", async () => {
    const policy = { ...MASK, ...written({ budget: { fraction: 0.5 } }) };
    const reducer = createReducer({ policy });
    const at = (contextTokens: number) => reducer.reduce(body, { contextTokens });
    expect((await at(2 * whole)).report.reductionStage).toBeUndefined();
    expect((await at(2 * whole - 2)).report.reductionStage).toBe("masking");
    const known = await createReducer({ policy }).reduce(body, { model: "gpt-4o" });
    expect(known.report).toMatchObject({ changed: false, fits: true });
    expect(known.report.notes).toBeUndefined();
    const unknown = await createReducer({ policy }).reduce(body, { model: "nobody-knows-this-one" });
    expect(unknown.report.notes).toEqual([{ stage: "masking", reason: "context_unknown" }]);
    const lower = createReducer({ policy: written({ ...MASK, budget: { fraction: 0.5, tokens: masked } }) });
    expect((await lower.reduce(body, { contextTokens: 10 * whole })).report.tokens?.after).toBe(masked);
  });

  it("only reports whether it is met in reduceBody and reduceRequest", () => {
    for (const [budget, fits] of [
      [{ tokens: masked }, true],
      [{ tokens: masked - 1 }, false],
      [{ chars: 1 }, false],
      [{ chars }, true],
      [{ fraction: 0.001 }, false],
    ] as const) {
      const policy = { ...MASK, ...written({ budget, summarize: { enabled: true } }) };
      const call = "fraction" in budget ? { model: "gpt-4o" } : {};
      const [bytes, object] = [reduceBody(body, policy, call), reduceRequest(request, policy, call)];
      expect(bytes.report.fits).toBe(fits);
      expect(object.report.fits).toBe(fits);
      expect(bytes.report.reductionStage).toBe("masking");
      expect(parse(bytes.body)).toEqual(object.body);
    }
  });
});
