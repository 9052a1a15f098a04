import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createSafely, writeSafely } from "../../ts/base/write-safely.js";
import { temporaryFolder } from "../support/folder.js";

const read = (file: string) => readFileSync(file, "utf8");
/** A number that no process has. */
const ENDED = 2 ** 22 + 1;

describe("a file that is written", () => {
  it.each([
    ["of this process's number, as of a container that was restarted", `f.${process.pid}.tmp`],
    ["of a process that has ended", `f.${ENDED}.tmp`],
    ["with the random part of its name", `f.${process.pid}.0123456789ab.tmp`],
  ])("does not mind what a crash has left, and removes that: %s", (_, left) => {
    const at = temporaryFolder();
    writeFileSync(join(at, "f"), "old");
    writeFileSync(join(at, left), "half of");
    writeSafely(join(at, "f"), "new");
    expect([read(join(at, "f")), readdirSync(at)]).toEqual(["new", ["f"]]);
  });

  it("leaves the temporary file of a process that is running, until it is old, and what only looks like one", () => {
    const at = temporaryFolder();
    const [other, links, near] = [`f.${process.ppid}.0123456789ab.tmp`, `f.${ENDED}.tmp`, "f.draft.tmp"];
    writeFileSync(join(at, other), "half of");
    symlinkSync(join(at, near), join(at, links));
    writeFileSync(join(at, near), "the user's");
    writeSafely(join(at, "f"), "1");
    expect(readdirSync(at).sort()).toEqual(["f", links, other, near].sort());
    utimesSync(join(at, other), 1, 1);
    writeSafely(join(at, "f"), "2");
    expect(readdirSync(at).sort()).toEqual(["f", links, near].sort());
  });

  it("keeps its permissions, and gets others only where that is asked for", () => {
    const file = join(temporaryFolder(), "f");
    writeSafely(file, "1", { newMode: 0o640 });
    expect(statSync(file).mode & 0o777).toBe(0o640);
    chmodSync(file, 0o604);
    writeSafely(file, "2", { newMode: 0o640 });
    expect(statSync(file).mode & 0o777).toBe(0o604);
    writeSafely(file, "3", { mode: 0o600 });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("is the one behind a link, or takes the place of the link", () => {
    const at = temporaryFolder();
    const [real, link] = [join(at, "real"), join(at, "link")];
    writeFileSync(real, "1");
    symlinkSync("real", link);
    writeSafely(link, "2");
    expect([read(real), lstatSync(link).isSymbolicLink()]).toEqual(["2", true]);
    writeSafely(link, "3", { links: "replace" });
    expect([read(real), read(link), lstatSync(link).isSymbolicLink()]).toEqual(["2", "3", false]);
  });

  it("is not written through a link that leads nowhere", () => {
    const at = temporaryFolder();
    symlinkSync(join(at, "not-there"), join(at, "f"));
    writeSafely(join(at, "f"), "1");
    expect([read(join(at, "f")), existsSync(join(at, "not-there"))]).toEqual(["1", false]);
  });

  it("is in its place: a link out of that is refused, one inside is not", () => {
    const at = temporaryFolder();
    const inside = join(at, "inside");
    mkdirSync(join(inside, "a"), { recursive: true });
    mkdirSync(join(at, "outside"));
    symlinkSync("../outside", join(inside, "b"));
    symlinkSync("a", join(inside, "c"));
    const refused = expect.objectContaining({ code: "CONFIG_INVALID" });
    expect(() => writeSafely(join(inside, "b/f"), "1", { within: inside })).toThrow(refused);
    writeSafely(join(inside, "c/f"), "1", { within: inside });
    expect([readdirSync(join(at, "outside")), read(join(inside, "a/f"))]).toEqual([[], "1"]);
  });

  it("is left where it is a folder, or not ours", () => {
    const at = temporaryFolder();
    mkdirSync(join(at, "f"));
    const isFolder = expect.objectContaining({ code: "EISDIR", path: join(at, "f") });
    expect(() => writeSafely(join(at, "f"), "1")).toThrow(isFolder);
    writeFileSync(join(at, "g"), "the user's");
    const options = { isOurs: (text: string) => text.startsWith("ours") };
    expect(() => writeSafely(join(at, "g"), "ours 2", options)).toThrow("was not written by tamis");
    expect([read(join(at, "g")), readdirSync(at)]).toEqual(["the user's", ["f", "g"]]);
  });

  it("is named where its folder is not there", () => {
    const file = join(temporaryFolder(), "no/f");
    expect(() => writeSafely(file, "1")).toThrow(expect.objectContaining({ code: "ENOENT", path: file }));
  });
});

describe("a file that is made", () => {
  it("is made once, and never behind a link", () => {
    const at = temporaryFolder();
    createSafely(join(at, "f"), "1", 0o600);
    const isThere = expect.objectContaining({ code: "EEXIST", path: join(at, "f") });
    expect(() => createSafely(join(at, "f"), "2")).toThrow(isThere);
    symlinkSync(join(at, "not-there"), join(at, "g"));
    expect(() => createSafely(join(at, "g"), "2")).toThrow(expect.objectContaining({ code: "EEXIST" }));
    expect([read(join(at, "f")), statSync(join(at, "f")).mode & 0o777, readdirSync(at)]).toEqual([
      "1",
      0o600,
      ["f", "g"],
    ]);
  });
});
