// Parts of a simulation, and what they are together.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { chatRequest, tamis, temporaryFolder } from "./run-cli.js";

const folder = temporaryFolder();
const set = join(folder, "set");
mkdirSync(set);
for (let at = 0; at < 7; at++) writeFileSync(join(set, `s${at}.json`), chatRequest(6 + 3 * at, 900 + 100 * at));
writeFileSync(join(set, "s3b.json"), "{");

const run = (...args: string[]) => {
  const { status, stdout, stderr } = tamis(["savings", "--recordings", ...args]);
  return { status, stdout: stdout.toString("utf8"), stderr };
};
const whole = run(set, "--json").stdout;

function parts(count: number): string[] {
  return Array.from({ length: count }, (_, at) => {
    const file = join(folder, `part-${at + 1}-of-${count}.json`);
    const { status, stdout } = run(set, "--json", "--shard", `${at + 1}/${count}`);
    expect(status).toBe(0);
    writeFileSync(file, stdout);
    return file;
  });
}

describe("tamis savings --recordings --shard, and --merge", () => {
  it("give the bytes of one run over all files, whatever the number of parts and their order", () => {
    for (const count of [3, 10]) {
      const merged = run("--merge", "--json", ...parts(count).reverse());
      expect(merged.status).toBe(0);
      expect(merged.stdout).toBe(whole);
    }
  });

  it("show the table, and write the page", () => {
    const page = join(folder, "page.html");
    const { stdout } = run("--merge", ...parts(2), "--html", page);
    expect(stdout).toBe(run(set).stdout);
    expect(readFileSync(page, "utf8")).toContain("send everything");
  });

  it.each([
    ["a part that is missing", ([one]: string[]) => [one], "these are missing: 2"],
    ["a part twice", ([one]: string[]) => [one, one], "are both part 1"],
    ["a result that is no part", () => [join(folder, "whole.json")], "is no part of a simulation"],
    ["a file that is cut", () => [join(folder, "cut.json")], "not JSON, or not all of it"],
    ["a file that is not there", () => [join(folder, "none.json")], "no such file"],
    ["parts of different runs", ([one]: string[]) => [one, join(folder, "other.json")], "other policies or prices"],
  ])("refuse %s, with exit code 2 and nothing on stdout", (_, files, message) => {
    const two = parts(2);
    writeFileSync(join(folder, "whole.json"), whole);
    writeFileSync(join(folder, "cut.json"), whole.slice(0, 500));
    writeFileSync(join(folder, "other.json"), run(set, "--json", "--shard", "2/2", "--window", "3").stdout);
    const { status, stdout, stderr } = run("--merge", ...(files(two) as string[]));
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(message);
  });

  it.each(["0/3", "4/3", "1", "1/0", "a/b", "1/1000000"])("refuse the part %s", (shard) => {
    const { status, stderr } = run(set, "--shard", shard);
    expect(status).toBe(2);
    expect(stderr).toContain("It must be I/N");
  });
});
