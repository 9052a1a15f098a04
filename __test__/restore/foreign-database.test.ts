// A store of originals that is given another program's file leaves it as it is.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@libsql/client";
import { describe, expect, it } from "vitest";
import { Ledger } from "../../ts/ledger/index.js";
import { openSqliteStore } from "../../ts/restore/index.js";
import { openStore } from "../../ts/session/index.js";
import { temporaryFolder } from "../support/folder.js";

const root = temporaryFolder();
let count = 0;

/** A file that this SQL made. */
async function databaseOf(...sql: string[]): Promise<string> {
  const file = join(root, `${count++}.db`);
  const client = createClient({ url: `file:${file}` });
  for (const one of sql) await client.execute(one);
  client.close();
  chmodSync(file, 0o644);
  return file;
}

const fingerprint = (file: string) => ({
  bytes: createHash("sha256").update(readFileSync(file)).digest("hex"),
  mode: statSync(file).mode & 0o777,
});

const FOREIGN: [what: string, make: () => Promise<string>][] = [
  ["with a table", () => databaseOf("CREATE TABLE notes (text TEXT)", "INSERT INTO notes VALUES ('mine')")],
  ["with a view alone", () => databaseOf("CREATE VIEW one AS SELECT 1 AS n")],
  [
    "with the number of a program and no table",
    () => databaseOf("PRAGMA application_id=252006674", "PRAGMA user_version=3"),
  ],
  [
    "in WAL mode",
    () => databaseOf("PRAGMA journal_mode=WAL", "CREATE TABLE notes (text TEXT)", "PRAGMA wal_checkpoint(TRUNCATE)"),
  ],
  [
    "that is no database",
    async () => {
      const file = join(root, `${count++}.txt`);
      writeFileSync(file, "a text of somebody's\n".repeat(100), { mode: 0o644 });
      chmodSync(file, 0o644);
      return file;
    },
  ],
];

describe.each([
  ["openSqliteStore", (file: string) => openSqliteStore(file), "no store of originals"],
  ["the ledger", (file: string) => Ledger.open(file), "no ledger"],
] as const)("%s", (_, open, words) => {
  it.each(FOREIGN)("refuses a file of another program %s, and leaves bytes and rights", async (_what, make) => {
    const file = await make();
    const before = fingerprint(file);
    await expect(open(file)).rejects.toMatchObject({
      code: "STORE_UNUSABLE",
      message: expect.stringMatching(new RegExp(`${file}: this is ${words} `)),
    });
    expect(fingerprint(file)).toEqual(before);
  });

  it("refuses a folder, and a table of its name that is another program's", async () => {
    const folder = join(root, `${count++}`);
    mkdirSync(folder);
    await expect(open(folder)).rejects.toMatchObject({ code: "STORE_UNUSABLE", message: `${folder}: it is a folder` });
    const file = await databaseOf("CREATE TABLE tamis_content (x)", "CREATE TABLE tamis_ledger_1 (x)");
    await expect(open(file)).rejects.toMatchObject({ code: "STORE_UNUSABLE" });
  });

  it.runIf(process.platform === "linux")("refuses what is no regular file", async () => {
    const pipe = join(root, `${count++}`);
    execFileSync("mkfifo", [pipe]);
    await expect(open(pipe)).rejects.toMatchObject({
      code: "STORE_UNUSABLE",
      message: `${pipe}: it is no regular file`,
    });
  });

  it("takes an empty file, and its own again", async () => {
    const file = join(root, `${count++}.db`);
    writeFileSync(file, "");
    for (let time = 0; time < 2; time++) (await open(file)).close();
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});

it("stores of sessions and of originals do not take each other's file", async () => {
  const sessions = join(root, "sessions.db");
  (await openStore(sessions)).close();
  await expect(openSqliteStore(sessions)).rejects.toMatchObject({ code: "STORE_UNUSABLE" });
  const originals = join(root, "originals.db");
  (await openSqliteStore(originals)).close();
  await expect(openStore(originals)).rejects.toMatchObject({ code: "STORE_UNUSABLE" });
});
