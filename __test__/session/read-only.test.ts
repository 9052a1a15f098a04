// Stores that may be read only, or not even that. Root may do everything: then the child becomes somebody else.
import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createClient } from "@libsql/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStore } from "../../ts/session/index.js";
import { temporaryFolder } from "../support/folder.js";
import { charsSession, user } from "./build.js";

const CHILD = fileURLToPath(new URL("unprivileged.mjs", import.meta.url));
const DIST = new URL("../../dist/session/index.js", import.meta.url).href;
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const root = temporaryFolder();
beforeAll(() => chmodSync(root, 0o755));
afterAll(() => {
  for (const name of readdirSync(root)) chmodSync(join(root, name), 0o700);
});

/** A store with one session of one turn, and no companion files; owned by whoever opens it later. */
async function storeIn(name: string): Promise<{ folder: string; file: string }> {
  const folder = join(root, name);
  mkdirSync(folder);
  const file = join(folder, "s.db");
  const store = await openStore(file);
  const session = charsSession(1000);
  await session.save(store, { name: "s" });
  await session.addTurn(user("one"));
  await session.close();
  store.close();
  const raw = createClient({ url: `file:${file}` });
  await raw.execute("PRAGMA wal_checkpoint(TRUNCATE)");
  raw.close();
  for (const ending of ["-wal", "-shm"]) rmSync(file + ending, { force: true });
  if (isRoot) for (const path of [folder, file]) chownSync(path, NOBODY, NOBODY);
  return { folder, file };
}

function open(file: string): Record<string, unknown> {
  const output = execFileSync(process.execPath, [CHILD, DIST, join(root, "warm.db"), file], { encoding: "utf8" });
  return JSON.parse(output.replaceAll(root, ""));
}

describe.skipIf(process.platform === "win32")("a store", () => {
  it("can be read, but refuses writes in one line and does not change, if its file is read-only", async () => {
    const { file } = await storeIn("file");
    chmodSync(file, 0o444);
    const refused =
      "STORE_FAILED /file/s.db: the file or its folder is read-only; nothing was written (SQLITE_READONLY)";
    expect(open(file)).toEqual({
      read: 1,
      save: refused,
      append: refused,
      delete: refused,
      load: refused,
      turns: 1,
      export: true,
    });
    // No other user may read it from now on; it remains read-only.
    expect(statSync(file).mode & 0o777).toBe(0o400);
  });

  it("can be read in a read-only folder", async () => {
    const { folder, file } = await storeIn("folder");
    chmodSync(folder, 0o555);
    expect(open(file)).toEqual({
      open: "STORE_FAILED /folder/s.db: the file or its folder is read-only; nothing was written (SQLITE_READONLY)",
    });
  });

  it("cannot be created in a read-only folder", async () => {
    const folder = join(root, "empty");
    mkdirSync(folder, { mode: 0o555 });
    expect(open(join(folder, "s.db"))).toEqual({ open: "STORE_UNUSABLE /empty/s.db: permission denied" });
    expect(open(join(folder, "new", "s.db"))).toEqual({ open: "STORE_UNUSABLE /empty/new/s.db: permission denied" });
    expect(readdirSync(folder)).toEqual([]);
  });

  it("cannot be opened without read permission", async () => {
    const { file } = await storeIn("secret");
    chmodSync(file, 0o000);
    expect(open(file)).toEqual({ open: "STORE_UNUSABLE /secret/s.db: permission denied" });
  });

  it.skipIf(!isRoot)("does not change another user's file that all may read", async () => {
    const { folder, file } = await storeIn("another's");
    for (const path of [folder, file]) chownSync(path, 0, 0);
    chmodSync(folder, 0o755);
    chmodSync(file, 0o644);
    expect(open(file).open).toMatch(/the file or its folder is read-only; nothing was written/);
    expect(statSync(file).mode & 0o777).toBe(0o644);
  });
});
