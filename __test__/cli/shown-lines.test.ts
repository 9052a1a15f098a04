import { describe, expect, it } from "vitest";
import { changeText } from "../../ts/cli/shared/shown-lines.js";
import { colorsFor } from "../../ts/cli/shared/terminal.js";

const colors = colorsFor({ isTTY: false } as NodeJS.WriteStream);
const shown = (came: string, now: string, full = false) => changeText("h", { came, now }, full, colors);

describe("a text beside what came", () => {
  it("has its tabs as they are, and nothing else that a terminal obeys", () => {
    for (const full of [false, true])
      expect(shown(" 1\tone\u001b[2J", "1\tone\r", full)).toBe("h\n-  1\tone\\u{1b}[2J\n+ 1\tone\\u{d}\n");
  });

  it("is cut where a line is long", () => {
    const [, line = ""] = shown(`a\t${"b".repeat(400)}`, "").split("\n");
    expect([line.length, line.at(-1)]).toEqual([162, "…"]);
  });
});
