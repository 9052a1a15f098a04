// A plan may leave as it was what the plan before changed: from then on it is there again.
import { describe, expect, it } from "vitest";
import { keptOf } from "../../../ts/simulate/kept/kept.js";
import { unitOfResult } from "../../../ts/simulate/session-units.js";
import { type StepPlan, stretchesOf, type UnitEdits } from "../../../ts/simulate/step-plans.js";
import { readSession } from "../../../ts/simulate/trace.js";
import { WIRE_NAMES } from "../conversations.js";
import { filler, recording } from "./requests.js";

describe.each(WIRE_NAMES)("on %s", (wire) => {
  const text = "  const value = compute(1);";
  const calls = [{ tool: "Read", args: { file_path: "a.ts", note: text }, result: `${text}\n` }];
  const edits = [{ tool: "Edit", args: { file_path: "a.ts", old_string: text, new_string: "x" }, result: "done" }];
  const session = readSession(recording(wire, [{ calls }, filler(0), { calls: edits }, filler(1)]));
  if ("reason" in session) throw new Error(session.reason);
  const [result] = session.transcript.results;
  if (result?.call === undefined) throw new Error("the call is not read");
  const unit = session.messageStarts[result.call.messageIndex] as number;
  const inBlock = wire === "anthropic" || wire === "gemini" ? unit + 1 : unit;
  const changed: UnitEdits = { id: session.units.nothing, isMoved: true, shown: [result, "[masked]"] };
  const shortened: UnitEdits = { id: session.units.nothing, isMoved: true, said: ["shortened"] };
  const inResult = unitOfResult(session, result);
  const plan = (fromStep: number, isChanged: boolean) =>
    ({
      ...{ fromStep, messages: 0 },
      units: new Map([
        [inBlock, isChanged ? shortened : undefined],
        [inResult, isChanged ? changed : undefined],
      ]),
    }) as unknown as StepPlan;
  const keptUnder = (plans: StepPlan[]) =>
    keptOf(session, { stretches: stretchesOf(session, plans.toReversed()), anchors: false });

  it("an edit finds what a later plan leaves as it was, and not what it goes on changing", () => {
    expect(keptUnder([plan(0, true)]).edits).toEqual({ all: 1, kept: 0 });
    expect(keptUnder([plan(0, true)]).failedEdits).toEqual({ all: 1, failed: 1 });
    const back = keptUnder([plan(0, true), plan(2, false)]);
    expect([back.edits, back.failedEdits]).toEqual([
      { all: 1, kept: 1 },
      { all: 1, failed: 0 },
    ]);
  });
});
