// Stores in which something is not as a Tamis wrote it. Each is used in a child process, because a panic would end it.
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createClient } from "@libsql/client";
import { beforeAll, describe, expect, it } from "vitest";
import { openStore } from "../../ts/session/index.js";
import { temporaryFolder } from "../support/folder.js";
import { charsSession, user } from "./build.js";

const CHILD = fileURLToPath(new URL("damaged-child.mjs", import.meta.url));
const DIST = new URL("../../dist/session/index.js", import.meta.url).href;
const root = temporaryFolder();
let count = 0;

async function sql(file: string, ...statements: string[]): Promise<void> {
  const raw = createClient({ url: `file:${file}` });
  for (const statement of statements) await raw.execute(statement);
  await raw.execute("PRAGMA wal_checkpoint(TRUNCATE)");
  raw.close();
}

/** A store with the sessions `good` and `bad`, one turn each. */
async function storeWith(...statements: string[]): Promise<string> {
  const file = join(root, `${count++}.db`);
  copyFileSync(whole, file);
  await sql(file, ...statements);
  return file;
}

const whole = join(root, "whole.db");
beforeAll(async () => {
  const store = await openStore(whole);
  for (const name of ["good", "bad"]) {
    const session = charsSession(1000);
    await session.save(store, { name });
    await session.addTurn(user(`hello ${name}`));
    await session.close();
  }
  store.close();
  await sql(whole);
});

