import { expect, it } from "vitest";
import { BySettings, type PolicyInput, resolvePolicy } from "../../ts/policy/policy.js";
import { thrownBy } from "../support/thrown.js";

const literal = (windowTurns: unknown): PolicyInput => ({ mask: { windowTurns: windowTurns as number } });

it("a literal is the same policy in each call, and another literal is another", () => {
  expect(resolvePolicy(literal(3))).toBe(resolvePolicy(literal(3)));
  expect(resolvePolicy(literal(4))).not.toBe(resolvePolicy(literal(3)));
  expect(resolvePolicy(literal(4)).settings.mask.windowTurns).toBe(4);
});

it("a wrong literal is refused each time, whatever it looks like as JSON", () => {
  resolvePolicy(literal(3));
  for (const wrong of ["3", [3], Number.NaN, null, {}, new Date(3)])
    for (const _ of [1, 2]) expect(thrownBy(() => resolvePolicy(literal(wrong))).code).toBe("POLICY_INVALID");
});

it("values are remembered by what plain data says, and by nothing else", () => {
  const made: unknown[] = [];
  const kept = new BySettings<unknown>();
  const of = (settings: unknown) => kept.of(settings, () => made.push(settings));
  const plain: (() => unknown)[] = [
    () => ({ a: 1 }),
    () => ({ a: "1" }),
    () => ({ a: [1] }),
    () => ({ a: { 0: 1 } }),
    () => ({ a: -0 }),
    () => ({ a: 0 }),
    () => ({ a: null }),
    () => ({ a: undefined }),
    () => ({ a: "null" }),
    () => ({ 'a":1,"b': 1 }),
    () => ({ a: 1, b: 1 }),
  ];
  const numbers = plain.map((make) => of(make()));
  expect(new Set(numbers).size).toBe(plain.length);
  expect(plain.map((make) => of(make()))).toEqual(numbers);
  for (const make of [() => ({ a: /1/ }), () => ({ a: () => 1 }), () => ({ a: 1n }), () => ({ a: "x".repeat(5000) })])
    expect(of(make())).not.toBe(of(make()));
});

it("few are remembered", () => {
  const kept = new BySettings<number>();
  let made = 0;
  for (let at = 0; at < 1000; at++) kept.of({ at }, () => ++made);
  kept.of({ at: 999 }, () => ++made);
  kept.of({ at: 0 }, () => ++made);
  expect(made).toBe(1001);
});
