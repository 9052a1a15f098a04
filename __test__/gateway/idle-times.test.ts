// The file in which gateways keep how long conversations stay idle.
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { IdleTimes } from "../../ts/gateway/keep-alive/idle-times.js";
import { temporaryFolder } from "../support/folder.js";

function inFolder() {
  const folder = temporaryFolder();
  const warnings: string[] = [];
  const warn = ({ problem }: { problem?: string }) => void warnings.push(problem ?? "");
  const sessionFile = join(folder, "sessions.json");
  return { file: `${sessionFile}.idle`, warnings, open: () => new IdleTimes(sessionFile, { warn, error: warn }) };
}

/** Of conversations that nobody came back to. */
const idle = (times: IdleTimes, caller: string | undefined, count: number) => {
  for (let one = 0; one < count; one++) times.add(caller, "words", Number.POSITIVE_INFINITY, { wentOn: false });
};
const idleIn = (times: IdleTimes, caller?: string) => times.of(caller).counts.words.idle[0];

it("has what gateways that ran at once have seen, for each caller", () => {
  const { open, file, warnings } = inFolder();
  const [one, two] = [open(), open()];
  idle(one, undefined, 3);
  idle(two, undefined, 4);
  idle(two, "ann", 5);
  one.end();
  two.end();
  idle(one, "ann", 1);
  const next = open();
  expect([idleIn(next), idleIn(next, "ann"), warnings]).toEqual([7, 6, []]);
  next.end();
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

it("expects less of conversations after a restart where nobody came back", () => {
  const { open } = inFolder();
  const times = open();
  expect(times.of().renewals("words", 20)).toBeGreaterThan(0);
  idle(times, undefined, 80);
  times.end();
  expect(open().of().renewals("words", 20)).toBe(0);
});

it.each([
  "something else",
  "[]",
  '{"format":"tamis-idle-2","callers":[]}',
  '{"format":"tamis-idle-1","callers":[["",{"calls":{"idle":[1],"wentOn":[1]}}]]}',
])("begins anew where the file has %s", (text) => {
  const { file, open, warnings } = inFolder();
  writeFileSync(file, text);
  const times = open();
  expect(warnings).toEqual(["nothing that this version of Tamis has saved; the next save replaces it"]);
  idle(times, undefined, 2);
  times.end();
  expect(idleIn(open())).toBe(2);
  expect(JSON.parse(readFileSync(file, "utf8")).format).toBe("tamis-idle-1");
});

it("writes nothing without a file of sessions", () => {
  const times = new IdleTimes(undefined, { warn: () => {}, error: () => {} });
  idle(times, undefined, 2);
  times.end();
  expect(idleIn(times)).toBe(2);
});
