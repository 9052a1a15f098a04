// The file in which gateways keep what they remember of conversations.
import { appendFileSync, chmodSync, chownSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { expect, it, onTestFinished, vi } from "vitest";
import { createSessionState } from "../../ts/contract/session-state.js";
import { createLogger } from "../../ts/gateway/index.js";
import { SessionFile } from "../../ts/reduce/session/file.js";
import { temporaryFolder } from "../support/folder.js";

const facts = { steps: 1, firstCallId: "call", wire: "anthropic" } as never;
const keep = ({ table }: SessionFile, key: string) => table.keep(key, facts, { ...createSessionState(), key });

function inFolder() {
  const folder = temporaryFolder();
  const file = join(folder, "sessions.json");
  return { file, folder, open: () => new SessionFile(10, file, createLogger("silent")) };
}

it("has the conversations of two gateways that run at once", () => {
  const { open } = inFolder();
  const [one, two] = [open(), open()];
  keep(one, "a");
  one.save();
  keep(two, "b");
  two.save();
  keep(one, "c");
  one.save();
  const { table } = open();
  expect(["a", "b", "c"].map((key) => table.find(key, facts)?.state.key)).toEqual(["a", "b", "c"]);
});

it("is written anew where something else has been written into it", () => {
  const { file, open } = inFolder();
  const one = open();
  keep(one, "a");
  one.save();
  writeFileSync(file, "something else");
  keep(one, "b");
  one.save();
  expect(JSON.parse(readFileSync(file, "utf8")).sessions).toHaveLength(2);
});

const keysIn = ({ table }: SessionFile) => ["a", "b", "c"].filter((key) => table.find(key, facts) !== undefined);

it("has what was kept before its process was killed, but for a line that was cut off", () => {
  const { file, open } = inFolder();
  const one = open();
  keep(one, "a");
  one.save();
  one.start();
  keep(one, "b");
  keep(one, "c");
  expect(keysIn(open())).toEqual(["a", "b", "c"]);
  const whole = readFileSync(file, "utf8");
  writeFileSync(file, whole.slice(0, -20));
  expect(keysIn(open())).toEqual(["a", "b"]);
  appendFileSync(file, whole.slice(whole.lastIndexOf("\n")));
  const last = open();
  expect([keysIn(last), last.problem]).toEqual([["a", "b", "c"], undefined]);
  one.stop();
  expect(readFileSync(file, "utf8")).not.toContain("\n");
});

it("gives a gateway what another has written since, by lines and as a whole, and never what is older", async () => {
  const { open } = inFolder();
  const [one, two] = [open(), open()];
  one.save();
  for (const file of [one, two]) file.start();
  const step = (file: SessionFile, steps: number) =>
    file.table.keep("a", { firstCallId: "call", steps, wire: "anthropic" }, { ...createSessionState(), key: "a" });
  const stepsIn = async (file: SessionFile) => {
    await file.catchUp();
    return file.table.find("a", facts)?.steps;
  };
  step(one, 1);
  expect(await stepsIn(two)).toBe(1);
  step(two, 2);
  expect(await stepsIn(one)).toBe(2);
  step(one, 3);
  one.save();
  expect(await stepsIn(two)).toBe(3);
  step(two, 4);
  two.save();
  expect([await stepsIn(one), await stepsIn(two)]).toEqual([4, 4]);
  expect([one.catchUp(), two.catchUp()]).toEqual([undefined, undefined]);
  for (const file of [one, two]) file.stop();
});

it("says why a broken file was not read", () => {
  const { file, open } = inFolder();
  writeFileSync(file, '{"format":"tamis-ses');
  expect(open().problem).toBe(`${file}: saved sessions: it is not JSON, or not all of it`);
});

it("says why it could not be written, until it could", () => {
  const { file, open, folder } = inFolder();
  const one = open();
  rmSync(folder, { recursive: true });
  writeFileSync(folder, "a file in the folder's place");
  one.start();
  keep(one, "a");
  one.save();
  expect(one.unsaved).toContain(`${file}: `);
  rmSync(folder);
  one.stop();
  expect([one.unsaved, keysIn(open())]).toEqual([undefined, ["a"]]);
});

it.skipIf(process.getuid?.() !== 0)("neither reads nor replaces the file of another user", () => {
  const { file, folder, open } = inFolder();
  const one = open();
  keep(one, "a");
  one.save();
  chmodSync(folder, 0o777);
  chownSync(file, 65_534, 65_534);
  const text = readFileSync(file, "utf8");
  const other = open();
  other.start();
  keep(other, "b");
  other.stop();
  expect([keysIn(other), readFileSync(file, "utf8")]).toEqual([["b"], text]);
  expect(other.problem).toContain("belongs to another user, and stays as it is");
});

it("is written in slices while requests are served, with what changes meanwhile and what others write", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const { file } = inFolder();
  const open = () => new SessionFile(6_000, file, createLogger("silent"));
  const one = open();
  for (let at = 0; at < 5_000; at++) keep(one, `k${at}`);
  one.save();
  one.start();
  keep(one, "a");
  vi.advanceTimersByTime(5_000);
  const two = open();
  keep(two, "b");
  two.save();
  keep(one, "c");
  const { ino } = statSync(file);
  let turns = 0;
  for (; statSync(file).ino === ino && turns < 900; turns++) {
    keep(one, `new ${turns}`);
    await setImmediate();
  }
  // All at once is one.
  expect(turns).toBeGreaterThan(3);
  const read = open();
  expect([read.table.size, keysIn(read), read.problem]).toEqual([5_003 + turns, ["a", "b", "c"], undefined]);
  // What came while the text was made is a line behind it until the file is written at the end.
  expect(readFileSync(file, "utf8")).toContain("\n");
  one.stop();
  expect([keysIn(open()), readFileSync(file, "utf8").includes("\n")]).toEqual([["a", "b", "c"], false]);
});
