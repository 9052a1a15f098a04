// What is written to a file on a disk that gets full: never a part of it with exit code 0.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/folder.js";
import { chatRequest, cleanEnvironment, ensureBuilt, MAIN } from "./run-cli.js";

const folder = temporaryFolder();
const request = join(folder, "request.json");
writeFileSync(request, chatRequest(30, 2000));

function shell(script: string, ...args: string[]) {
  ensureBuilt();
  const words = ["-c", script, "sh", process.execPath, MAIN, ...args];
  const { status, stderr } = spawnSync("sh", words, { env: cleanEnvironment(), encoding: "utf8", cwd: folder });
  return { status, stderr };
}

describe.skipIf(process.platform === "win32")("stdout that takes a part", () => {
  it.each(["reduce", "reduce --diff --json", "condense", "config schema"])("makes tamis %s fail", (command) => {
    const [name = "", ...more] = command.split(" ");
    const input = name === "config" ? more : [...more, request];
    // 4 blocks of 512 or 1,024 bytes, by the shell.
    const { status, stderr } = shell('ulimit -f 4; exec "$@" > part', name, ...input);
    expect(readFileSync(join(folder, "part")).length).toBeGreaterThan(0);
    expect([status, stderr.split("\n").at(-2)]).toEqual([
      1,
      "tamis: cannot write to stdout: the file would be larger than the system allows",
    ]);
  });

  it.skipIf(!existsSync("/dev/full")).each(["--help", "--version", "reduce --help"])(
    "makes tamis %s fail",
    (command) => {
      const { status, stderr } = shell('exec "$@" > /dev/full', ...command.split(" "));
      expect({ status, stderr }).toEqual({ status: 1, stderr: "tamis: cannot write to stdout: no space left\n" });
    },
  );
});
