import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { RULE_IDS, VALIDATION_RULES } from "../../ts/contract/rule-texts.js";

const page = readFileSync("docs/validation.md", "utf8");
const tables = [...page.matchAll(/<!-- table: rules\.\w+ -->([\s\S]*?)<!-- \/table -->/g)]
  .map(([, table = ""]) => table)
  .join("");
const rules = JSON.parse(readFileSync("docs/rules.json", "utf8")) as Record<
  "name" | "text" | "source" | "repair",
  string
>[];

it("docs/validation.md names every rule once, and no other", () => {
  const named = [...tables.matchAll(/`([a-z]+(?:[/-][a-z]+)+)`/g)].map(([, name]) => name);
  expect(named.sort()).toEqual([...RULE_IDS].sort());
});

it("docs/validation.md has a line for every repair, and no other line", () => {
  const lines = [...tables.matchAll(/^- `([a-z/-]+)`: (.+)$/gm)].map(([, name, repair]) => [name, repair]);
  expect(lines).toEqual(
    expect.arrayContaining(rules.filter(({ repair }) => repair !== "").map(({ name, repair }) => [name, repair])),
  );
  expect(lines.length).toBe(rules.filter(({ repair }) => repair !== "").length);
});

it("rules.json, which the page links to, has the answer and a source of every rule", () => {
  expect(page).toContain("](rules.json)");
  expect(rules.map(({ name, text }) => [name, text])).toEqual(Object.entries(VALIDATION_RULES));
  for (const { name, source } of rules) expect([name, source]).toEqual([name, expect.stringMatching(/./)]);
});
