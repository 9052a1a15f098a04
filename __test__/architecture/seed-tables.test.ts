import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT, read } from "./typescript-imports.js";

describe.each(["docs/seed-000.md", "docs/seed-001.md", "docs/seed-002.md"])("%s", (table) => {
  const named = [...read(table).matchAll(/([\w/-]+) › "([^"]+)"/g)].map(([, file, name]) => ({
    path: `__test__/${file}.test.ts`,
    name: name ?? "",
  }));

  it("names tests that exist", () => {
    expect(named.length).toBeGreaterThan(30);
    const missing = named.filter(
      ({ path, name }) => !existsSync(join(ROOT, path)) || !read(path).includes(`"${name}"`),
    );
    expect(missing).toEqual([]);
  });
});
