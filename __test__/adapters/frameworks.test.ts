// The examples of examples/frameworks as far as they can be checked without installing them; test:system runs them.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../architecture/typescript-imports.js";

const FOLDER = join(ROOT, "examples/frameworks");
const names = readdirSync(FOLDER);
const json = (...path: string[]) => JSON.parse(readFileSync(join(FOLDER, ...path), "utf8"));

interface Locked {
  resolved?: string;
  integrity?: string;
  link?: boolean;
}

describe.each(names)("examples/frameworks/%s", (name) => {
  const manifest = json(name, "package.json");
  const lock = json(name, "package-lock.json");

  it("has a lock file of its package.json", () => {
    const { dependencies, devDependencies } = lock.packages[""];
    expect({ dependencies, devDependencies }).toEqual({
      dependencies: manifest.dependencies,
      devDependencies: manifest.devDependencies,
    });
  });

  it("is locked by integrity, and names no registry but the public one", () => {
    const { "": _, ...packages } = lock.packages as Record<string, Locked>;
    for (const [path, { resolved, integrity, link }] of Object.entries(packages)) {
      expect.soft(resolved ?? "https://registry.npmjs.org/", path).toMatch(/^https:\/\/registry\.npmjs\.org\//);
      expect.soft(integrity, path).toMatch(/^sha512-/);
      expect.soft(link, path).toBeUndefined();
    }
  });

  it("is started by npm start, and installs tamis beside its lock", () => {
    expect(manifest.scripts.start).toMatch(/^\w+/);
    expect(manifest.private).toBe(true);
    expect(manifest.dependencies).not.toHaveProperty("tamis");
  });

  it("is in the table of docs/frameworks.md", () => {
    const guide = readFileSync(join(ROOT, "docs/frameworks.md"), "utf8");
    const [, path = ""] = new RegExp(`\\(\\.\\./(examples/frameworks/${name}/[^)]+)\\)`).exec(guide) ?? [];
    expect(existsSync(join(ROOT, path))).toBe(true);
    expect(path).not.toBe("");
  });
});
