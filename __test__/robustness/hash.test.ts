import { expect, it } from "vitest";
import { createNative } from "../../ts/native/backend.js";
import { describeNative } from "../support/native.js";
import { bodyOf, reduce, turnJson } from "./build.js";

const LATER = turnJson("later", "done");
const SPELLINGS = [
  `aé😀/"${"b".repeat(200)}`.replaceAll('"', '\\"'),
  `\\u0061\\u00e9\\ud83d\\ude00\\/\\u0022${"b".repeat(200)}`,
  `\\u0061\\u00E9\\uD83D\\uDE00/\\"${"\\u0062".repeat(200)}`,
];

describeNative("hash of a decision", ({ addon, levels }) => {
  it.each(levels)("hashes the decoded text, in any spelling: %s", (level) => {
    const backend = createNative(addon, level);
    const hashes = SPELLINGS.map(
      (text) => reduce(backend, bodyOf([turnJson("a", text), LATER])).report.decisions[0]?.hash,
    );
    expect(hashes[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(hashes).size).toBe(1);
  });

  it("hashes different texts differently", () => {
    const backend = createNative(addon);
    const turns = ["b", "c", "d"].map((char, index) => turnJson(`c${index}`, char.repeat(100)));
    const { decisions } = reduce(backend, bodyOf([...turns, LATER])).report;
    expect(new Set(decisions.map(({ hash }) => hash)).size).toBe(3);
  });

  it("hashes many thousands in proportional time", () => {
    const turns = Array.from({ length: 30_000 }, (_, index) => turnJson(`c${index}`, `${index} `.repeat(40)));
    const { decisions } = reduce(createNative(addon), bodyOf([...turns, LATER])).report;
    expect(new Set(decisions.map(({ hash }) => hash)).size).toBe(30_000);
  }, 10_000);

  it("computes a hash once, at its first access", () => {
    let computed = 0;
    const counting = {
      ...addon,
      hashTexts: (body: Uint8Array, spans: Uint32Array) => {
        computed++;
        return addon.hashTexts(body, spans);
      },
    };
    const [decision] = reduce(createNative(counting), bodyOf([turnJson("a", "x".repeat(99)), LATER])).report.decisions;
    expect(computed).toBe(0);
    expect(decision?.hash).toBe(decision?.hash);
    expect(computed).toBe(1);
  });
});
