import { describe, expect, it } from "vitest";
import type { Addon } from "../../ts/native/addon.js";
import { createNative } from "../../ts/native/backend.js";
import { nativePolicyJson } from "../../ts/native/policy.js";
import { SLOT_ROWS_BYTES } from "../../ts/native/protocol.js";
import { resolvePolicy } from "../../ts/policy/policy.js";
import { everyTurn } from "../support/every-turn.js";
import { describeNative } from "../support/native.js";
import { thrownBy } from "../support/thrown.js";

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
  numbers[SLOT_ROWS_BYTES] = 8;
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

describe("a policy that the addon does not know", () => {
  const body = Buffer.from('{"messages":[]}');
  const refusing = brokenAddon({
    CompiledPolicy: class {
      constructor() {
        throw Object.assign(new Error("unknown field `newKey`"), { code: "InvalidArg" });
      }
    },
  });
  const native = createNative(refusing);
  const policy = resolvePolicy(everyTurn());

  it.each<[string, () => unknown]>([
    ["reduceBody", () => native.reduceBody(body, policy, {})],
    ["reduceBodyInto", () => native.reduceBodyInto(body, new Uint8Array(99), policy, {})],
    ["planBody", () => native.planBody(body, policy, {})],
  ])("is POLICY_INVALID: %s", (_name, call) => {
    expect(thrownBy(call)).toMatchObject({ code: "POLICY_INVALID" });
    expect(String(thrownBy(call))).toContain("newKey");
  });

  it("is POLICY_INVALID: reduceBodyAsync of a small and of a large body", async () => {
    const large = Buffer.from(JSON.stringify({ messages: [{ role: "user", content: "x".repeat(600_000) }] }));
    for (const one of [body, large]) {
      await expect(native.reduceBodyAsync(one, policy, {}, undefined)).rejects.toMatchObject({
        code: "POLICY_INVALID",
      });
    }
  });
});

describeNative("the engine", ({ addon }) => {
  const settings = JSON.parse(nativePolicyJson(resolvePolicy({ ...everyTurn(), budget: { tokens: 5 } }))) as object;
  const tables = ["mask", "mask.placeholder", "dispatch", "cache", "cache.budget"];

  it("compiles the settings of a policy", () => {
    expect(() => new addon.CompiledPolicy(JSON.stringify(settings))).not.toThrow();
  });

  it.each(["", ...tables])("refuses a key that it does not know, in table %j", (path) => {
    const changed = structuredClone(settings);
    const table = path
      .split(".")
      .filter(Boolean)
      .reduce<object>((at, key) => Reflect.get(at, key), changed);
    Reflect.set(table, "newKey", 1);
    expect(() => new addon.CompiledPolicy(JSON.stringify(changed))).toThrow(/unknown field `newKey`/);
  });
});
