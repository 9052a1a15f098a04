import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { errorLineRule, renderClip } from "../../ts/text/clip-middle.js";
import { isErrorLine } from "../../ts/text/error-line.js";
import { wellFormed } from "../../ts/text/surrogates.js";

const rule = errorLineRule(true);
const rows = (name: string, count: number) => Array.from({ length: count }, (_, row) => `${name} ${row} alpha beta`);
const text = (...middle: string[]) => [...rows("head", 100), ...middle, ...rows("tail", 100)].join("\n");

describe("the middle that a clip leaves out", () => {
  it("keeps its lines that say that something failed, and says what is left out on both sides", () => {
    const whole = text("error: no such file", "ok", "src/a.ts(3,5): error TS2322: x", "exit code: 3");
    const clip = renderClip(whole, 600, rule);
    expect(clip.length).toBeLessThanOrEqual(600);
    expect(clip).toMatch(
      /^head 0 [^[]*\n\[clipped — (\d+) chars left out\]\nerror: no such file\n\[clipped — 4 chars left out\]\nsrc\/a.ts\(3,5\): error TS2322: x\nexit code: 3\n\[clipped — (\d+) chars left out\]\n[^[]*tail 99 alpha beta$/,
    );
    const left = [...clip.matchAll(/\n\[clipped — (\d+) chars left out\]\n/g)];
    const kept = clip.length - left.reduce((chars, [line]) => chars + line.length, 0);
    expect(kept + left.reduce((chars, [, count]) => chars + Number(count), 0)).toBe(whole.length);
  });

  it("keeps the first of them, up to a half of the room, and the beginning of a long one", () => {
    const many = text(...rows("error: row", 200));
    const clip = renderClip(many, 1_000, rule);
    expect(clip).toContain("error: row 0 alpha beta\nerror: row 1 alpha beta");
    expect(clip).not.toContain("error: row 199");
    expect(clip.split("error:").length).toBeGreaterThan(5);
    expect(clip).toMatch(/^head 0 .*\nhead 1 /);
    expect(clip).toContain("tail 99");
    const long = renderClip(text(`error: ${"😀".repeat(4_000)}`), 1_000, rule);
    expect(/error: .*/u.exec(long)?.[0]).toBe(`error: ${"😀".repeat(96)}`);
  });

  it("keeps a line from the limit on at which it and its gap take a half of the room", () => {
    const whole = text("error: x");
    const gap = `\n[clipped — ${whole.length} chars left out]\n`.length;
    const least = gap + 2 * ("error: x".length + gap);
    expect([least - 1, least].map((limit) => renderClip(whole, limit, rule).includes("error: x"))).toEqual([
      false,
      true,
    ]);
  });

  it("is found by the rule for errors of the tool", () => {
    const whole = text("a timeout here", "error: x");
    const kept = (keepErrors: boolean | "seed") =>
      ["timeout", "error: x"].filter((sign) => renderClip(whole, 500, errorLineRule(keepErrors)).includes(sign));
    expect(kept(false)).toEqual([]);
    expect(kept(true)).toEqual(["error: x"]);
    expect(kept("seed")).toEqual(["timeout", "error: x"]);
  });

  it("never makes a clip longer, nor splits a pair, nor repeats or reorders a line", () => {
    const line = fc.oneof(
      fc.constantFrom(
        "error: x",
        "",
        "ok 😀😀",
        "fatal: y",
        "npm ERR! z",
        "😀".repeat(150),
        `error: ${"😀".repeat(200)}`,
      ),
      fc.string({ unit: "grapheme", maxLength: 40 }),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 60 }), fc.integer({ min: 100, max: 3_000 }), (lines, limit) => {
        const whole = lines.join("\n");
        if (whole.length <= limit) return;
        const clip = renderClip(whole, limit, rule);
        expect(clip.length).toBeLessThanOrEqual(limit);
        expect(clip).toBe(wellFormed(clip));
        let at = 0;
        for (const part of clip.split(/\n\[clipped — \d+ chars left out\]\n/)) {
          const found = whole.indexOf(part, at);
          expect(found).toBeGreaterThanOrEqual(0);
          at = found + part.length;
        }
        if (!lines.some((one) => isErrorLine(one.slice(0, 200)))) expect(clip).toBe(renderClip(whole, limit));
      }),
      { numRuns: 2_000 },
    );
  });

  it("is read once, however large it is", () => {
    const whole = "error\n".repeat(500_000);
    const startedAt = performance.now();
    renderClip(whole, 400_000, rule);
    renderClip("x\n".repeat(1_000_000), 400_000, rule);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });
});
