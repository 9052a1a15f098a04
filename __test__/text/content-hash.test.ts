import { expect, it } from "vitest";
import { contentHash } from "../../ts/text/content-hash.js";
import { describeNative } from "../support/native.js";

it("refuses texts that no pointer can replace", () => {
  expect(() => contentHash("sixteen bytes ab")).toThrow(/at least 17 bytes/);
});

describeNative("the hash of a text in TypeScript", ({ addon }) => {
  const native = (text: string) => {
    const body = Buffer.from(JSON.stringify(text));
    return addon.hashTexts(body, new Uint32Array([0, body.length]));
  };

  it("is that of the native backend, for every length up to 2,500 bytes and some long ones", () => {
    const letters = Array.from({ length: 70_000 }, (_, at) =>
      String.fromCharCode(97 + ((at * at * 31 + at) % 26)),
    ).join("");
    const lengths = [...Array.from({ length: 2_484 }, (_, at) => at + 17), 4_096, 65_536, 69_999];
    const differing = lengths.filter(
      (length) => contentHash(letters.slice(0, length)) !== native(letters.slice(0, length)),
    );
    expect(differing).toEqual([]);
  });

  it("sees chars of several bytes, and halves of surrogate pairs, as the native backend does", () => {
    for (const text of [
      "é漢😀".repeat(40),
      "\ud83d halves \ude00 in a text",
      "\udc00\ud800".repeat(60),
      "zero \0 bytes \0 inside",
    ]) {
      expect(contentHash(text), JSON.stringify(text)).toBe(native(text));
    }
  });
});
