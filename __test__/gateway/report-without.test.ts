import { describe, expect, it } from "vitest";
import { reportWithout } from "../../ts/gateway/restore/keep.js";
import { reduceBody, type Wire } from "../../ts/index.js";
import { agentRequest, bytesOf, WIRES } from "./requests.js";

const POLICY = { mask: { windowTurns: 2, minChars: 0 }, cache: { strategy: "every-turn" } } as const;

function reduced(wire: Wire) {
  const came = bytesOf(agentRequest(wire, { turns: 8 }));
  const reduction = reduceBody(came, POLICY, { wire, tokens: true });
  return { came, ...reduction, originals: [...reduction.originals()] };
}

describe.each(WIRES)("the report of a reduction that could not keep all (%s)", (wire) => {
  it("is the same where everything was kept", () => {
    const { report, body } = reduced(wire);
    expect(reportWithout(report, [], body)).toBe(report);
  });

  it("counts none of what went back into the request: neither decisions, nor results, nor chars", () => {
    const { report, came, body, originals } = reduced(wire);
    const masks = report.decisions.filter(({ action }) => action === "mask");
    expect([masks.length, originals.length]).toEqual([6, 6]);
    const back = originals.slice(0, 2);
    const sent = new Uint8Array(body.length + Math.round((2 / 6) * (came.length - body.length)));
    const without = reportWithout(report, back, sent);
    const [first, second] = masks;
    expect(without.decisions).toEqual(report.decisions.filter((one) => one !== first && one !== second));
    expect(without.maskedCount).toBe(4);
    const went = [first, second].reduce((sum, one) => sum + (one?.charsBefore ?? 0) - (one?.charsAfter ?? 0), 0);
    expect(without.maskedChars).toBe(report.maskedChars - went);
    expect(without.bytes).toEqual({ before: came.length, after: sent.length });
    const { before = 0, after = 0 } = report.tokens ?? {};
    expect(without.tokens?.after).toBeCloseTo(before - (4 / 6) * (before - after), -1);
  });

  it("says that nothing was saved where everything went back", () => {
    const { report, came, originals } = reduced(wire);
    const without = reportWithout(report, originals, came);
    expect(without).toMatchObject({
      maskedCount: 0,
      maskedChars: 0,
      bytes: { before: came.length, after: came.length },
    });
    expect(without.tokens?.after).toBe(without.tokens?.before);
    expect(without.decisions.filter(({ action }) => action === "mask")).toEqual([]);
  });
});
