import { chmodSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  type ContentStore,
  createMemoryStore,
  handleOf,
  openFolderStore,
  openSqliteStore,
  type StoreLimits,
} from "../../ts/restore/index.js";
import { temporaryFolder } from "../support/folder.js";

const root = temporaryFolder();
let count = 0;
const newPlace = () => join(root, `store-${count++}`);

const KINDS: [kind: string, open: (limits?: StoreLimits) => Promise<ContentStore>][] = [
  ["in memory", async (limits) => createMemoryStore(limits)],
  ["in a folder", async (limits) => openFolderStore(newPlace(), limits)],
  ["in an SQLite file", (limits) => openSqliteStore(newPlace(), limits)],
];

const KEY = "a key of the tests";
const a = { tenant: "a" };
const bytes = (text: string) => new Uint8Array(Buffer.from(text));
const handle = (text: string, tenant = "a") => handleOf(bytes(text), { key: KEY, tenant });

describe.each(KINDS)("a store %s", (_, open) => {
  it("gives back the bytes that were put", async () => {
    const store = await open();
    for (const text of ['"é漢😀\\n"', "", `"${"x".repeat(300_000)}"`]) {
      await store.put(handle(text), bytes(text), a);
      expect(await store.get(handle(text), a)).toEqual(bytes(text));
    }
  });

  it("does not know what was never put, or is no handle", async () => {
    const store = await open();
    expect(await store.get(handle("1"), a)).toBeUndefined();
    for (const wrong of ["", "../key", "x".repeat(32), `${handle("1")}/..`]) {
      expect(await store.get(wrong, a)).toBeUndefined();
    }
  });

  it("knows nothing of another tenant's content, not even by its handle", async () => {
    const store = await open();
    await store.put(handle('"secret"', "b"), bytes('"secret"'), { tenant: "b" });
    expect(await store.get(handle('"secret"', "b"), a)).toBeUndefined();
    expect(await store.get(handle('"secret"', "a"), a)).toBeUndefined();
    expect(await store.get(handle('"secret"', "b"), { tenant: "b" })).toEqual(bytes('"secret"'));
  });

  it("forgets after its time, and keeps longer what is put again", async () => {
    let now = Date.now();
    const store = await open({ ttlMs: 60_000, now: () => now });
    await store.put(handle("1"), bytes("1"), a);
    now += 50_000;
    expect(await store.get(handle("1"), a)).toEqual(bytes("1"));
    now += 20_000;
    expect(await store.get(handle("1"), a)).toBeUndefined();
  });

  it("stays below its limit, and forgets the oldest first", async () => {
    let now = Date.now();
    const store = await open({ maxBytes: 100_000, now: () => now });
    const texts = Array.from({ length: 200 }, (_, at) => `"${at}${"x".repeat(2_000)}"`);
    for (const text of texts) {
      await store.put(handle(text), bytes(text), a);
      now += 1_000;
      await wait();
    }
    const kept = await Promise.all(texts.map(async (text) => (await store.get(handle(text), a)) !== undefined));
    const first = kept.indexOf(true);
    expect(kept.slice(first)).not.toContain(false);
    expect(kept.length - first).toBeGreaterThan(20);
    expect(kept.length - first).toBeLessThan(60);
  });

  it("refuses a value above its limit", async () => {
    const store = await open({ maxBytes: 1_000 });
    const large = bytes("1".repeat(1_001));
    await expect(store.put(handle("large"), large, a)).rejects.toThrow(/above the store's limit/);
  });

  it("keeps the contents of 1,000 tenants apart", async () => {
    const store = await open();
    const tenants = Array.from({ length: 1_000 }, (_, at) => `tenant ${at}`);
    const handles = tenants.map((tenant) => handle('"the same"', tenant));
    expect(new Set(handles).size).toBe(1_000);
    for (const [at, tenant] of tenants.entries()) await store.put(handles[at] ?? "", bytes('"the same"'), { tenant });
    for (let at = 0; at < 1_000; at += 7) {
      const other = { tenant: tenants[(at + 1) % 1_000] ?? "" };
      expect(await store.get(handles[at] ?? "", other)).toBeUndefined();
      expect(await store.get(handles[at] ?? "", { tenant: tenants[at] ?? "" })).toEqual(bytes('"the same"'));
    }
  });

  it.each<[string, StoreLimits]>([
    ["maxBytes", { maxBytes: 0 }],
    ["ttlMs", { ttlMs: 1.5 }],
    ["now", { now: 1 as never }],
  ])("refuses a wrong %s", async (name, limits) => {
    await expect((async () => open(limits))()).rejects.toThrow(`options.${name}: expected`);
  });
});

/** Files have times in milliseconds. */
const wait = () => new Promise((done) => setTimeout(done, 2));

describe("a store in memory", () => {
  it("forgets first what was used least recently", async () => {
    const store = createMemoryStore({ maxBytes: 1_500 });
    for (const text of ["1", "2", "3", "4"]) await store.put(handle(text), bytes(text), a);
    await store.get(handle("1"), a);
    await store.put(handle("5"), bytes("5"), a);
    await store.put(handle("6"), bytes("6"), a);
    expect(await store.get(handle("2"), a)).toBeUndefined();
    expect(await store.get(handle("1"), a)).toEqual(bytes("1"));
  });

  it("keeps its bytes when the caller changes what it put or got", async () => {
    const store = createMemoryStore();
    const token = bytes("123");
    await store.put(handle("123"), token, a);
    token.fill(0);
    (await store.get(handle("123"), a))?.fill(0);
    expect(await store.get(handle("123"), a)).toEqual(bytes("123"));
  });
});

describe("a store in a folder", () => {
  const fileOf = (folder: string) => {
    const [tenant = ""] = readdirSync(folder).filter((name) => name !== "key");
    return join(folder, tenant, readdirSync(join(folder, tenant))[0] ?? "");
  };

  it("is open to its owner alone", async () => {
    const folder = newPlace();
    await openFolderStore(folder).put(handle("1"), bytes("1"), a);
    for (const path of [join(folder, "key"), fileOf(folder)]) expect(statSync(path).mode & 0o777).toBe(0o600);
    for (const path of [folder, join(fileOf(folder), "..")]) expect(statSync(path).mode & 0o777).toBe(0o700);
  });

  it("has one key, whoever opens it", () => {
    const folder = newPlace();
    const { key } = openFolderStore(folder);
    expect(key.length).toBe(32);
    expect(openFolderStore(folder).key).toEqual(key);
    expect(openFolderStore(newPlace()).key).not.toEqual(key);
  });

  it.each([
    ["cut off", "tamis 1 "],
    ["empty", ""],
    ["of another content", `tamis 1 ${"0".repeat(64)}\n"other"`],
  ])("ignores a file that is %s, and says so", async (_, content) => {
    const folder = newPlace();
    const broken: string[] = [];
    const store = openFolderStore(folder, { onBroken: (path, reason) => broken.push(`${path}: ${reason}`) });
    await store.put(handle("1"), bytes("1"), a);
    writeFileSync(fileOf(folder), content);
    expect(await store.get(handle("1"), a)).toBeUndefined();
    expect(broken).toEqual([`${fileOf(folder)}: its content does not have the hash in its first line`]);
    await store.put(handle("1"), bytes("1"), a);
    expect(await store.get(handle("1"), a)).toEqual(bytes("1"));
  });

  it("follows no link", async () => {
    const folder = newPlace();
    const broken: string[] = [];
    const store = openFolderStore(folder, { onBroken: (_, reason) => broken.push(reason) });
    await store.put(handle("1"), bytes("1"), a);
    const path = fileOf(folder);
    rmSync(path);
    symlinkSync(join(folder, "key"), path);
    expect(await store.get(handle("1"), a)).toBeUndefined();
    expect(broken).toEqual(["it is no regular file"]);
  });

  it("is refused where it cannot be one", () => {
    const file = newPlace();
    writeFileSync(file, "");
    expect(() => openFolderStore(file)).toThrow(expect.objectContaining({ code: "STORE_UNUSABLE" }));
    const folder = newPlace();
    mkdirSync(folder);
    writeFileSync(join(folder, "key"), "short");
    expect(() => openFolderStore(folder)).toThrow(/expected a key of 32 bytes, found 5/);
  });

  it.runIf(process.getuid?.() !== 0)("rejects a value that it cannot write", async () => {
    const folder = newPlace();
    const store = openFolderStore(folder);
    chmodSync(folder, 0o500);
    await expect(store.put(handle("1"), bytes("1"), a)).rejects.toThrow(/EACCES/);
    chmodSync(folder, 0o700);
  });
});

describe("a store in an SQLite file", () => {
  it("keeps its content for the next process, in a file for its owner alone", async () => {
    const path = newPlace();
    const store = await openSqliteStore(path);
    await store.put(handle("1"), bytes("1"), a);
    store.close();
    const again = await openSqliteStore(path);
    expect(await again.get(handle("1"), a)).toEqual(bytes("1"));
    again.close();
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it("is refused where the file is no database", async () => {
    const path = newPlace();
    writeFileSync(path, "no database, and long enough to be seen as none".repeat(99));
    await expect(openSqliteStore(path)).rejects.toThrow(expect.objectContaining({ code: "STORE_UNUSABLE" }));
  });
});
