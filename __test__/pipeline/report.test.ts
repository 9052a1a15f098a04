import { describe, expect, it } from "vitest";
import { createReducer } from "../../ts/index.js";
import { generateWireBody } from "../support/generate-wire.js";
import { WIRE_NAMES } from "../support/wire-shapes.js";
import { leastBudget, listOf, parse, tokensOf } from "./build.js";

describe.each(WIRE_NAMES)("the report of the pipeline over %s", (wire) => {
  const body = generateWireBody(wire, { seed: 5, targetBytes: 30_000 });
  const before = tokensOf(wire, parse(body));
  const reduce = async (tokens: number, more: object = {}) => {
    const policy = { mask: { windowTurns: 2, minChars: 0 }, cache: { strategy: "every-turn" as const }, ...more };
    const { body: out, report } = await createReducer({ budget: { tokens }, policy }).reduce(body, { wire });
    return { out, report, after: tokensOf(wire, parse(out)) };
  };
  const gone = (out: Uint8Array) => listOf({ wire }, parse(body)).length - listOf({ wire }, parse(out)).length;

  it("lists no stage if the request is within its budget", async () => {
    const { report } = await reduce(before);
    expect(report).toMatchObject({ changed: false, fits: true, invariantStatus: "ok", droppedCount: 0, phases: [] });
    expect(report).toMatchObject({ tokens: { before, after: before }, maskedCount: 0, maskedChars: 0 });
    expect(report.reductionStage).toBeUndefined();
    expect(report.notes).toBeUndefined();
  });

  it("describes the masking, and why no other stage was needed", async () => {
    const { report, after } = await reduce(before - 1);
    expect(report).toMatchObject({ reductionStage: "masking", droppedCount: 0, tokens: { before, after } });
    expect(report.maskedCount).toBeGreaterThan(0);
    expect(report.phases).toEqual([{ name: "masking", tokensBefore: before, tokensAfter: after }]);
    expect(report.notes).toBeUndefined();
  });

  it("lists every stage that was not enough, in order, and counts every lost message", async () => {
    const more = { summarize: { enabled: true } };
    const least = await leastBudget(wire, body, (tokens) => reduce(tokens, more));
    const { report, out, after } = await reduce(least, more);
    expect(report).toMatchObject({
      reductionStage: "fallback",
      invariantStatus: "fallback",
      fits: true,
      changed: true,
    });
    expect(report.notes?.map(({ stage, reason }) => `${stage} ${reason}`)).toEqual([
      "masking over_budget",
      "summarization nothing_to_do",
    ]);
    expect(report.droppedCount).toBe(gone(out));
    expect(report.tokens).toEqual({ before, after, method: "estimate" });
    const [masking, cut] = report.phases ?? [];
    expect([masking?.name, cut?.name]).toEqual(["masking", "fallback"]);
    expect([masking?.tokensBefore, cut?.tokensBefore]).toEqual([before, masking?.tokensAfter]);
    expect(cut?.tokensAfter).toBe(after);
  });

  it("says why the request does not fit if nothing is enough", async () => {
    const { report, out } = await reduce(1, { summarize: { enabled: true } });
    expect(report).toMatchObject({ reductionStage: "masking", fits: false, droppedCount: 0 });
    expect(gone(out)).toBe(0);
    expect(report.notes?.at(-1)).toMatchObject({ stage: "fallback", reason: "over_budget" });
    expect(report.notes?.at(-1)?.detail).toMatch(/^1 tokens cannot hold what is never dropped: .*newest turn \d+/);
  });

  it("lists disabled stages", async () => {
    const { report, out } = await reduce(1, {
      preset: "none",
      experimental: { truncate: { enabled: false } },
      cache: { strategy: "off" },
    });
    expect(out).toBe(body);
    expect(report).toMatchObject({ changed: false, fits: false, droppedCount: 0, phases: [] });
    expect(report.notes?.map(({ stage, reason }) => `${stage} ${reason}`)).toEqual([
      "masking disabled",
      "summarization disabled",
      "fallback disabled",
    ]);
  });
});
