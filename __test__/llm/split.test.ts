import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderSource, type SummarySource, splitSource } from "../../ts/llm/split.js";

const chars = (limit: number) => ({ limit, measure: (text: string) => text.length });
const linesOf = (parts: readonly string[]) =>
  parts.flatMap((part) => part.split("\n")).map((line) => JSON.parse(line) as SummarySource);

describe("splitSource", () => {
  const source = [
    { role: "user", text: "a".repeat(40) },
    { role: "tool result", text: 'b"\n'.repeat(20) },
  ];

  it("returns one part if all messages fit", () => {
    expect(splitSource(source, chars(1_000))).toEqual([source.map(renderSource).join("\n")]);
    expect(splitSource(source, { limit: Infinity, measure: () => 0 })).toHaveLength(1);
    expect(splitSource([], chars(10))).toEqual([]);
  });

  it("keeps messages whole if they fit into a part", () => {
    const [first, second] = source.map(renderSource);
    expect(splitSource(source, chars((second?.length ?? 0) + 1))).toEqual([first, second]);
  });

  it("loses nothing, keeps every part within the limit, and splits no character", () => {
    const sources = fc.array(
      fc.record({ role: fc.constantFrom("user", "tool result"), text: fc.string({ unit: "binary", maxLength: 200 }) }),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(sources, fc.integer({ min: 60, max: 300 }), (messages, limit) => {
        const parts = splitSource(messages, chars(limit));
        for (const part of parts) expect(part.length).toBeLessThanOrEqual(limit);
        const lines = linesOf(parts);
        for (const { text } of lines) expect(text).not.toMatch(/\p{Surrogate}/u);
        let at = 0;
        for (const { role, text } of messages) {
          let joined = "";
          do {
            expect(lines[at]?.role).toBe(role);
            joined += lines[at++]?.text;
          } while (joined !== text && at < lines.length);
          expect(joined).toBe(text);
        }
        expect(at).toBe(lines.length);
      }),
      { numRuns: 2_000 },
    );
  });

  it("advances even if not one character fits", () => {
    const parts = splitSource([{ role: "user", text: "a😀b" }], chars(1));
    expect(linesOf(parts).map(({ text }) => text)).toEqual(["a", "😀", "b"]);
  });

  it("measures about as much as it cuts, even for a very long message", () => {
    const work = (length: number) => {
      let measured = 0;
      const measure = (text: string) => {
        measured += text.length;
        return text.length;
      };
      splitSource([{ role: "user", text: "x".repeat(length) }], { limit: 2_000, measure });
      return measured;
    };
    expect(work(400_000) / work(200_000)).toBeLessThanOrEqual(2.2);
  });
});
