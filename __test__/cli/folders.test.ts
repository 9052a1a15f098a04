import fs, { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { temporaryFolder } from "../support/folder.js";
import { chatRequest, tamis } from "./run-cli.js";

const folder = temporaryFolder();
const closed = join(folder, "closed");
mkdirSync(closed);
writeFileSync(join(folder, "request.json"), chatRequest(4));
chmodSync(closed, 0);

const mayLookAtAll = process.getuid === undefined || process.getuid() === 0;
if (mayLookAtAll) console.log("commands on a folder that cannot be looked at: not tested, this user may look at all");

describe("a folder with another that cannot be looked at", () => {
  it.skipIf(mayLookAtAll).each(["reduce --stats", "validate", "savings --recordings"])(
    "does not keep tamis %s from the rest",
    (command) => {
      const { stdout, stderr } = tamis([...command.split(" "), folder, "--json"]);
      expect(stderr).toContain(`${closed}: permission denied`);
      expect(stdout.toString()).toContain("request.json");
    },
  );

  it("has it remain in the list, whose reader says why", async () => {
    const own = fs.readdirSync;
    vi.doMock("node:fs", () => ({
      ...fs,
      readdirSync: (path: string, ...rest: []) => {
        if (path === closed) throw Object.assign(new Error("no"), { code: "EACCES" });
        return own(path, ...rest);
      },
    }));
    const { expandFiles } = await import("../../ts/cli/shared/files.js");
    vi.doUnmock("node:fs");
    expect(expandFiles([folder])).toEqual([closed, join(folder, "request.json")]);
  });
});

describe("tamis on", () => {
  it("takes no port that would be another one at each start", () => {
    const { status, stderr } = tamis(["on", "claude", "--port", "0"]);
    expect(status).toBe(2);
    expect(stderr).toContain("It must be from 1 to 65535.");
  });
});
