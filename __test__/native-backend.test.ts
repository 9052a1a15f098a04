import { describe, expect, it } from "vitest";
import type { Addon } from "../ts/native-addon.js";
import { createNative } from "../ts/native-backend.js";
import { resolvePolicy } from "../ts/policy.js";
import { everyTurn } from "./support/every-turn.js";

/** An addon with a defect: what the binding makes of a panic is an exception. */
function brokenAddon(engine: object): Addon {
  const Engine = class {
    cpu = "none";
    constructor() {
      Object.assign(this, engine);
    }
  };
  return { Engine, CompiledPolicy: class {}, hashTexts: () => "" } as unknown as Addon;
}

const panics = () => {
  throw new Error("index out of bounds");
};

const plansRowsOnly = (_body: Uint8Array, _policy: unknown, _wire: number, _flags: number, numbers: Uint32Array) => {
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

  it.each(table)("never costs the caller a request: %s", (_title, engine) => {
    const native = createNative(brokenAddon(engine));
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
