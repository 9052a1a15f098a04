// The file in which gateways keep what they remember of conversations.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createSessionState } from "../../ts/contract/session-state.js";
import { createLogger } from "../../ts/gateway/index.js";
import { SessionFile } from "../../ts/gateway/session-file.js";

const facts = { steps: 1, firstCallId: "call" } as never;
const keep = ({ table }: SessionFile, key: string) => table.keep(key, facts, { ...createSessionState(), key });

function inFolder() {
  const folder = mkdtempSync(join(tmpdir(), "tamis-sessions-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "sessions.json");
  return { file, open: () => new SessionFile(10, file, createLogger("silent")) };
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
