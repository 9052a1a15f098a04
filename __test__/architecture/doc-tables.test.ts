import { describe, expect, it } from "vitest";
import { LINKS, pages, renewTables, undescribedKeys } from "../../docs/tables.mjs";
import { DOCUMENTED_KEYS, POLICY_GROUPS } from "../../ts/policy/groups.js";
import { policyJsonSchema } from "../../ts/policy/policy.js";
import { read } from "./typescript-imports.js";

const schema = policyJsonSchema() as Part;
const report = read("ts/contract/report.ts") + read("ts/contract/cache-report.ts");
const withTables = pages().filter((path) => read(path).includes("<!-- table: "));

describe("tables of the documentation", () => {
  it("are in the pages on policies and reports", () => {
    expect(withTables).toEqual(expect.arrayContaining(["docs/guide.md", "docs/policy.md"]));
  });

  it.each(withTables)("are current in %s: else npm run docs:tables", (path) => {
    const page = read(path).replaceAll("\r\n", "\n");
    expect(page).toBe(renewTables(page, schema, report, POLICY_GROUPS));
  });

  it.each(Object.entries(LINKS))("link %s to a chapter that exists", (field, link) => {
    const [page = "", anchor] = link.split("#");
    const path = page || (field.startsWith("policy") ? "policy.md" : "guide.md");
    const anchors = [...read(`docs/${path}`).matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) => anchorOf(title));
    expect(anchors).toContain(anchor);
  });
});

interface Part {
  properties?: Record<string, Part | undefined>;
  additionalProperties?: Part | boolean;
  anyOf?: Part[];
}

/** The dotted keys that have a value of their own, sorted; `*` stands for a key of the user's. */
function leavesOf(schema: Part, path: readonly string[] = []): string[] {
  const table = schema.anyOf?.find(({ properties }) => Object.keys(properties ?? {}).length > 0) ?? schema;
  const { additionalProperties: values } = table;
  // The values of a table of the user's are one key, unless they are tables themselves.
  if (typeof values === "object")
    return values.properties === undefined ? [path.join(".")] : leavesOf(values, [...path, "*"]);
  if (table.properties === undefined) return [path.join(".")];
  const keys = Object.entries(table.properties).flatMap(([key, part]) =>
    part === undefined ? [] : leavesOf(part, [...path, key]),
  );
  return keys.sort();
}

/** As Markdown viewers make anchors of titles. */
const anchorOf = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\w\- ]/g, "")
    .replaceAll(" ", "-");

describe("the schema of a policy", () => {
  it("has at most 30 keys to choose by; beside them its version, facts of models and experimental keys", () => {
    expect(Object.values(POLICY_GROUPS).flat().length).toBeLessThanOrEqual(30);
    expect(
      leavesOf({ ...schema, properties: { ...schema.properties, experimental: undefined, version: undefined } }),
    ).toEqual([...DOCUMENTED_KEYS].sort());
  });

  it("describes every key that has an effect", () => {
    expect(undescribedKeys(schema)).toEqual([]);
  });

  it("is searched for keys without a description in tables, unions, lists and records", () => {
    const key = { type: "boolean" };
    const nested = {
      properties: {
        plain: key,
        described: { ...key, description: "Described." },
        off: { const: false },
        union: { description: "Described.", anyOf: [{ properties: { a: key } }] },
        lists: { description: "Described.", items: { items: { properties: { b: key } } } },
        record: { description: "Described.", additionalProperties: { properties: { c: key } } },
      },
    };
    expect(undescribedKeys(nested)).toEqual(["plain", "union.a", "lists.b", "record.c"]);
  });
});

describe("a table", () => {
  const page = (name: string) => `<!-- table: ${name} -->\nold\n<!-- /table -->\n`;

  it("is made anew between its markers", () => {
    const table = { properties: { size: { type: "integer", minimum: 1, default: 8, description: "Size in chars." } } };
    expect(renewTables(`before\n${page("policy")}after\n`, table, report)).toBe(
      [
        "before",
        "<!-- table: policy -->",
        "",
        "| key | values | default | meaning |",
        "| --- | --- | --- | --- |",
        "| `size` | whole number, 1 or more | `8` | Size in chars. |",
        "",
        "<!-- /table -->",
        "after",
        "",
      ].join("\n"),
    );
  });

  it.each(["policy.masks", "policy.constructor", "mask"])("named %s is refused", (name) => {
    expect(() => renewTables(page(name), schema, report, POLICY_GROUPS)).toThrow(
      `no table of a policy is named ${name}`,
    );
  });

  it("without an end is refused", () => {
    expect(() => renewTables("<!-- table: policy -->\n", schema, report)).toThrow("not closed");
  });
});
