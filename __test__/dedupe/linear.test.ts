import { expect, it } from "vitest";
import { MAX_LINES } from "../../ts/dedupe/lines.js";
import { Repeats } from "../../ts/dedupe/render.js";

const results = (texts: readonly string[]) =>
  texts.map((text, messageIndex) => ({ text, messageIndex, callId: `call_${messageIndex}`, toolName: "Bash" }));
const distinct = (count: number) => Array.from({ length: count }, (_, at) => `line ${at} of ${count}`).join("\n");

/** Texts on which a search that is not linear takes hours. */
const HOSTILE: [title: string, texts: () => string[]][] = [
  ["one line a million times", () => ["a\n".repeat(1_000_000), "a\n".repeat(1_000_001)]],
  ["two alternating lines", () => ["a\nb\n".repeat(100_000), "b\na\n".repeat(100_001)]],
  ["many equal results", () => Array.from({ length: 20_000 }, () => "equal text ".repeat(20))],
  ["one long line", () => ["x".repeat(16e6), "x".repeat(16e6), `y${"x".repeat(16e6)}`]],
  ["long runs of spaces and digits", () => [" ".repeat(8e6), "1".repeat(8e6), ` \n`.repeat(100_000)]],
  [
    "a source with thousands of pointers in it",
    () => [distinct(40_000), `${"q\n".repeat(9)}${distinct(40_000)}`, distinct(40_000)],
  ],
  ["runs that are one byte too short", () => Array.from({ length: 300 }, () => `${"a\n".repeat(99)}b\n`.repeat(5))],
];

it.each(HOSTILE)("takes a few seconds at most for %s", (_, texts) => {
  const started = performance.now();
  new Repeats(results(texts())).render();
  expect(performance.now() - started).toBeLessThan(15_000);
});

it("compares the first lines of a request only", () => {
  const filler = "f\n".repeat(MAX_LINES - 20);
  const block = distinct(30);
  const [, , late] = new Repeats(results([block, filler, `late\n${block}`])).render();
  expect(late).toBeUndefined();
  expect(new Repeats(results([block, `late\n${block}`])).render()[1]).toBeDefined();
});
