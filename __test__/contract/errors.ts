import { describe, expect, it } from "vitest";
import signs from "../fixtures/error-signs.json" with { type: "json" };
import { plainText, type Subject, turn } from "./build.js";

const PAD = plainText(600);
/** Blanks are masked only where tokens do not count. */
const NAMED = { placeholder: { family: "conversation" } } as const;

type Case = [text: string, kept: boolean];

const LIBRARY: Case[] = [
  [`error: no such file\n${PAD}`, true],
  [`ERROR 5\n${PAD}`, true],
  [`errors found\n${PAD}`, true],
  [`fatal: not a repository\n${PAD}`, true],
  [`Panic at line 3\n${PAD}`, true],
  [`ValueError: x\n${PAD}`, true],
  [`java.lang.NullPointerException: x\n${PAD}`, true],
  [`my_exception: x\n${PAD}`, true],
  [`Exception: x\n${PAD}`, false],
  [`ValueError x\n${PAD}`, false],
  [`3ValueError: x\n${PAD}`, false],
  [`.ValueError: x\n${PAD}`, false],
  [`Value Error: x\n${PAD}`, false],
  [`Traceback (most recent call last):\n${PAD}`, true],
  [`traceback (most recent call last):\n${PAD}`, false],
  [`an error: in the middle of a line\n${PAD}`, false],
  [` error: indented\n${PAD}`, false],
  [`ok\r\nerror: x\n${PAD}`, true],
  [`ok\rerror: x\n${PAD}`, false],
  [`${"x".repeat(498)}\nerror: first char at 499\n${PAD}`, true],
  [`${"x".repeat(499)}\nerror: first char at 500\n${PAD}`, false],
  [`${PAD}\nerror: in the middle\n${PAD}`, false],
  [`${PAD}\nerror: near the end`, true],
  [`${PAD}\nerror${"y".repeat(495)}`, true],
  [`${PAD}\nerror${"y".repeat(496)}`, false],
  [`{"error":"x","pad":"${"p".repeat(300)}"}`, true],
  [`{"error":0,"pad":"${"p".repeat(300)}"}`, false],
  [`{"error":null,"pad":"${"p".repeat(300)}"}`, false],
  [`{"error":false,"pad":"${"p".repeat(300)}"}`, false],
  [`{"\\u0065rror":1,"pad":"${"p".repeat(300)}"}`, true],
  [`{"error":1,"error":null,"pad":"${"p".repeat(300)}"}`, false],
  [`{"error":null,"error":1,"pad":"${"p".repeat(300)}"}`, true],
  [`{"status":"error","pad":"${"p".repeat(300)}"}`, true],
  [`{"status":"errors","pad":"${"p".repeat(300)}"}`, false],
  [` \n\t{"status":"err\\u006fr","pad":"${"p".repeat(300)}"} `, true],
  [`{"x":{"error":1},"pad":"${"p".repeat(300)}"}`, false],
  [`[1,{"error":1},"${"p".repeat(300)}"]`, true],
  [`[[{"error":1}],"${"p".repeat(300)}"]`, false],
  [`{"message":"\\nerror: x","pad":"${"p".repeat(300)}"}`, false],
  [`{"error":1,"pad":"${"p".repeat(300)}"`, false],
  [`{not json\nerror: x\n${PAD}`, true],
  [`{"n":1e400,"error":1,"pad":"${"p".repeat(300)}"}`, true],
  [`{"s":"\\ud800","error":1,"pad":"${"p".repeat(300)}"}`, true],
  [`${"[".repeat(300)}${"]".repeat(300)}`, false],
];

/** The shared lines at the beginning and at the end of a text, and the shared JSON texts: white space may follow those. */
const shared = (lines: readonly string[], texts: readonly string[], kept: boolean): Case[] => [
  ...lines.flatMap((line): Case[] => [
    [`${line}\n${PAD}`, kept],
    [`${PAD}\n${line}`, kept],
  ]),
  ...texts.map((text): Case => [text + " ".repeat(600), kept]),
];
const SHARED: Case[] = [
  ...shared(signs.errorLines, signs.errorTexts, true),
  ...shared(signs.otherLines, signs.otherTexts, false),
];

const SEED: Case[] = [
  [`x ${PAD} traceback ${PAD}`, true],
  [`${PAD} EXCEPTION ${PAD}`, true],
  [`${PAD}\nERROR ${PAD}`, true],
  [`${PAD} an Error ${PAD}`, false],
  [`${PAD} "Error" ${PAD}`, true],
  [`${PAD} Timeout ${PAD}`, true],
  [`${PAD} connect_error ${PAD}`, true],
  [`${PAD} Connection refused ${PAD}`, true],
  [`{"\\u0065rror":null,"pad":"${"p".repeat(300)}"}`, true],
  [`[{"status":"err\\u006fr"},"${"p".repeat(300)}"]`, true],
  [` {"status":"err\\u006fr","pad":"${"p".repeat(300)}"}`, false],
  [`fatal: x\n${PAD}`, false],
];

