import { describe, expect, it } from "vitest";
import { countTokensBatch, createTokenLedger, estimateTokensBatch } from "../../ts/tokens/index.js";
import { growable, resizable } from "../boundary/build.js";
import { createRandom } from "../support/random.js";

const TEXTS = ["system", "", "a user", "é 漢字 😀", "x ".repeat(3_000), "result\n".repeat(20_000), "the last one"];
/** What is put together at a time, in bytes. */
const TOGETHER = 1 << 17;

const inMemory = (memory: ArrayBufferLike) => (text: string) => {
  const view = new Uint8Array(memory, 3, Buffer.byteLength(text));
  view.set(Buffer.from(text));
  return view;
};

describe("lists of bytes", () => {
  it.each<[string, (text: string) => Uint8Array]>([
    ["pooled or own", (text) => Buffer.from(text)],
    ["own", (text) => Uint8Array.from(Buffer.from(text))],
    ["shared", (text) => inMemory(new SharedArrayBuffer(Buffer.byteLength(text) + 9))(text)],
    ["growable", (text) => inMemory(growable(Buffer.byteLength(text) + 9))(text)],
    ["resizable", (text) => inMemory(resizable(Buffer.byteLength(text) + 9))(text)],
  ])("counts bytes in memory that is %s", (_, make) => {
    const ledger = createTokenLedger();
    const views = TEXTS.map(make);
    for (let time = 0; time < 2; time++) {
      expect([...ledger.count(views)]).toEqual([...countTokensBatch(TEXTS)]);
      expect([...ledger.estimate(views)]).toEqual([...estimateTokensBatch(TEXTS)]);
    }
    expect(ledger.stats()).toMatchObject({ hits: 2 * TEXTS.length, misses: 2 * TEXTS.length });
  });

  it("counts bytes again after a change in place", () => {
    const ledger = createTokenLedger();
    const views = TEXTS.map((text) => Buffer.from(text));
    ledger.count(views);
    for (const at of [0, 4, 6]) {
      views[at]?.write("ß§漢");
      expect([...ledger.count(views)]).toEqual([...countTokensBatch(views)]);
    }
    expect(ledger.stats()).toMatchObject({ misses: TEXTS.length + 3 });
  });

  it("reads the true length of bytes, and none of detached memory", () => {
    const ledger = createTokenLedger();
    const views = TEXTS.map((text) => Uint8Array.from(Buffer.from(text)));
    Object.defineProperty(views[0], "length", { value: 2 });
    Object.defineProperty(views[2], "length", { value: 1_000 });
    const gone = views[4] as Uint8Array<ArrayBuffer>;
    structuredClone(gone.buffer, { transfer: [gone.buffer] });
    expect([...ledger.count(views)]).toEqual([...countTokensBatch(TEXTS.with(4, ""))]);
  });

  it("agrees with a count from scratch, whatever the sizes and the order", () => {
    const random = createRandom(5);
    const ledger = createTokenLedger({ maxEntries: 60 });
    const sizes = [0, 1, 100, 4_000, TOGETHER / 2, TOGETHER - 1, TOGETHER, TOGETHER + 1] as const;
    const made = Array.from({ length: 100 }, (_value, number) =>
      Buffer.from(`${number} `.repeat(random.pick(sizes)).slice(0, random.pick(sizes))),
    );
    for (let round = 0; round < 60; round++) {
      const start = random.below(made.length);
      const list = made.slice(start, start + random.below(40)).concat(made[start] ?? []);
      const views = random.below(4) === 0 ? list.toReversed() : list;
      expect([...ledger.estimate(views)]).toEqual([...estimateTokensBatch(views)]);
      expect(ledger.stats().entries).toBeLessThanOrEqual(60);
    }
  });

  it("accepts strings among bytes", () => {
    const ledger = createTokenLedger();
    const mixed = TEXTS.map((text, at) => (at % 2 === 0 ? Buffer.from(text) : text));
    for (let time = 0; time < 2; time++) expect([...ledger.count(mixed)]).toEqual([...countTokensBatch(TEXTS)]);
    expect(() => ledger.count([Buffer.from("a"), 3 as never])).toThrow("texts[1]: expected a string or a Uint8Array");
  });
});
