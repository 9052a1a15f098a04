// Shape by what belongs together: no file is split so small that only one other needs it, none needs half of the project, and
// no room shows more than others can learn.
import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { filesUnder, type Import, importsOf, read } from "./typescript-imports.js";

/** A file of fewer lines with one importer is merged with that, or begins with a comment that says what it is by itself. */
const SMALL_FILE_LINES = 40;
/** Most files that a file imports. Those with the most put the parts of a command or of a call together. */
const MOST_IMPORTS = 36;
/** Most names that a room has for others. */
const MOST_EXPORTS = 90;
/** Rooms with more. */
const LARGE_ROOMS: Readonly<Record<string, number>> = {
  // The types of reports, plans, sessions and backends, on which both sides of the border agree.
  contract: 130,
  // What every room may use: errors, limits, the clock, safe writes, maps.
  base: 100,
};

const typescript = filesUnder("ts", ".ts", ".tsx").filter((path) => !/^binding\/|\.d\.c?ts$/.test(path));
const imports = new Map(typescript.map((file) => [file, importsOf(file)]));
const rust = ["border", "core", "node", "tokens", "wasm"].flatMap((crate) =>
  filesUnder(`crates/${crate}/src`, ".rs").map((path) => `crates/${crate}/src/${path}`),
);

const isSmall = (path: string): boolean => read(path).trimEnd().split("\n").length < SMALL_FILE_LINES;
const saysWhatItIs = (path: string): boolean => /^\/\/[ !]/.test(read(path));
const roomOf = (path: string): string => (path.includes("/") ? path.slice(0, path.indexOf("/")) : "");

/** Files that import a file; a room's list of its public names is none. */
function importersOf(file: string, all: ReadonlyMap<string, readonly Import[]> = imports): string[] {
  const importers = [...all].filter(([, list]) => list.some(({ to }) => to === file)).map(([from]) => from);
  return importers.every((from) => basename(from) === "index.ts") ? [] : importers;
}

describe("TypeScript", () => {
  it("has no small file for one other that does not say what it is by itself", () => {
    expect(typescript.length).toBeGreaterThan(500);
    const small = typescript.filter((file) => isSmall(`ts/${file}`) && importersOf(file).length === 1);
    expect(small.length).toBeGreaterThan(10);
    expect(small.filter((file) => !saysWhatItIs(`ts/${file}`))).toEqual([]);
  });

  it(`has no file that imports more than ${MOST_IMPORTS} others`, () => {
    const counts = [...imports].map(([file, list]) => ({ file, count: new Set(list.map(({ to }) => to)).size }));
    expect(Math.max(...counts.map(({ count }) => count))).toBeGreaterThan(20);
    expect(counts.filter(({ count }) => count > MOST_IMPORTS)).toEqual([]);
  });

  it(`has no room with more than ${MOST_EXPORTS} names for others`, () => {
    const names = new Map<string, Set<string>>();
    for (const { from, to, names: list } of [...imports.values()].flat()) {
      const room = roomOf(to);
      if (room === "" || room === roomOf(from)) continue;
      const known = names.get(room) ?? new Set();
      for (const name of list) known.add(name);
      names.set(room, known);
    }
    const sizes = Object.fromEntries([...names].map(([room, known]) => [room, known.size]));
    const large = Object.entries(sizes).filter(([room, size]) => size > (LARGE_ROOMS[room] ?? MOST_EXPORTS));
    expect(large).toEqual([]);
    for (const room of Object.keys(LARGE_ROOMS)) expect(sizes[room]).toBeGreaterThan(MOST_EXPORTS);
  });
});

describe("Rust", () => {
  it("has no small module that does not say what it is by itself", () => {
    expect(rust.length).toBeGreaterThan(150);
    const small = rust.filter((path) => isSmall(path));
    expect(small.length).toBeGreaterThan(5);
    expect(small.filter((path) => !saysWhatItIs(path))).toEqual([]);
  });
});
