import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findRoundTripLoss, type RoundTripLoss } from "../../ts/wires/round-trip.js";
import { arbitraryJsonStyle, renderJson } from "../support/render-json.js";

const SAFE = [
  "0",
  "[]",
  "{}",
  '""',
  "1.0",
  "[1e5,1E+5,1e-5,0.1]",
  "0.10000000000000000000000000001",
  "-0.5",
  "-1",
  "1e-400",
  "9007199254740991",
  "9007199254740992",
  "-9007199254740992",
  "1000000000000000000000",
  "100000000000000000000000",
  "123456789012345680000",
  "12345678901234567890.0",
  "1.7976931348623157e308",
  '{"a":1,"b":1}',
  '{"a":{"a":1},"b":{"a":1}}',
  '[{"a":1},{"a":1}]',
  '{"a":"a","b":"a"}',
  '{"a":["a","a"],"b":1}',
  '{"a\\\\":1,"a":1}',
  '{"a":"-0","b":"1e999"}',
  '"\\ud800"',
  '{"__proto__":1,"constructor":2}',
  `${"[".repeat(2_000)}${"]".repeat(2_000)}`,
];

const LOSSES: [text: string, problem: RoundTripLoss["problem"], offset: number][] = [
  ["-0", "negative_zero", 0],
  ["[1, -0]", "negative_zero", 4],
  ["-0.0", "negative_zero", 0],
  ["-0e9", "negative_zero", 0],
  ["-1e-400", "negative_zero", 0],
  ["1e400", "not_finite", 0],
  ["[-1E999]", "not_finite", 1],
  ["1".repeat(400), "not_finite", 0],
  ["9007199254740993", "big_integer", 0],
  ["[12345678901234567890]", "big_integer", 1],
  ["-9007199254740993", "big_integer", 0],
  ["1152921504606846976", "big_integer", 0],
  ['{"a":1,"a":1}', "repeated_key", 7],
  ['{"a":1,"\\u0061":2}', "repeated_key", 7],
  ['{"x":[{"a":1, "b":2, "a":3}]}', "repeated_key", 21],
  ['{"a":{"b":1},"b":2,"a":3}', "repeated_key", 19],
  ['{"a":[1,{}],"a":3}', "repeated_key", 12],
  ['{"__proto__":1,"__proto__":2}', "repeated_key", 15],
  ['{"":1,"":2}', "repeated_key", 6],
  [`${"[".repeat(2_001)}${"]".repeat(2_001)}`, "too_deep", 2_000],
];

describe("findRoundTripLoss", () => {
  it.each(SAFE.map((text) => [text.slice(0, 60), text] as const))("nothing in %s", (_, text) => {
    expect(findRoundTripLoss(text)).toBeUndefined();
    expect(() => JSON.stringify(JSON.parse(text))).not.toThrow();
  });

  it.each(LOSSES.map((c) => [c[0].slice(0, 60), ...c] as const))("%s", (_, text, problem, offset) => {
    expect(findRoundTripLoss(text)).toEqual({ problem, offset });
  });

  it("finds any repeated key of an object of any size", () => {
    for (const count of [2, 15, 16, 17, 18, 40]) {
      const keys = Array.from({ length: count }, (_, index) => `"k${index}":0`);
      const text = `{${keys.join()}}`;
      expect(findRoundTripLoss(text)).toBeUndefined();
      for (const again of keys) {
        const repeated = `{${keys.join()},${again}}`;
        expect(findRoundTripLoss(repeated)).toEqual({ problem: "repeated_key", offset: text.length });
      }
    }
  });

  it("finds nothing in output of JSON.stringify, in any spelling", () => {
    const value = fc.jsonValue({ noUnicodeString: false }).map((v) => JSON.parse(JSON.stringify(v)) as unknown);
    fc.assert(
      fc.property(value, arbitraryJsonStyle, (made, style) => {
        expect(findRoundTripLoss(renderJson(made, style))).toBeUndefined();
      }),
    );
  });

  it("judges integers by how they are printed", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), (integer) => {
        const printed = JSON.stringify(JSON.parse(String(integer)));
        const same = BigInt(Number(printed)) === BigInt(Number(integer)) && toDigits(printed) === String(integer);
        expect(findRoundTripLoss(String(integer)) === undefined).toBe(same);
      }),
    );
  });

  it.each(["\\", '\\"', "[", '"",'])("is linear in %j", (unit) => {
    const inner = unit === "[" ? `${"[],".repeat(300_000)}1` : `"${unit.replace(/["\\]/g, "\\$&").repeat(300_000)}"`;
    const started = performance.now();
    expect(findRoundTripLoss(`[${inner}]`)).toBeUndefined();
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

/** `1.5e+21` → `1500000000000000000000`. */
function toDigits(printed: string): string {
  const match = /^(-?\d+)(?:\.(\d+))?e\+(\d+)$/.exec(printed);
  if (match === null) return printed;
  const fraction = match[2] ?? "";
  return `${match[1]}${fraction}${"0".repeat(Number(match[3]) - fraction.length)}`;
}
