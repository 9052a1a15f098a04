import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT, read } from "./typescript-imports.js";

describe.each([
  "docs/seeds/000.md",
  "docs/seeds/001.md",
  "docs/seeds/002.md",
  "docs/seeds/003.md",
  "docs/seeds/004.md",
])("%s", (table) => {
  const named = [...read(table).matchAll(/([\w/-]+)(?:\.test)?(?:\.ts)?`? › "([^"]+)"/g)].map(
    ([, file = "", name = ""]) => ({
      file,
      path: [`__test__/${file}.test.ts`, `__test__/${file}.ts`].find((path) => existsSync(join(ROOT, path))),
      name,
    }),
  );

  it("names tests that exist", () => {
    expect(named.length).toBeGreaterThan(30);
    const missing = named.filter(
      ({ path, name }) => path === undefined || !read(path).includes(`"${name.replace(/\s+/g, " ")}"`),
    );
    expect(missing).toEqual([]);
  });
});
