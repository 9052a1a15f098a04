import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { describeMachine, machineSlug } from "../../benches/machine.mjs";
import { temporaryFolder } from "../support/folder.js";
import { runSuites } from "../support/suite-runner.mjs";

let root: string;
let lines: string[];

beforeEach(() => {
  root = temporaryFolder();
  mkdirSync(join(root, "__test__/system"), { recursive: true });
  lines = [];
});

function suite(name: string, body: string, file = `${name}.system.mjs`): void {
  const source = `export const name = ${JSON.stringify(name)};\nexport async function run({ log, root, shared, before }) { ${body} }\n`;
  writeFileSync(join(root, "__test__/system", file), source);
}

const run = (...args: string[]) =>
  runSuites({ kind: "system", root, args, shared: "recordings", print: (line: string) => lines.push(line) });

const records = () => join(root, "benches/record", machineSlug(describeMachine()), "system");

it("runs every suite in the order of names, sums up in the last line, and saves the records", async () => {
  suite("second", "log(shared); return { passed: 2, failed: 0, record: { figure: 7 } };");
  suite("first", "return { passed: 3, failed: 0, record: { root: root.length > 0 } };");
  writeFileSync(join(root, "__test__/system/helper.mjs"), "throw new Error('not a suite');");
  expect(await run()).toBe(0);
  expect(lines.at(-1)).toBe("5 passed, 0 failed");
  expect(lines.filter((line) => line.endsWith("begins")).map((line) => line.split(" ")[0])).toEqual([
    "[first",
    "[second",
  ]);
  expect(lines.some((line) => line.endsWith("] recordings"))).toBe(true);
  expect(readdirSync(records()).sort()).toEqual(["first.json", "second.json"]);
  expect(JSON.parse(readFileSync(join(records(), "second.json"), "utf8"))).toMatchObject({
    name: "second",
    date: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    commit: "unknown",
    node: process.version,
    machine: describeMachine(),
    passed: 2,
    failed: 0,
    seconds: expect.any(Number),
    record: { figure: 7 },
  });
});

it("gives a suite what it recorded before", async () => {
  suite("sums", "return { passed: 1, failed: 0, record: { sum: 1 + (before?.record.sum ?? 0), date: before?.date } };");
  await run();
  await run();
  expect(JSON.parse(readFileSync(join(records(), "sums.json"), "utf8")).record).toEqual({
    sum: 2,
    date: expect.stringMatching(/^\d{4}-/),
  });
});

it("counts a suite that throws or checks nothing as a failure, and continues", async () => {
  suite("breaks", "throw new Error('no compiler');");
  suite("empty", "return { passed: 0, failed: 0, record: {} };");
  suite("odd", "return { passed: 'all', failed: 0 };");
  suite("works", "return { passed: 1, failed: 0, record: {} };");
  expect(await run()).toBe(1);
  expect(lines.at(-1)).toBe("1 passed, 3 failed");
  expect(lines.some((line) => line.includes("no compiler"))).toBe(true);
  expect(readdirSync(records())).toEqual(["works.json"]);
});

it("fails if a suite counts failures", async () => {
  suite("red", "return { passed: 9, failed: 1, record: {} };");
  expect(await run()).toBe(1);
  expect(lines.at(-1)).toBe("9 passed, 1 failed");
});

it("runs only the named suites", async () => {
  for (const name of ["a", "b", "c"]) suite(name, "return { passed: 1, failed: 0 };");
  expect(await run("--only", "a,c")).toBe(0);
  expect(lines.at(-1)).toBe("2 passed, 0 failed");
  expect(await run("--only", "b", "--only", "c")).toBe(0);
});

it("lists suite names and runs nothing", async () => {
  for (const name of ["b", "a"]) suite(name, "throw new Error('was run');");
  expect(await run("--list")).toBe(0);
  expect(lines).toEqual(["a", "b"]);
});

it("saves no record if none is wanted", async () => {
  suite("a", "return { passed: 1, failed: 0, record: {} };");
  expect(await run("--no-record")).toBe(0);
  expect(() => readdirSync(records())).toThrow();
});

it.each([
  [["--only", "other"], /no suite is named other; there are a/],
  [["--wrong"], /'--wrong'/],
])("refuses %j before anything runs", async (args, message) => {
  suite("a", "throw new Error('was run');");
  expect(await run(...args)).toBe(2);
  expect(lines.join("\n")).toMatch(message);
  expect(lines.join("\n")).toContain("--list");
});

it("refuses files of another shape, and two with one name", async () => {
  suite("a b", "return { passed: 1, failed: 0 };", "odd.system.mjs");
  expect(await run()).toBe(2);
  expect(lines.join("\n")).toMatch(/odd\.system\.mjs: export const name/);
  rmSync(join(root, "__test__/system/odd.system.mjs"));
  suite("a", "return { passed: 1, failed: 0 };", "one.system.mjs");
  suite("a", "return { passed: 1, failed: 0 };", "two.system.mjs");
  expect(await run()).toBe(2);
  expect(lines.join("\n")).toMatch(/two suites are named a/);
});

it("fails if there is nothing to run", async () => {
  expect(await run()).toBe(1);
  expect(lines.at(-1)).toBe("0 passed, 0 failed");
});
