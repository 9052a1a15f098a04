import { utimesSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { ROOT } from "../architecture/typescript-imports.js";
import { listRooms, planRoom, runRoom, staleBuilds } from "../room.mjs";
import { temporaryFolder, writeTo } from "../support/folder.js";

let root: string;

beforeEach(() => {
  root = temporaryFolder();
  for (const crate of ["core", "node", "tokens"]) put(`crates/${crate}/Cargo.toml`, `name = "tamis-${crate}"\n`, 1);
  put("crates/core/src/plan/mod.rs", "", 1);
  put("__test__/masking/deep/window.test.ts", "", 1);
  put("__test__/tokens/count.test.ts", "", 1);
  put("__test__/fixtures/body.json", "{}", 1);
  put("ts/index.ts", "", 1);
  put("ts/binding/tamis.test.node", "", 2);
  put("dist/index.js", "", 2);
});

/** Writes a file that was changed at this second. */
function put(path: string, text: string, second: number): void {
  writeTo(join(root, path), text);
  utimesSync(join(root, path), second, second);
}

describe("npm test -- ROOM", () => {
  it("knows folders with tests, modules of the core, and crates", () => {
    expect(listRooms(root)).toEqual(["core", "masking", "node", "plan", "tokens"]);
    expect(listRooms(ROOT)).toEqual(expect.arrayContaining(["gateway", "masking", "plan", "tokens"]));
  });

  it.each([
    ["masking", ["run", "__test__/masking/"], []],
    ["plan", [], ["test", "--locked", "--package", "tamis-core", "--lib", "plan::"]],
    ["tokens", ["run", "__test__/tokens/"], ["test", "--locked", "--package", "tamis-tokens"]],
  ])("runs for %s what belongs to it", (room, vitest, cargo) => {
    expect(planRoom(root, room)).toEqual({ vitest, cargo });
  });

  it.each([[["nowhere"]], [["fixtures"]], [["masking", "plan"]], [["../masking"]]])(
    "refuses %j with the list",
    (args) => {
      const lines: string[] = [];
      expect(runRoom(root, args, (line: string) => lines.push(line))).toBe(2);
      expect(lines.slice(1).map((line) => line.trim())).toEqual(listRooms(root));
    },
  );
});

describe("builds before a room", () => {
  it("are left out where nothing changed since", () => {
    expect(staleBuilds(root, "masking")).toEqual([]);
  });

  it("make the addon where Rust changed", () => {
    put("crates/core/src/plan/mod.rs", "", 3);
    expect(staleBuilds(root, "masking")).toEqual(["build:native"]);
  });

  it("make dist where TypeScript changed and the room's tests or their helpers read it", () => {
    put("ts/index.ts", "", 3);
    expect(staleBuilds(root, "masking")).toEqual([]);
    put("__test__/masking/deep/window.test.ts", 'import "../../support/run.js";', 3);
    put("__test__/support/run.ts", 'const path = "dist/cli/main.cjs";', 3);
    expect(staleBuilds(root, "masking")).toEqual(["build:ts"]);
    put("dist/index.js", "", 4);
    expect(staleBuilds(root, "masking")).toEqual([]);
  });
});
