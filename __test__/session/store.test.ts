import { execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@libsql/client";
import { beforeEach, describe, expect, it } from "vitest";
import { type ContextSession, openStore } from "../../ts/session/index.js";
import { FULL_SYNC_GUARD, openDatabase } from "../../ts/session/store/client.js";
import { MIGRATIONS, migrate } from "../../ts/session/store/schema.js";
import { SessionStore } from "../../ts/session/store/store.js";
import { temporaryFolder } from "../support/folder.js";
import { addAll, assistant, call, charsSession, dialogue, result, tokensOfText, user } from "./build.js";

const root = temporaryFolder();
let folder = "";
let file = "";
let count = 0;
beforeEach(() => {
  folder = join(root, String(count++));
  mkdirSync(folder);
  file = join(folder, "sessions.db");
});

const contents = (session: ContextSession) => session.turns.map(({ content }) => content);

/** What another process would find. */
async function reread(id: string): Promise<string[]> {
  const store = await openStore(file);
  const turns = await store.read(id);
  store.close();
  return turns.map(({ content }) => content);
}

async function stored(store: SessionStore, name?: string): Promise<ContextSession> {
  const session = charsSession(1000, { keepFirst: 1, keepLast: 2 });
  await session.save(store, name === undefined ? {} : { name });
  return session;
}

describe("a stored session", () => {
  it("has each acknowledged turn and change on disk", async () => {
    const store = await openStore(file);
    const session = await stored(store);
    await session.addTurn(user("hello"));
    expect(await reread(session.id)).toEqual(["hello"]);
    await addAll(session, [assistant("a"), user("b"), assistant("c")]);
    await session.undo();
    expect(await reread(session.id)).toEqual(["hello", "a"]);
    await session.trim();
    await session.import(session.export());
    expect(await reread(session.id)).toEqual(["hello", "a", "hello", "a"]);
    await session.clear();
    expect(await reread(session.id)).toEqual([]);
    store.close();
  });

  it("is resumed with turns, metadata, totals and its state at the limit", async () => {
    const store = await openStore(file);
    const session = charsSession(1000, { agent: "coder", keepFirst: 1, keepLast: 1 });
    await addAll(session, [user("q"), call("c1"), result("c1", "text\0with \ud800 odd units")]);
    await addAll(session, [user("x"), assistant(tokensOfText(700))]);
    await session.save(store, { name: "work" });
    session.recordUsage({ prompt_tokens: 100, completion_tokens: 10 });
    await session.addTurn(assistant(tokensOfText(100)));
    expect(session.stats().trimDue).toBe(true);
    const turns = session.turns;
    await session.close();
    const other = charsSession(1000);
    await other.load(store, "work");
    expect(other.turns).toEqual(turns);
    expect(other.stats()).toMatchObject({ id: session.id, agent: "coder", name: "work", trimDue: true, requests: 1 });
    expect(other.tokens).toBe(session.tokens);
    store.close();
  });

  it("is listed, found by name and by the beginning of its id, renamed, copied, searched, deleted", async () => {
    const store = await openStore(file);
    const first = await stored(store, "one");
    await addAll(first, [user("how do I sharpen a knife?"), assistant("With a Whetstone, 50% wet.")]);
    await first.close();
    const second = await stored(store, "two");
    await second.addTurn(user("100 whetstones"));
    expect(await store.list()).toMatchObject([
      { name: "two", entries: 1, inUseBy: process.pid },
      { name: "one", entries: 2, firstWords: "how do I sharpen a knife?", inUseBy: undefined },
    ]);
    expect((await store.search("WHETSTONE")).map(({ name, entry }) => [name, entry])).toEqual([
      ["two", 0],
      ["one", 1],
    ]);
    expect((await store.search("50% w"))[0]?.excerpt).toContain("50% wet");
    expect(await store.search("50_ w")).toEqual([]);
    await store.rename("one", "knives");
    expect((await store.read(first.id.slice(0, 8))).length).toBe(2);
    await store.copy("knives", "knives, before");
    await store.delete("knives");
    expect((await store.read("knives, before")).map(({ content }) => content)).toContain("With a Whetstone, 50% wet.");
    await expect(store.read("knives")).rejects.toMatchObject({ code: "SESSION_NOT_FOUND" });
    await expect(store.rename("knives, before", "two")).rejects.toMatchObject({ code: "SESSION_INVALID" });
    store.close();
  });

  it("is copied by name, and later changes do not affect the copy", async () => {
    const store = await openStore(file);
    const session = await stored(store, "live");
    await addAll(session, dialogue(4));
    await store.copy("live", "saved");
    await session.clear();
    expect(await reread("saved")).toHaveLength(4);
    expect(await reread("live")).toEqual([]);
    store.close();
  });

  it("keeps its files to their owner", async () => {
    const store = await openStore(file);
    const session = await stored(store);
    await session.addTurn(user("secret"));
    const modes = readdirSync(folder).map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]);
    expect(modes).toEqual([
      ["sessions.db", "600"],
      ["sessions.db-shm", "600"],
      ["sessions.db-wal", "600"],
    ]);
    store.close();
  });
});

