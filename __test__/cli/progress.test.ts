import { afterEach, describe, expect, it, vi } from "vitest";
import { createProgress, progressLine } from "../../ts/cli/shared/terminal.js";

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

describe("progress", () => {
  afterEach(() => vi.unstubAllEnvs());

  /** What is written for one step on a stream. */
  const writtenOn = (isTTY: boolean): string => {
    let text = "";
    const stream = { isTTY, columns: 80, write: (part: string) => (text += part) } as unknown as NodeJS.WriteStream;
    createProgress(stream, 2).update(1, "file");
    return text;
  };

  it("is drawn on a terminal, but not in a pipe, on a dumb terminal, or in CI", () => {
    vi.stubEnv("CI", "");
    vi.stubEnv("TERM", "xterm");
    expect(writtenOn(true)).toContain("50 %");
    expect(writtenOn(false)).toBe("");
    vi.stubEnv("TERM", "dumb");
    expect(writtenOn(true)).toBe("");
    vi.stubEnv("TERM", "xterm");
    vi.stubEnv("CI", "true");
    expect(writtenOn(true)).toBe("");
  });
});
