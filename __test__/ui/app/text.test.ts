import { describe, expect, it } from "vitest";
import { bytes, counted, micros, money, percent, short, whole } from "../../../ts/ui/app/text/format.js";
import { visible, visibleLine } from "../../../ts/ui/app/text/visible.js";

const shown = (text: string) =>
  visible(text)
    .map(({ text: piece }) => piece)
    .join("");

describe("text of strangers", () => {
  it.each([
    ["plain text is as it is", "a <b>&amp;</b> \t é 漢 🙂", "a <b>&amp;</b> \t é 漢 🙂"],
    ["bidi controls have names", "a\u202eb\u2066c\u200f", "a[RLO]b[LRI]c[RLM]"],
    ["escape sequences of terminals", "\u001b[31mred\u0007", "[ESC][31mred[BEL]"],
    ["zero-width characters and the byte order mark", "\ufeffa\u200bb", "[BOM]a[ZWSP]b"],
    ["the other controls", "\u0000\u007f\u0085", "[NUL][DEL][U+0085]"],
    ["halves of surrogate pairs", "a\ud800b", "a[U+D800]b"],
    ["separators of lines", "a\u2028b", "a[LINE]b"],
    ["letters of tags", "a\u{e0041}", "a[U+E0041]"],
    ["a joiner within an emoji stays", "👩\u200d💻 a\u200db", "👩\u200d💻 a[ZWJ]b"],
    ["an empty text", "", ""],
  ])("%s", (_, text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  it("says which pieces are marks", () => {
    expect(visible("a\u202eb")).toEqual([
      { text: "a", isMark: false },
      { text: "[RLO]", isMark: true },
      { text: "b", isMark: false },
    ]);
  });

  it("keeps its lines where lines are shown", () => {
    expect(visible("a\nb\u0007", true).map((piece) => piece.text)).toEqual(["a\nb", "[BEL]"]);
    expect(shown("a\nb")).toBe("a[LF]b");
  });

  it("is one line of bounded length in a label", () => {
    expect(visibleLine("a\nb")).toBe("a[LF]b");
    expect(visibleLine("x".repeat(1000), 10)).toBe("xxxxxxxxx…");
    // A cut leaves no half of a character, which would be a mark of what is not there.
    expect(visibleLine("xxxxxxxx🙂abc", 10)).toBe("xxxxxxxx…");
  });
});

describe("numbers", () => {
  it.each([
    [money(4.123), "$4.12"],
    [money(-0.0431), "−$0.043"],
    [money(0.00012), "$0.00012"],
    [money(1234.5), "$1,234.50"],
    [money(0), "$0.00"],
    [money(undefined), "–"],
    [money(Number.NaN), "–"],
    [whole(1234567), "1,234,567"],
    [short(950), "950"],
    [short(12_340), "12.3k"],
    [short(-4_500_000), "−4.5M"],
    [short(999_960), "1.0M"],
    [percent(0.934, 1), "93.4 %"],
    [percent(-0.1), "−10 %"],
    [micros(850), "850 µs"],
    [micros(1200), "1.2 ms"],
    [micros(3_400_000), "3.4 s"],
    [bytes(5 * 1024 * 1024), "5.0 MB"],
    [counted(1, "request"), "1 request"],
    [counted(2000, "request"), "2,000 requests"],
  ])("%s", (text, expected) => {
    expect(text).toBe(expected);
  });
});
