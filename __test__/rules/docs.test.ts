import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { RULE_IDS } from "../../ts/contract/rule-texts.js";

const page = readFileSync("docs/validation.md", "utf8");

it("docs/validation.md has one row with a source for every rule, and no other row", () => {
  // What `checkPrefix` finds is no rule of a single request.
  const rows = [...page.matchAll(/^\| `((?!prefix\/)[a-z/-]+)` \|(.*)\|$/gm)];
  expect(rows.map(([, id]) => id).sort()).toEqual([...RULE_IDS].sort());
  for (const [, id, rest = ""] of rows)
    expect([id, rest.split("|").length, rest.split("|").at(-1)?.trim()]).toEqual([id, 3, expect.stringMatching(/./)]);
});
