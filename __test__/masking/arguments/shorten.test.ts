import { expect, it } from "vitest";
import { shortenJson, shortenLines, shortenText } from "../../../ts/masking/arguments/shorten.js";

const rules = { maxChars: 200, digest: undefined };
const named = { maxChars: 200, digest: { maxChars: 40, ratio: 0.5 } };

it("a string keeps its head, and says how much is left out and what it named", () => {
  const text = `${"x".repeat(60)} src/a.ts ${"y".repeat(400)} parseBody`;
  expect(shortenText(text, rules)).toBe(`${"x".repeat(50)}[argument shortened: 430 chars left out]`);
  expect(shortenText(text, named)).toBe(
    `${"x".repeat(50)}[argument shortened: 430 chars left out; mentions: src/a.ts, parseBody]`,
  );
  expect(shortenText("x".repeat(200), rules)).toBeUndefined();
});

it("no pair of surrogates is cut, and a text with half of one stays", () => {
  expect(shortenText(`${"x".repeat(49)}${"😀".repeat(100)}`, rules)).toBe(
    `${"x".repeat(49)}[argument shortened: 200 chars left out]`,
  );
  expect(shortenText(`${"x".repeat(300)}\ud83d`, rules)).toBeUndefined();
  expect(shortenJson(JSON.stringify({ a: `${"x".repeat(300)}\ud83d` }), rules)).toBeUndefined();
});

it("a JSON text is spelled as it was around the cut, whatever is in its strings", () => {
  const body = `"}],\\${"\\u00e9\\/".repeat(5)}`.repeat(10);
  const json = `{ "path" : "a.ts",\n "a": [1.0, {"text":"\\u00e9${JSON.stringify(body).slice(1, -1)}"}], "end":-0 }`;
  const shortened = shortenJson(json, rules) ?? "";
  expect(shortened.startsWith('{ "path" : "a.ts",\n "a": [1.0, {"text":"\\u00e9')).toBe(true);
  expect(shortened.endsWith(' chars left out]"}], "end":-0 }')).toBe(true);
  const { a } = JSON.parse(json);
  expect(JSON.parse(shortened).a[1].text.slice(0, 50)).toBe(a[1].text.slice(0, 50));
  expect(shortenJson(shortened, rules)).toBeUndefined();
});

it("names of members stay, however long they are", () => {
  expect(shortenJson(JSON.stringify({ ["k".repeat(500)]: 1 }), rules)).toBeUndefined();
});

it("what is no JSON is told apart, and is cut at the end of a line or stays", () => {
  const patch = `*** Begin Patch\n*** Update File: a.ts\n${"+x\n".repeat(200)}`;
  expect(shortenJson(patch, rules)).toBe("no_json");
  expect(shortenLines(patch, rules)).toBe(
    "*** Begin Patch\n*** Update File: a.ts\n+x\n+x\n+x\n+x\n[argument shortened: 588 chars left out]",
  );
  expect(shortenLines("x".repeat(500), rules)).toBeUndefined();
});

it("a mark keeps a string whole only at its end, behind a head as short as ours", () => {
  const mark = "[argument shortened: 5 chars left out; mentions: ";
  const own = `${"x".repeat(50)}${mark}${"a.ts, ".repeat(6)}b.ts]`;
  const wide = { maxChars: 50, digest: { maxChars: 40, ratio: 0.5 } };
  expect(shortenText(own, { ...named, maxChars: 120 })).toBeDefined();
  for (const text of [`${mark}${"x".repeat(300)}`, `${"x".repeat(300)}${mark}a]`, `${mark}[${"x".repeat(300)}]`]) {
    expect(shortenText(text, wide), text).toBeDefined();
  }
});

it("a text of marks takes time in proportion to its length", () => {
  const started = performance.now();
  shortenText(`${"[argument shortened: 1 chars left out; mentions: ".repeat(20_000)}]`, named);
  expect(performance.now() - started).toBeLessThan(2_000);
});
