import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LEAST_LINE_CHARS, LineFinder, linesOf } from "../../../ts/simulate/kept/line-finder.js";
import { ValueFinder, valuesOf } from "../../../ts/simulate/kept/value-finder.js";

const numbered = (all: Iterable<string>) => new Map([...new Set(all)].map((one, at) => [one, at]));
const foundBy = (finder: { find(text: string, found: Set<number>): void }, text: string): number[] => {
  const found = new Set<number>();
  finder.find(text, found);
  return [...found].sort((a, b) => a - b);
};

describe("lines in texts", () => {
  const piece = fc.string({ unit: fc.constantFrom("a", "b", " ", "\n", "é", "→", "😀"), maxLength: 30 });

  it("are found wherever they stand, as a search for each of them finds them", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), fc.array(piece, { maxLength: 6 }), (quoted, around) => {
        const lines = numbered(quoted.flatMap((text) => [...linesOf(text)]));
        const text = [...around, ...quoted.slice(0, 3), ...around].join("b");
        const naive = [...lines].flatMap(([line, number]) => (text.includes(line) ? [number] : []));
        expect(foundBy(new LineFinder(lines), text)).toEqual(naive);
      }),
    );
  });

  it("are found among many that begin alike, in a long text", () => {
    const all = Array.from(
      { length: 30_000 },
      (_, at) => `the value of → ${String(at).padStart(5, "0")}${" is read".repeat(at % 3)}`,
    );
    const text = all.filter((_, at) => at % 2 === 0).join("\n");
    const found = foundBy(new LineFinder(numbered(all)), text);
    // Those that end with the number stand in no other.
    expect(found).toEqual(all.flatMap((_, at) => (at % 2 === 0 ? [at] : [])));
    expect(text.length).toBeGreaterThan(300_000);
  });

  it("count from 12 chars on, without blanks around", () => {
    expect(linesOf(`${"a".repeat(LEAST_LINE_CHARS - 1)}\n\t${"b".repeat(LEAST_LINE_CHARS)} \n`)).toEqual(
      new Set(["b".repeat(12)]),
    );
  });
});

describe("values in texts", () => {
  it("are dates, numbers of two digits, codes and ids", () => {
    const text = "Flight HAT136, 2024-05-20, 2024-05-20T09:30:00, $1,254.50, 2 bags, JFK, mia_li_3668, ok, A1 and v2";
    expect([...valuesOf(text)]).toEqual([
      ...["HAT136", "2024-05-20", "2024-05-20T09:30:00", "1,254.50", "JFK", "mia_li_3668"],
    ]);
  });

  it("are found with neither a letter, a digit nor an underscore beside them", () => {
    const finder = new ValueFinder(numbered(["HAT136", "42", "2024-05-20"]));
    expect(foundBy(finder, "xHAT136 HAT1360 _42 420 142 42_ 2024-05-201")).toEqual([]);
    expect(foundBy(finder, '("HAT136", 42), 2024-05-20T10:00')).toEqual([0, 1]);
    expect(foundBy(finder, "on 2024-05-20.")).toEqual([2]);
  });

  const piece = fc.string({ unit: fc.constantFrom("A", "b", "1", "2", "-", "_", ".", " ", "é"), maxLength: 12 });
  it("are found as a search with an expression finds them", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), fc.array(piece, { maxLength: 8 }), (used, around) => {
        const values = numbered(used.flatMap((text) => [...valuesOf(text)]));
        const text = [...around, ...used.slice(0, 4)].join(" ");
        const naive = [...values].flatMap(([value, number]) => {
          const beside = new RegExp(`(?<![A-Za-z0-9_])${value.replace(/[.]/g, "\\.")}(?![A-Za-z0-9_])`);
          return beside.test(text) ? [number] : [];
        });
        expect(foundBy(new ValueFinder(values), text)).toEqual(naive);
      }),
    );
  });
});