const shown = ([text, kept]: Case) =>
  `${kept ? "kept" : "masked"}: ${JSON.stringify(text.slice(0, 40))}… (${text.length})`;

function clipCases(subject: Subject): void {
  const clipped = (text: string) => subject.contentOf(turn("a", text), { keepErrorsMaxChars: 200 });
  const line = (chars: number) => `\n[error clipped — ${chars} chars]\n`;

  it("clips a kept error to the limit: first half, line, end", () => {
    const text = `Error: ${"h".repeat(500)}${"t".repeat(500)}`;
    expect(clipped(text)).toBe(text.slice(0, 100) + line(1007) + "t".repeat(100 - line(1007).length));
    expect(subject.decide(turn("a", text), { keepErrorsMaxChars: 200 })).toBe("clip/error");
  });

  it("keeps an error of exactly the limit whole", () => {
    expect(subject.decide(turn("a", `Error: ${"x".repeat(193)}`), { keepErrorsMaxChars: 200 })).toBe("keep/error");
  });

  it("never splits a surrogate pair at either cut", () => {
    const text = `Error: ${"😀".repeat(600)}`;
    const expected =
      text.slice(0, 99) + line(text.length) + "😀".repeat(Math.floor((200 - 99 - line(text.length).length) / 2));
    expect(clipped(text)).toBe(expected);
  });

  it("keeps an error if clipping would add bytes", () => {
    expect(subject.decide(turn("a", `Error: ${"x".repeat(194)}`), { keepErrorsMaxChars: 200 })).toBe("keep/error");
  });

  it("leaves a clipped error unchanged", () => {
    const text = `no sign of one\n[error clipped — 12 chars]\n${"x".repeat(100)}`;
    expect(subject.decide(turn("a", text), { keepErrorsMaxChars: 200 })).toBe("keep/error");
    expect(subject.decide(turn("a", `${text}${"x".repeat(100)}`), { keepErrorsMaxChars: 200 })).toBe("mask/window");
    expect(subject.decide(turn("a", text), { keepErrorsMaxChars: 200, keepErrors: false })).toBe("mask/window");
  });

  it.each([
    ["in the middle of a long text", ["é".repeat(1700), "é".repeat(1700)]],
    ["behind a line that is an error's nowhere near", [`${"x".repeat(600)}\nfatal: no${"x".repeat(600)}`, PAD]],
    ["at the beginning", ["", PAD]],
  ])("leaves a clipped error unchanged, the mark %s", (_, lines) => {
    const text = (mark: string) => lines.join(`\n${mark}\n`).replace(/^\n/, "");
    expect(subject.decide(turn("a", text("[error clipped — 12 chars]")))).toBe("keep/error");
    expect(subject.decide(turn("a", text("[error clipped — 12 chars].")))).toBe("mask/window");
  });

  it("clips the only part of a list, and leaves several parts whole", () => {
    const part = { type: "text", text: `Error: ${"x".repeat(900)}` };
    expect(subject.decide(turn("a", [part]), { keepErrorsMaxChars: 200 })).toBe("clip/error");
    expect(subject.contentOf(turn("a", [part]), { keepErrorsMaxChars: 200 })).toMatchObject([{ type: "text" }]);
    expect(subject.decide(turn("a", [{ type: "text", text: PAD }, part]), { keepErrorsMaxChars: 200 })).toBe(
      "keep/error",
    );
  });

  it("clips errors of the seed's rule too", () => {
    const text = `${PAD} timeout`;
    expect(subject.decide(turn("a", text), { keepErrors: "seed", keepErrorsMaxChars: 200 })).toBe("clip/error");
  });
}

function partCases(subject: Subject): void {
  it("searches every part of a list", () => {
    const parts = [PAD, `Error: x\n${PAD}`].map((text) => ({ type: "text", text }));
    expect(subject.decide(turn("a", parts))).toBe("keep/error");
  });
}

export function errorCases(subject: Subject): void {
  describe("errors", () => {
    it.each(LIBRARY.map((c) => [shown(c), ...c] as const))("%s", (_, text, kept) => {
      expect(subject.decide(turn("a", text), NAMED)).toBe(kept ? "keep/error" : "mask/window");
    });
    it.each(SHARED)("judges %j", (text, kept) => {
      expect(subject.decide(turn("a", text), NAMED)).toBe(kept ? "keep/error" : "mask/window");
    });
    it.each(SEED.map((c) => [shown(c), ...c] as const))("seed, %s", (_, text, kept) => {
      expect(subject.decide(turn("a", text), { ...NAMED, keepErrors: "seed" })).toBe(
        kept ? "keep/error" : "mask/window",
      );
    });
    it.each(LIBRARY.filter(([, kept]) => kept).map((c) => [shown(c), c[0]] as const))(
      "not with false, %s",
      (_, text) => {
        expect(subject.decide(turn("a", text), { ...NAMED, keepErrors: false })).toBe("mask/window");
      },
    );
    clipCases(subject);
    partCases(subject);
  });
}
