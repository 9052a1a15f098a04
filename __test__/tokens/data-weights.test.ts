// The weights of strings that are data, in 1/1024 token.
import { describe, expect, it } from "vitest";
import { opaqueWeight, sealedTokens } from "../../ts/wires/opaque.js";
import { unitTokens } from "../../ts/wires/units.js";

const sealed = (chars: number) => 179 * chars;
const base64 = (chars: number) => "A".repeat(chars);
const address = (typeChars: number) => `data:${"a".repeat(typeChars)};base64,`;

/** A PNG's header in base64, filled up to `chars`. */
function png(width: number, height: number, chars = 400): string {
  const header = Buffer.alloc(24);
  header.write("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  return header.toString("base64").padEnd(chars, "A");
}

describe("weights of data", () => {
  it.each(["signature", "encrypted_content", "thoughtSignature", "thought_signature"])("%s: 179 a char", (name) => {
    expect(opaqueWeight(name, "x")).toBe(179);
    expect(opaqueWeight(name, "not base64: é")).toBe(sealed(13));
    expect(sealedTokens(1024)).toBe(179);
    expect(sealedTokens(1)).toBe(1);
  });

  it.each(["data", "url", "image_url", "file_data"])("%s: base64 from 64 chars on, at most 1,500 tokens", (name) => {
    expect(opaqueWeight(name, base64(63))).toBeUndefined();
    expect(opaqueWeight(name, base64(64))).toBe(sealed(64));
    expect(opaqueWeight(name, base64(8_580))).toBe(sealed(8_580));
    expect(opaqueWeight(name, base64(8_582))).toBe(1500 * 1024);
    expect(opaqueWeight(name, `${"a b ".repeat(40)}`)).toBeUndefined();
  });

  it("takes a data URL with up to 120 chars of type", () => {
    const [longest, longer] = [120, 121].map((chars) => address(chars) + base64(8));
    expect(opaqueWeight("url", longest ?? "")).toBe(sealed(longest?.length ?? 0));
    expect(opaqueWeight("url", longer ?? "")).toBeUndefined();
  });

  it("weighs an image by patches of 28 pixels, at most 1,568 of them, of at most 1,568 pixels a side", () => {
    const patches = (width: number, height: number) => (opaqueWeight("data", png(width, height)) ?? 0) / 1024;
    expect([patches(28, 28), patches(29, 28), patches(1, 1)]).toEqual([1, 2, 1]);
    expect([patches(1568, 28), patches(3136, 28), patches(1120, 1120)]).toEqual([56, 56, 1568]);
    expect([patches(1092, 1120), patches(1568, 1568)]).toEqual([1560, 1568]);
  });

  it("looks for an image's size in the first 16,384 chars of base64", () => {
    /** A JPEG whose size comes behind `filler` bytes of other data. */
    const jpeg = (filler: number) => {
      const start = Buffer.from([0xff, 0xd8, 0xff, 0xe1, (filler + 2) >> 8, (filler + 2) & 255]);
      const frame = Buffer.from([0xff, 0xc0, 0, 17, 8, 0, 28, 0, 28, 3, 0, 0]);
      return Buffer.concat([start, Buffer.alloc(filler), frame, Buffer.alloc(9_000)]).toString("base64");
    };
    const [near, far] = [12_270, 12_290].map((filler) => opaqueWeight("data", jpeg(filler)));
    expect([near, far]).toEqual([1024, 1500 * 1024]);
  });

  it("weighs encrypted reasoning as a signature, however long it is", () => {
    for (const type of ["redacted_thinking", "reasoning.encrypted"])
      expect(opaqueWeight("data", base64(20_000), type)).toBe(sealed(20_000));
    expect(opaqueWeight("url", base64(20_000), "redacted_thinking")).toBe(1500 * 1024);
  });

  it("takes the result of an image's generation for data, and no other", () => {
    expect(opaqueWeight("result", png(28, 28), "image_generation_call")).toBe(1024);
    expect(opaqueWeight("result", png(28, 28), "function_call")).toBeUndefined();
    expect(opaqueWeight("result", png(28, 28))).toBeUndefined();
  });

  it.each([
    ["a line of hyphens", "-".repeat(80)],
    ["a path", "/usr/share/".repeat(9)],
  ])("takes a document that begins with %s for text", (_, start) => {
    expect(opaqueWeight("data", `${start}\n${"and more text ".repeat(900)}`)).toBeUndefined();
    expect(opaqueWeight("data", `${base64(76)}\r\n${base64(76)}==`)).toBe(sealed(156));
  });

  it("takes a tool's own answer for text, whatever its names", () => {
    const weight = (text: string) => text.length * 1024;
    const tokens = (value: unknown) => unitTokens(value, weight);
    const answer = { data: png(28, 28) };
    expect(tokens({ response: answer }) - tokens(answer)).toBe("response".length + 1 + 400 - 1);
    expect(tokens({ response: answer, data: png(28, 28) })).toBe(tokens({ response: answer }) + "data".length + 2);
  });

  it("does not look at other names", () => {
    expect(opaqueWeight("text", base64(9_000))).toBeUndefined();
  });
});
