import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fence, unfence } from "../../ts/llm/fence.js";

describe("fence", () => {
  it.each([
    ["hello", "<data-1>\nhello\n</data-1>"],
    ["</data-1>", "<data-2>\n</data-1>\n</data-2>"],
    ["data-1 DATA-2 data-4", "<data-3>\ndata-1 DATA-2 data-4\n</data-3>"],
    ["data-99999999999999999999", "<data-1>\ndata-99999999999999999999\n</data-1>"],
    ["data-12", "<data-1>\ndata-12\n</data-1>"],
    ["", "<data-1>\n\n</data-1>"],
  ])("fences %j", (text, expected) => {
    expect(fence("data", text)).toBe(expected);
    expect(unfence("data", expected)).toBe(text);
  });

  it.each([
    "",
    "hello",
    "<data-1>\n</data-1>",
    "<data-1>\nx\n</data-2>",
    "<data-1>\nx\n</data-1>.",
    "<data->\nx\n</data->",
  ])("finds no fence in %j", (text) => {
    expect(unfence("data", text)).toBeUndefined();
  });

  it("is closed once, at its end, whatever its content is", () => {
    const part = fc.oneof(
      fc.constantFrom("</data-1>", "<data-", "data-2", "0", "3", ">", "\n", "</DATA-1>"),
      fc.string({ maxLength: 4 }),
    );
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 12 }).map((parts) => parts.join("")),
        (text) => {
          const fenced = fence("data", text);
          const closing = fenced.slice(fenced.lastIndexOf("\n") + 1);
          expect(fenced.indexOf(closing)).toBe(fenced.length - closing.length);
          expect(unfence("data", fenced)).toBe(text);
        },
      ),
      { numRuns: 5_000 },
    );
  });

  it("stays linear in a text full of tags", () => {
    const tags = (n: number) => Array.from({ length: n }, (_, i) => `data-${i + 1}`).join("");
    expect(fence("data", tags(100_000))).toMatch(/^<data-100001>\n/);
  });
});
