import { describe, expect, it } from "vitest";
import { parse as parseYaml } from "yaml";
import { checkConfig } from "../../ts/gateway/config/check.js";
import { GATEWAY_SECTIONS, parsePolicyToml, parseToml } from "../../ts/policy/toml.js";
import { ContextSession } from "../../ts/session/index.js";
import { unusedExceptions } from "./not-run.js";
import { blocks } from "./pages.js";

/** The languages that a block may have, and what checks it; `text` is a drawing or an output. */
const CHECKED_BY: Readonly<Record<string, string>> = {
  js: "code.test.ts",
  ts: "code.test.ts",
  sh: "commands.test.ts",
  toml: "this file",
  json: "this file",
  jsonl: "this file",
  yaml: "this file",
  text: "nothing: a drawing or an output",
  diff: "nothing: an example of a change",
  python: "npm run test:system -- --only python runs each program with its package from PyPI",
};

it("every block has a language that a test checks", () => {
  expect(blocks.length).toBeGreaterThan(80);
  expect(blocks.filter(({ language }) => !Object.hasOwn(CHECKED_BY, language)).map(({ place }) => place)).toEqual([]);
});

it("no block needs what its reader does not see", () => {
  const kinds = new Set(["signature", "mask-policy", "session-export", ""]);
  expect(blocks.filter(({ hidden }) => !kinds.has(hidden?.kind ?? "")).map(({ place }) => place)).toEqual([]);
});

it("every exception in not-run.ts is for a block that a page has", () => {
  expect(unusedExceptions(blocks)).toEqual([]);
});

const of = (language: string) => blocks.filter((block) => block.language === language);

describe("TOML blocks", () => {
  it.each(of("toml"))("the product accepts the settings of $place", ({ code, hidden }) => {
    const table = parseToml(code, {});
    if (GATEWAY_SECTIONS.some((section) => Object.hasOwn(table, section))) checkConfig(table);
    else expect(parsePolicyToml(code).kind).toBe(hidden?.kind === "mask-policy" ? "mask-policy" : "policy");
  });
});

describe("JSON Lines blocks", () => {
  it.each(of("jsonl"))("each line of $place parses", ({ code }) => {
    for (const line of code.trim().split("\n")) expect(typeof JSON.parse(line)).toBe("object");
  });
});

describe("YAML blocks", () => {
  it.each(of("yaml"))("$place parses", ({ code }) => {
    expect(typeof parseYaml(code)).toBe("object");
  });
});

describe("JSON blocks", () => {
  it.each(of("json"))("$place parses, and a session imports it where it is an export", async ({ code, hidden }) => {
    const value: unknown = JSON.parse(code);
    if (hidden?.kind === "session-export") {
      const session = new ContextSession({ maxTokens: 1000 });
      await session.import(code);
      expect(JSON.parse(await session.export())).toEqual(value);
    } else expect(typeof value).toBe("object");
  });
});
