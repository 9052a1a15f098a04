import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { makeFolder } from "../../ts/base/make-folder.js";
import { temporaryFolder } from "../support/folder.js";

let scratch = "";
beforeAll(() => {
  scratch = temporaryFolder();
});

const isFolder = (path: string) => statSync(path).isDirectory();

describe("a folder", () => {
  // Node's own `recursive` never returns there.
  it.skipIf(process.platform !== "linux").each(["/proc/none", "/proc/none/a", "/proc/none/a/b/c"])(
    "that the system refuses is an error: %s",
    (path) => expect(() => makeFolder(path)).toThrow(/ENOENT.*\/proc\/none'/),
  );

  it("is made with the parents that are missing, and is left as it is where it exists", () => {
    const path = join(scratch, "a/b/c");
    makeFolder(path);
    expect(isFolder(path)).toBe(true);
    writeFileSync(join(path, "file"), "");
    makeFolder(path, 0o700);
    makeFolder(`${path}/`);
    expect(isFolder(path)).toBe(true);
  });

  it.skipIf(process.platform === "win32")("has the mode, as have the parents that are made, and no others", () => {
    const modeOf = (path: string) => statSync(join(scratch, path)).mode & 0o777;
    makeFolder(join(scratch, "open"), 0o755);
    const before = modeOf("open");
    makeFolder(join(scratch, "open/private/inner"), 0o700);
    expect([modeOf("open"), modeOf("open/private"), modeOf("open/private/inner")]).toEqual([before, 0o700, 0o700]);
  });

  it("in place of a file, or in a file, is an error", () => {
    const file = join(scratch, "file");
    writeFileSync(file, "");
    expect(() => makeFolder(file)).toThrow(/EEXIST/);
    expect(() => makeFolder(join(file, "a/b"))).toThrow(/ENOTDIR|ENOENT|EEXIST/);
  });
});