function use(...files: string[]): Record<string, unknown>[] {
  const { stdout, stderr, signal, status } = spawnSync(process.execPath, [CHILD, DIST, ...files], { encoding: "utf8" });
  expect({ signal, status, stderr: stderr.slice(0, 300) }).toEqual({ signal: null, status: 0, stderr: "" });
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

const NO_UTF8 = "CAST(x'48ff48' AS TEXT)";
const inSession = (column: string, value: string) => `UPDATE sessions SET ${column} = ${value} WHERE name = 'bad'`;
const inTurn = (column: string, value: string) =>
  `UPDATE turns SET ${column} = ${value} WHERE session = (SELECT key FROM sessions WHERE name = 'bad')`;
const GOOD = { "read good": ["hello good"], "load good": 1, copy: "done" };

describe("a stored text that is not UTF-8", () => {
  const filesWith = (columns: readonly string[], statement: (column: string, value: string) => string) =>
    Promise.all(columns.map((column) => storeWith(statement(column, NO_UTF8))));

  it("in a turn is STORE_UNUSABLE with the session's name", async () => {
    for (const seen of use(...(await filesWith(["content", "role", "timestamp", "rest"], inTurn)))) {
      expect(seen).toMatchObject({ ...GOOD, list: ["bad", "good"], delete: "done" });
      for (const operation of ["read bad", "load bad"]) {
        expect(seen[operation]).toMatch(/^STORE_UNUSABLE .*session "bad".*not UTF-8/);
      }
    }
  });

  it("in a session leaves the others readable", async () => {
    for (const seen of use(...(await filesWith(["agent", "state", "owner_token", "id"], inSession)))) {
      expect(seen).toMatchObject({ ...GOOD, list: ["bad", "good"] });
      expect(seen["load bad"]).toMatch(/^STORE_UNUSABLE .*session "bad".*not UTF-8/);
    }
  });

  it("in a session's name is shown with a replacement character, and the session is loaded by its id", async () => {
    const [seen] = use(await storeWith(inSession("name", NO_UTF8)));
    expect(seen).toMatchObject({ ...GOOD, list: ["H\ufffdH", "good"] });
  });

  it("in the times and owners of a session is no obstacle to the list", async () => {
    const columns = ["created_at", "updated_at", "owner_host", "owner_started"];
    for (const seen of use(...(await filesWith(columns, inSession)))) {
      expect(seen).toMatchObject({ ...GOOD, delete: "done" });
      expect((seen.list as string[]).sort()).toEqual(["bad", "good"]);
    }
  });

  it("in the schema's version is STORE_UNUSABLE", async () => {
    const [seen] = use(await storeWith(`UPDATE tamis_store SET schema = ${NO_UTF8}`));
    expect(seen?.open).toMatch(/^STORE_UNUSABLE /);
  });
});

describe("a stored value of another kind", () => {
  const kinds = [
    ["state that is no JSON", inSession("state", "'{'"), "state"],
    ["state that is a list", inSession("state", "'[1]'"), "state"],
    ["state without numbers", inSession("state", `'{"totals":{"trims":"many"}}'`), "state"],
    ["state whose limit is none", inSession("state", `'{"limit":7}'`), "state"],
    ["further keys that are no JSON", inTurn("rest", "'{'"), "turn 1"],
    ["further keys that are a number", inTurn("rest", "'7'"), "turn 1"],
    ["an unknown role", inTurn("role", "'poet'"), "turn 1"],
    ["an unknown time", inTurn("timestamp", "'later'"), "turn 1"],
    ["a turn without text", inTurn("content", "NULL"), "turn 1"],
    ["calls that are none", inTurn("rest", `'{"toolCalls":[7]}'`), "turn 1"],
  ] as const;
  it("is STORE_UNUSABLE", async () => {
    const all = use(...(await Promise.all(kinds.map(([, statement]) => storeWith(statement)))));
    for (const [at, [kind, , place]] of kinds.entries()) {
      expect({ kind, ...all[at] }).toMatchObject({ kind, ...GOOD, list: ["bad", "good"], delete: "done" });
      expect(all[at]?.["load bad"]).toMatch(new RegExp(`^STORE_UNUSABLE .*session "bad".*${place}`));
    }
  });

  it("is read where it can be: numbers and bytes that are text", async () => {
    const [seen] = use(await storeWith(inTurn("content", "x'343200'"), "PRAGMA user_version = 7"));
    expect(seen).toMatchObject({ ...GOOD, "read bad": ["42\0"] });
  });

  it("does not hide the other sessions if it is too large a number", async () => {
    const [seen] = use(await storeWith(inSession("owner_seen", "9223372036854775807")));
    expect(seen).toMatchObject({ ...GOOD, list: ["bad", "good"], delete: "done" });
  });

  it("leaves a session free for other processes after it could not be loaded", async () => {
    const file = await storeWith(inTurn("role", "'poet'"));
    const store = await openStore(file);
    await expect(charsSession(10).load(store, "bad")).rejects.toMatchObject({ code: "STORE_UNUSABLE" });
    expect((await store.list()).map(({ inUseBy }) => inUseBy)).toEqual([undefined, undefined]);
    store.close();
  });
});

describe("a file of another kind", () => {
  const kinds: [string, string[]][] = [
    ["tables that are missing", ["DROP TABLE turns", "DROP TABLE sessions"]],
    ["columns that are missing", ["DROP TABLE sessions", "CREATE TABLE sessions (key INTEGER)"]],
    ["no version", ["DELETE FROM tamis_store"]],
    ["a version that is no number", ["UPDATE tamis_store SET schema = 'first'"]],
    ["a version below one", ["UPDATE tamis_store SET schema = -1"]],
  ];
  it("is STORE_UNUSABLE when opened", async () => {
    const all = use(...(await Promise.all(kinds.map(([, statements]) => storeWith(...statements)))));
    for (const [at, [kind]] of kinds.entries()) expect(`${kind}: ${all[at]?.open}`).toMatch(/: STORE_UNUSABLE /);
  });

  it("is STORE_UNUSABLE if its texts are UTF-16", async () => {
    const file = join(root, "utf16.db");
    await sql(file, "PRAGMA encoding = 'UTF-16le'", "CREATE TABLE tamis_store (schema INTEGER NOT NULL)");
    expect(use(file)[0]?.open).toMatch(/^STORE_UNUSABLE .*UTF-16/);
  });

  it("never ends the process, whichever byte of it is another", async () => {
    const original = readFileSync(whole);
    const files = Array.from({ length: 150 }, (_, at) => {
      const bytes = Buffer.from(original);
      const place = Math.floor((at * original.length) / 150) + (at % 7);
      bytes[place] = (bytes[place] ?? 0) ^ 0xff;
      const file = join(root, `flip-${at}.db`);
      writeFileSync(file, bytes);
      return file;
    });
    for (const seen of use(...files)) {
      for (const [name, value] of Object.entries(seen)) {
        if (typeof value === "string" && value !== "done") expect(`${name}: ${value}`).toMatch(/: (STORE|SESSION)_/);
      }
    }
  });
});

describe("a place", () => {
  it.each([
    ":memory:",
    "file::memory:",
    "file::memory:?cache=shared",
    "file:?mode=memory",
    "postgres://host/db",
    "file://host/s.db",
    "file:///a%2fb/s.db",
    "a\0b",
    "",
  ])("that is no file is STORE_UNUSABLE, and nothing is created: %j", async (place) => {
    const folder = join(root, `place-${count++}`);
    mkdirSync(folder);
    const before = process.cwd();
    process.chdir(folder);
    try {
      await expect(openStore(place)).rejects.toMatchObject({ name: "TamisError", code: "STORE_UNUSABLE" });
    } finally {
      process.chdir(before);
    }
    expect(readdirSync(folder)).toEqual([]);
    expect(existsSync("/:memory:")).toBe(false);
  });

  it("is relative to the working folder in a file: URL without a slash", async () => {
    const before = process.cwd();
    process.chdir(root);
    try {
      (await openStore("file:near.db")).close();
    } finally {
      process.chdir(before);
    }
    expect(existsSync(join(root, "near.db"))).toBe(true);
  });
});