describe("two at one session", () => {
  it("refuses a second process, naming the first, until that one releases it", async () => {
    const store = await openStore(file);
    const session = await stored(store, "mine");
    const message = `in use by process ${process.pid}`;
    for (const attempt of [
      () => charsSession(10).load(store, "mine"),
      () => store.append("mine", [user("x")]),
      () => store.delete("mine"),
      () => store.rename("mine", "other"),
    ]) {
      await expect(attempt()).rejects.toMatchObject({
        code: "SESSION_IN_USE",
        message: expect.stringContaining(message),
      });
    }
    await session.close();
    await charsSession(10).load(store, "mine");
    store.close();
  });

  it("ignores the claim of an ended process, even if its number is used again", async () => {
    const store = await openStore(file);
    const session = await stored(store, "left");
    const { pid } = spawn(process.execPath, ["-e", ""]);
    await new Promise((done) => setTimeout(done, 300));
    const raw = createClient({ url: `file:${file}` });
    for (const set of [`owner_pid = ${pid}, owner_started = '1'`, `owner_pid = 1, owner_started = '0'`]) {
      await raw.execute(`UPDATE sessions SET ${set}, owner_token = 'x'`);
      const taker = charsSession(10);
      await taker.load(store, "left");
      await taker.addTurn(user("taken over"));
      await taker.close();
    }
    // The former owner notices at its next write, and nothing is written.
    await charsSession(10).load(store, "left");
    await expect(session.addTurn(user("late"))).rejects.toMatchObject({ code: "SESSION_IN_USE" });
    expect(contents(session)).toEqual([]);
    expect(await reread(session.id)).toEqual(["taken over", "taken over"]);
    raw.close();
    store.close();
  });

  it("ends another machine's claim ten minutes after its last write, by the database's clock", async () => {
    const store = await openStore(file);
    const session = await stored(store, "far");
    const raw = createClient({ url: `file:${file}` });
    const elsewhere = (minutes: number) =>
      raw.execute(`UPDATE sessions SET owner_host = 'elsewhere', owner_pid = 5,
        owner_seen = CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) - ${minutes} * 60000`);
    const taker = charsSession(1000);
    const inUse = { code: "SESSION_IN_USE", message: expect.stringContaining("in use by process 5 on elsewhere") };
    await elsewhere(9);
    await expect(taker.load(store, "far")).rejects.toMatchObject(inUse);
    await elsewhere(11);
    await session.addTurn(user("here I am"));
    await expect(taker.load(store, "far")).rejects.toMatchObject(inUse);
    await elsewhere(11);
    await taker.load(store, "far");
    await expect(session.addTurn(user("late"))).rejects.toMatchObject({ code: "SESSION_IN_USE" });
    expect(await reread(session.id)).toEqual(["here I am"]);
    raw.close();
    store.close();
  });

  it("accepts appends of several processes at once, and loses or tears nothing", async () => {
    const store = await openStore(file);
    const session = await stored(store, "shared");
    await session.close();
    const child = `
      const { openStore } = await import(process.argv[1]);
      const store = await openStore(process.argv[2], { busyTimeoutMs: 60000 });
      for (let i = 0; i < 40; i++) await store.append("shared", [{ role: "user", content: process.argv[3] + ":" + i }]);
    `;
    const dist = new URL("../../dist/session/index.js", import.meta.url).href;
    const names = ["a", "b", "c", "d"];
    await Promise.all(
      names.map(
        (name) =>
          new Promise<void>((resolve, reject) => {
            const args = ["--input-type=module", "-e", child, dist, file, name];
            const run = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "pipe"] });
            let errors = "";
            run.stderr.on("data", (text) => {
              errors += text;
            });
            run.on("close", (status) => (status === 0 ? resolve() : reject(new Error(errors))));
          }),
      ),
    );
    const turns = (await store.read("shared")).map(({ content }) => content);
    expect(turns).toHaveLength(160);
    for (const name of names) {
      const own = turns.filter((text) => text.startsWith(`${name}:`));
      expect(own).toEqual(Array.from({ length: 40 }, (_, at) => `${name}:${at}`));
    }
    store.close();
  });
});

