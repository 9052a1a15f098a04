import { describe, expect, it } from "vitest";
import type { Addon } from "../../ts/native/addon.js";
import { createNative } from "../../ts/native/backend.js";
import { resolvePolicy } from "../../ts/policy/policy.js";
import { everyTurn } from "../support/every-turn.js";

/** An addon with a defect: what the binding makes of a panic is an exception. */
function brokenAddon(calls: object): Addon {
  const Engine = class {
    cpu = "none";
    number = 0;
  };
  const CompiledPolicy = class {
    number = 0;
  };
  return { Engine, CompiledPolicy, hashTexts: () => "", ...calls } as unknown as Addon;
}

const panics = () => {
  throw new Error("index out of bounds");
};

const plansRowsOnly: Addon["plan"] = (_engine, _body, _policy, _wire, _flags, numbers) => {
  numbers.fill(0);
  numbers[3] = 8;
};

describe("a defect in the addon", () => {
  const body = Buffer.from('{"messages":[]}');
  const table: [string, object][] = [
    ["a panic while planning", { plan: panics }],
    ["a panic while writing", { plan: plansRowsOnly, write: panics }],
    ["a refusal to write", { plan: plansRowsOnly, write: () => false }],
  ];

  it.each(table)("never costs the caller a request: %s", (_title, calls) => {
    const native = createNative(brokenAddon(calls));
    const reduction = native.reduceBody(body, resolvePolicy(everyTurn()), {});
    expect(reduction.body).toBe(body);
    expect(reduction.changed).toBe(false);
    expect(reduction.report).toMatchObject({ skipped: "internal_error", backend: "native", maskedCount: 0 });
    expect(reduction.report.skippedDetail).toContain("please report it");

    const plan = native.planBody(body, resolvePolicy(everyTurn()), {});
    expect(plan.edits).toEqual([]);
    expect(plan.report.skipped).toBe("internal_error");
  });
});
