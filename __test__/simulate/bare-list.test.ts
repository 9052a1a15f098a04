// A file that is nothing but a list of messages is a conversation.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readLogFile } from "../../ts/simulate/index.js";
import { temporaryFolder } from "../support/folder.js";

const folder = temporaryFolder();

async function read(value: unknown) {
  const path = join(folder, "list.json");
  writeFileSync(path, JSON.stringify(value));
  const found = [];
  for await (const entry of readLogFile(path, new Set())) found.push(entry);
  return found;
}

it.each([
  [
    "messages",
    [
      { role: "user", content: "look" },
      { role: "assistant", content: "done" },
    ],
    "messages",
  ],
  [
    "Gemini's contents",
    [
      { role: "user", parts: [{ text: "look" }] },
      { role: "model", parts: [{ text: "done" }] },
    ],
    "contents",
  ],
] as [string, unknown[], string][])("reads a bare list of %s", async (_, list, key) => {
  const [entry] = await read(list);
  expect(entry).toMatchObject({ trace: { request: { [key]: expect.arrayContaining(list.slice(0, 1)) } } });
});

it("says of any other list that it is no request", async () => {
  for (const list of [[1, 2], [{ name: "x" }], []]) {
    const traces = (await read(list)).filter((entry) => "trace" in entry);
    expect(traces).toEqual([]);
  }
});