describe("a store that cannot be used", () => {
  it("refuses a folder", async () => {
    await expect(openStore(folder)).rejects.toMatchObject({
      code: "STORE_UNUSABLE",
      message: expect.stringContaining("a folder"),
    });
  });

  it("refuses a file of another program, and does not change it", async () => {
    writeFileSync(file, "dear diary, ".repeat(500));
    await expect(openStore(file)).rejects.toMatchObject({
      code: "STORE_UNUSABLE",
      message: expect.stringContaining("not an SQLite database"),
    });
    expect(readFileSync(file, "utf8")).toBe("dear diary, ".repeat(500));
  });

  it.each(["CREATE TABLE recipes (name TEXT)", "PRAGMA application_id = 77"])(
    "refuses a database of another program, and does not change it: %s",
    async (made) => {
      const raw = createClient({ url: `file:${file}` });
      await raw.execute(made);
      raw.close();
      chmodSync(file, 0o644);
      const before = readFileSync(file);
      await expect(openStore(file)).rejects.toMatchObject({
        code: "STORE_UNUSABLE",
        message: expect.stringContaining("something else"),
      });
      expect([readFileSync(file).equals(before), statSync(file).mode & 0o777]).toEqual([true, 0o644]);
    },
  );

  it("refuses a newer Tamis's store", async () => {
    (await openStore(file)).close();
    const raw = createClient({ url: `file:${file}` });
    await raw.execute("UPDATE tamis_store SET schema = 99");
    raw.close();
    await expect(openStore(file)).rejects.toMatchObject({
      code: "STORE_UNUSABLE",
      message: expect.stringContaining("newer Tamis"),
    });
  });

  it("refuses a file that was cut off anywhere", async () => {
    const store = await openStore(file);
    const session = await stored(store);
    await addAll(session, dialogue(30, 200));
    store.close();
    const raw = createClient({ url: `file:${file}` });
    await raw.execute("PRAGMA wal_checkpoint(TRUNCATE)");
    raw.close();
    const whole = readFileSync(file);
    for (const size of [1, 50, 99, 100, 4095, whole.length >> 1, whole.length - 1]) {
      writeFileSync(file, whole);
      truncateSync(file, size);
      await expect(openStore(file), String(size)).rejects.toMatchObject({ code: "STORE_UNUSABLE" });
    }
  });

  it("says what to install if the client is missing", () => {
    const code = `
      import { register } from "node:module";
      register("data:text/javascript," + encodeURIComponent(\`export async function resolve(name, context, next) {
        if (name === "@libsql/client") throw Object.assign(new Error("none"), { code: "ERR_MODULE_NOT_FOUND" });
        return next(name, context);
      }\`));
      const { openStore } = await import(${JSON.stringify(new URL("../../dist/session/index.js", import.meta.url).href)});
      try { await openStore(${JSON.stringify(file)}); } catch (error) { console.log(error.code, error.message); }
    `;
    const output = execFileSync(process.execPath, ["--input-type=module", "-e", code], { encoding: "utf8" });
    expect(output.trim()).toBe(
      "PEER_MISSING sessions on disk need the package @libsql/client: npm install @libsql/client",
    );
  });
});

describe("a write that fails", () => {
  it("leaves the old state, in memory and on disk, and the session usable", async () => {
    const database = await openDatabase(file, {});
    await migrate(database);
    const store = new SessionStore(database);
    const session = await stored(store);
    await addAll(session, dialogue(3));
    // A full disk, as SQLite sees it.
    await database.client.execute({ sql: "PRAGMA max_page_count = 20", args: [] });
    await expect(session.addTurn(user("x".repeat(3_000_000)))).rejects.toMatchObject({
      code: "STORE_FAILED",
      message: expect.stringMatching(/disk is full; nothing was written/),
    });
    expect(contents(session)).toHaveLength(3);
    await database.client.execute({ sql: "PRAGMA max_page_count = 1000000", args: [] });
    await session.addTurn(assistant("on we go"));
    expect(await reread(session.id)).toEqual(contents(session));
    expect(contents(session)).toHaveLength(4);
    store.close();
  });

  it("commits nothing on a connection that would not sync", async () => {
    const database = await openDatabase(file, {});
    const write = { sql: "CREATE TABLE t (a)", args: [] };
    await database.client.execute({ sql: "PRAGMA synchronous=NORMAL", args: [] });
    await expect(database.client.batch([FULL_SYNC_GUARD, write], "write")).rejects.toThrow(/overflow/);
    await database.client.execute({ sql: "PRAGMA synchronous=FULL", args: [] });
    await database.client.batch([FULL_SYNC_GUARD, write], "write");
    database.client.close();
  });
});

describe("schema versions", () => {
  it("migrates in order, each version once, whichever process is first", async () => {
    (await openStore(file)).close();
    const next = [...MIGRATIONS, ["ALTER TABLE sessions ADD COLUMN color TEXT"]];
    const [one, two] = [await openDatabase(file, {}), await openDatabase(file, {})];
    await Promise.all([migrate(one, next), migrate(two, next)]);
    await one.client.execute({ sql: "UPDATE sessions SET color = 'red'", args: [] });
    const { rows } = await two.client.execute({ sql: "SELECT schema FROM tamis_store", args: [] });
    expect(rows.map(({ schema }) => schema)).toEqual([MIGRATIONS.length + 1]);
    one.client.close();
    two.client.close();
  });
});
