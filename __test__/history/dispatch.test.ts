import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maskDispatchObservation } from "../../ts/history/index.js";
import { masked } from "./build.js";

const LOG = "compiling…\n".repeat(40);
const block = (json: string) => `BEGIN_DISPATCH_RESULT\n${json}\nEND_DISPATCH_RESULT`;
const BLOCK = block('{"status": "ok",  "n": 1.0}');
const line = (chars: number) => `[dispatch output masked — ${chars} chars]`;

describe("maskDispatchObservation", () => {
  it("keeps the block byte for byte and puts one line before it", () => {
    const content = `${LOG}${BLOCK}\n${LOG}`;
    const after = `${line(2 * LOG.length + 1)}\n${BLOCK}`;
    expect(maskDispatchObservation(content, 80)).toEqual({
      masked: after,
      maskedChars: content.length - after.length,
    });
  });

  it("keeps several blocks in order, joined by newlines", () => {
    const blocks = [block("{}"), block("[1]"), block("no JSON at all")];
    const content = blocks.join(LOG);
    expect(maskDispatchObservation(content, 80).masked).toBe([line(2 * LOG.length), ...blocks].join("\n"));
  });

  it.each([
    ["no delimiters", LOG],
    ["a beginning without end", `${LOG}BEGIN_DISPATCH_RESULT {}`],
    ["an end without beginning", `${LOG}{} END_DISPATCH_RESULT`],
    ["nested blocks", `${LOG}BEGIN_DISPATCH_RESULT ${BLOCK} END_DISPATCH_RESULT`],
    ["two beginnings", `${LOG}BEGIN_DISPATCH_RESULT ${BLOCK}`],
    ["a second block cut off", `${BLOCK}${LOG}BEGIN_DISPATCH_RESULT {}`],
    ["the wrong order", `${LOG}END_DISPATCH_RESULT BEGIN_DISPATCH_RESULT`],
  ])("masks the whole text if there are %s", (_, content) => {
    const text = masked(content.length);
    expect(maskDispatchObservation(content, 80)).toEqual({ masked: text, maskedChars: content.length - text.length });
  });

  it.each([
    ["nothing but a block", BLOCK],
    ["too little around a block", `${BLOCK}${"x".repeat(36)}`],
    ["fewer chars and more bytes", `${"x".repeat(38)}${BLOCK}`],
    ["a short text", "ok"],
    ["no text", ""],
  ])("leaves %s whole", (_, content) => {
    expect(maskDispatchObservation(content, 80)).toEqual({ masked: content, maskedChars: 0 });
  });

  it("cuts the line at maxChars, and never a block", () => {
    expect(maskDispatchObservation(`${LOG}${BLOCK}`, 9).masked).toBe(`[dispatch\n${BLOCK}`);
  });

  it("leaves its own output unchanged, with each limit", () => {
    for (const content of [`${LOG}${BLOCK}`, `${LOG}${BLOCK}${LOG}${BLOCK}`, LOG]) {
      for (let maxChars = 1; maxChars <= 120; maxChars++) {
        const once = maskDispatchObservation(content, maxChars).masked;
        expect(once.length).toBeLessThan(content.length);
        expect(maskDispatchObservation(once, maxChars)).toEqual({ masked: once, maskedChars: 0 });
      }
    }
  });

  it("recognises only a mask line as its own output", () => {
    const forged = `${line(5)} ${"x".repeat(90)}\n${BLOCK}`;
    expect(maskDispatchObservation(forged, 80).masked).toBe(`${line(forged.length - BLOCK.length)}\n${BLOCK}`);
    const between = `${line(5)}\n${BLOCK}${LOG}${BLOCK}`;
    expect(maskDispatchObservation(between, 80).masked).not.toContain(LOG);
  });

  it("never grows, and counts the removed chars", () => {
    const part = fc.oneof(
      fc.constantFrom("BEGIN_DISPATCH_RESULT", "END_DISPATCH_RESULT", "\n", line(12), masked(3)),
      fc.string({ maxLength: 50 }),
    );
    const contents = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(contents, fc.integer({ min: 1, max: 200 }), (content, maxChars) => {
        const { masked: after, maskedChars } = maskDispatchObservation(content, maxChars);
        expect(maskedChars).toBe(content.length - after.length);
        expect(maskedChars).toBeGreaterThanOrEqual(0);
        expect(Buffer.byteLength(after)).toBeLessThanOrEqual(Buffer.byteLength(content));
        expect(maskDispatchObservation(after, maxChars).masked).toBe(after);
      }),
      { numRuns: 5_000 },
    );
  });
});
