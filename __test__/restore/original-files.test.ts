// A folder of originals that an agent reads with its own tools.
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { StoreLimits } from "../../ts/restore/content-store.js";
import { handleOf } from "../../ts/restore/handle.js";
import { OriginalFiles } from "../../ts/restore/original-files.js";
import { temporaryFolder } from "../support/folder.js";

const tenant = "default";
const bytes = (text: string) => new Uint8Array(Buffer.from(text));

function open(limits: StoreLimits = {}, place = temporaryFolder()) {
  const folder = join(place, "originals");
  const files = new OriginalFiles(folder, limits);
  const handle = (token: string) => handleOf(bytes(token), { key: files.key, tenant });
  const put = (token: string) => files.put(handle(token), bytes(token));
  return { place, folder, files, handle, put };
}

const names = (folder: string) => readdirSync(folder).sort();

describe("a folder of originals", () => {
  it.each([
    ["a text", '"a \\u00e9 and\\na \\"line\\""', 'a é and\na "line"'],
    ["what Gemini's tools answer", '{ "output": "two\\nlines" }', "two\nlines"],
    ["another object, as JSON", '{"stdout": "x", "exit": 0}', '{"stdout": "x", "exit": 0}'],
    ["a text that looks like JSON", '"{\\"output\\":1}"', '{"output":1}'],
  ])("has %s as the agent reads it, and gives its value back", async (_, token, text) => {
    const { folder, files, handle, put } = open();
    await put(token);
    expect(readFileSync(join(folder, `${handle(token)}.txt`), "utf8")).toBe(text);
    const found = await files.get(handle(token), { tenant });
    expect(JSON.parse(Buffer.from(found ?? []).toString())).toEqual(JSON.parse(token));
  });

  it.skipIf(process.platform === "win32")("is its owner's alone, and its key is not in it", async () => {
    const { place, folder, handle, put } = open();
    await put('"x"');
    expect(names(folder)).toEqual([`${handle('"x"')}.txt`]);
    const modes = [folder, join(folder, `${handle('"x"')}.txt`), join(place, "originals.key")];
    expect(modes.map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600, 0o600]);
  });

  it("has the same handles whoever opens it", async () => {
    const { place, handle } = open();
    expect(open({}, place).handle('"x"')).toBe(handle('"x"'));
  });

  it("gives out neither what was changed nor what is no handle", async () => {
    const { folder, files, handle, put } = open();
    await put('"x"');
    writeFileSync(join(folder, `${handle('"x"')}.txt`), "another text");
    expect(await files.get(handle('"x"'), { tenant })).toBeUndefined();
    expect(await files.get("../originals.key", { tenant })).toBeUndefined();
    await expect(files.put("../x", bytes('"x"'))).rejects.toThrow("this is no handle");
  });

  it("touches a file that is there, so that the newest are those still in use", async () => {
    const { folder, handle, put } = open();
    await put('"x"');
    const path = join(folder, `${handle('"x"')}.txt`);
    utimesSync(path, 1, 1);
    await put('"x"');
    expect(Date.now() - statSync(path).mtimeMs).toBeLessThan(60_000);
  });

  it("forgets files after their time, and the oldest above its limit, and nothing else", async () => {
    let now = Date.now();
    const { folder, files, handle, put } = open({ maxBytes: 1_000, ttlMs: 60_000, now: () => now });
    writeFileSync(join(folder, "notes.txt"), "mine");
    await put('"old"');
    now += 70_000;
    for (const name of ["a", "b", "c", "d"]) {
      await put(JSON.stringify(name.repeat(300)));
      now += 1_000;
    }
    files.forget();
    const left = ["b", "c", "d"].map((name) => `${handle(JSON.stringify(name.repeat(300)))}.txt`);
    expect(names(folder)).toEqual([...left, "notes.txt"].sort());
  });

  it("keeps what was just put, however much of the limit that takes", async () => {
    let now = Date.now();
    const { files, handle, put } = open({ maxBytes: 1_000, now: () => now });
    const large = JSON.stringify("l".repeat(950));
    await put(JSON.stringify("s".repeat(300)));
    now += 1_000;
    await put(large);
    expect(await files.get(handle(large), { tenant })).toBeDefined();
  });

  it("removes what a process that was killed left half written", async () => {
    const { folder, files, handle } = open();
    const [old, recent] = ["1", "2"].map((at) => `${handle('"x"')}.txt.${at}.abcdef.tmp`);
    for (const name of [old, recent]) writeFileSync(join(folder, `${name}`), "half");
    utimesSync(join(folder, `${old}`), 1, 1);
    files.forget();
    expect(names(folder)).toEqual([recent]);
  });

  it("keeps nothing where the folder cannot be made, and says why", async () => {
    const place = temporaryFolder();
    writeFileSync(join(place, "originals"), "in the way");
    const { files, put } = open({}, place);
    await expect(put('"x"')).rejects.toThrow(/originals|EEXIST|ENOTDIR/);
    expect(files.key).toHaveLength(32);
  });

  it("keeps again once what was in the way is gone, by the key that its markers have", async () => {
    const place = temporaryFolder();
    writeFileSync(join(place, "blocked"), "in the way");
    const { folder, files, handle, put } = open({}, join(place, "blocked"));
    await expect(put('"x"')).rejects.toThrow();
    rmSync(join(place, "blocked"));
    await put('"x"');
    expect(names(folder)).toEqual([`${handle('"x"')}.txt`]);
    expect(Buffer.from(open({}, join(place, "blocked")).files.key)).toEqual(Buffer.from(files.key));
  });

  it("keeps nothing by a key of its own where another process has one by now", async () => {
    const place = temporaryFolder();
    const inside = join(place, "blocked");
    writeFileSync(inside, "in the way");
    const { put } = open({}, inside);
    rmSync(inside);
    mkdirSync(inside);
    await open({}, inside).put('"x"');
    await expect(put('"y"')).rejects.toThrow("another process has written another key");
  });

  it("refuses a text that no file can have", async () => {
    const { put } = open();
    await expect(put('"\\ud800"')).rejects.toThrow("half of a surrogate pair");
  });
});
