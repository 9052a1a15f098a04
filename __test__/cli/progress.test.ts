import { describe, expect, it } from "vitest";
import { progressLine } from "../../ts/cli/shared/terminal.js";

/** Columns that a text can take at most: anything beyond ASCII and the bar counts twice. */
const columnsOf = (text: string) => [...text].reduce((sum, char) => sum + (/[\x20-\x7e█░…]/.test(char) ? 1 : 2), 0);

describe("a progress line", () => {
  it.each([1, 2, 5, 8, 9, 10, 12, 20, 30, 40, 60, 80, 200])("never wraps in %d columns", (columns) => {
    for (const label of ["", "short", "a/long/path/".repeat(20), "漢字".repeat(40), "\u001b[31m\n", "😀".repeat(50)]) {
      for (const done of [-1, 0, 0.004, 0.5, 1, 7]) {
        const line = progressLine(done, label, columns);
        expect(columnsOf(line)).toBeLessThan(columns);
        expect(line).not.toMatch(/\p{Cc}/u);
      }
    }
  });

  it("has a bar, the share and the label where there is room", () => {
    expect(progressLine(0.5, "file.json", 80)).toBe(`${"█".repeat(12)}${"░".repeat(12)} 50 %  file.json`);
    expect(progressLine(1, "file.json", 20)).toBe(`${"█".repeat(11)} 100 %`);
  });
});
