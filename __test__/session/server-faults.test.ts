// A server that is down, slow, busy, or refuses: one clear line, nothing lost, and the session goes on.
import { inspect } from "node:util";
import { createClient } from "@libsql/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openStore, type SessionStore } from "../../ts/session/index.js";
import { openDatabase } from "../../ts/session/store/client.js";
import { MIGRATIONS, migrate } from "../../ts/session/store/schema.js";
import type { ServerAct } from "../support/libsql-server.js";
import { assistant, charsSession, user } from "./build.js";
import { claimed, contents, failure, file, open, server, store, stored, TOKEN, useServer } from "./server-fixture.js";

useServer();

describe("a write that the server answers with", () => {
  const never = "; nothing was written";
  const unknown = "; whether it was written is not known";
  it.each<[string, ServerAct, string]>([
    ["401", { status: 401 }, "STORE_UNUSABLE PLACE: the server refuses the token, or wants one (401)"],
    [
      "403",
      { status: 403 },
      "STORE_UNUSABLE PLACE: the server does not allow this (403); the token may be for reading only",
    ],
    ["404", { status: 404, body: "<html>" }, "STORE_UNUSABLE PLACE: there is no database at this address (404)"],
    ["413", { status: 413 }, `STORE_FAILED PLACE: this is more than the server takes (413)${never}`],
    ["429", { status: 429 }, `STORE_FAILED PLACE: the server has too many requests (429)${never}`],
    ["500", { status: 500, body: "oh no" }, `STORE_FAILED PLACE: the server has failed (500)${unknown}`],
    [
      "nonsense",
      { status: 200, body: "<html>" },
      `STORE_FAILED PLACE: the connection to the server was cut, or its answer makes no sense${unknown}`,
    ],
    [
      "a redirect",
      { status: 307, headers: { location: "http://127.0.0.1:9/v2/pipeline" } },
      "STORE_UNUSABLE PLACE: the server sends elsewhere, where nothing is sent; give that address",
    ],
  ])("reports %s, and changes nothing", async (_, act, line) => {
    const session = await claimed();
    server.script(act, act);
    expect(await failure(session.addTurn(assistant("two")))).toBe(line);
    server.script();
    expect(contents(session)).toEqual(["one"]);
    expect(await stored()).toEqual(["one"]);
    await session.addTurn(assistant("two, again"));
    expect(await stored()).toEqual(["one", "two, again"]);
    await session.close();
  });
});

describe("a server that is slow", () => {
  let impatient: SessionStore;
  beforeEach(async () => {
    impatient = await open({ serverTimeoutMs: 1_500 });
  });
  afterEach(() => impatient.close());
  const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

  it("waits for a slow server within the limit", async () => {
    const session = await claimed(impatient);
    server.script({ lateMs: 300 });
    await session.addTurn(assistant("two"));
    expect(await stored()).toEqual(["one", "two"]);
  });

  it("gives a slow server up after the limit, and its late work does no harm", async () => {
    const session = await claimed(impatient);
    server.script({ lateMs: 3_000 });
    const startedAt = performance.now();
    expect(await failure(session.addTurn(assistant("late")))).toBe(
      "STORE_FAILED PLACE: the server did not answer in time; whether it was written is not known",
    );
    expect(performance.now() - startedAt).toBeLessThan(2_800);
    await session.addTurn(assistant("two"));
    await pause(3_000);
    expect(await stored()).toEqual(["one", "two"]);
    // Late, but before the next write.
    server.script({ lateMs: 2_000 });
    await failure(session.undo());
    while ((await stored()).length > 0) await pause(50);
    await session.addTurn(user("three"));
    expect(await stored()).toEqual(["one", "two", "three"]);
  });

  it("accepts a server with another clock", async () => {
    await claimed();
    const raw = createClient({ url: `file:${file}` });
    await raw.execute("UPDATE sessions SET owner_host = 'elsewhere'");
    raw.close();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });
    expect(await failure(charsSession(10).load(store, "s"))).toMatch(/in use by process \d+ on elsewhere/);
  });
});

describe("a server where others are writing", () => {
  const busy: ServerAct = { error: { code: "SQLITE_BUSY", message: "SQLite error: database is locked" } };

  it("retries until other writers are done", async () => {
    const session = await claimed();
    server.script(busy, busy, busy);
    await session.addTurn(assistant("two"));
    expect(await stored()).toEqual(["one", "two"]);
  });

  it("gives up after the time limit, with nothing written", async () => {
    const other = await open({ busyTimeoutMs: 300 });
    const session = charsSession(1000);
    await session.save(other, { name: "s" });
    server.script(...new Array(1000).fill(busy));
    expect(await failure(session.addTurn(user("one")))).toMatch(/writing for too long; nothing was written. Try again/);
    expect(server.seen.length).toBeGreaterThan(3);
    server.script();
    expect(await stored()).toEqual([]);
    await session.addTurn(user("one"));
    other.close();
  });
});

describe("a server that is down", () => {
  it("reports a server that is down, and the session continues when it is back", async () => {
    const session = await claimed();
    await server.stop();
    // It went while a connection was open: what was on its way then may have arrived.
    expect(await failure(session.addTurn(assistant("two")))).toContain(
      "the server cannot be reached: no server listens",
    );
    for (const call of [() => session.addTurn(assistant("two")), () => session.clear(), () => session.close()]) {
      expect(await failure(call())).toBe(
        "STORE_FAILED PLACE: the server cannot be reached: no server listens there; nothing was written",
      );
    }
    const reading = "STORE_FAILED PLACE: the server cannot be reached: no server listens there";
    expect(await failure(store.list())).toBe(reading);
    expect(await failure(open())).toBe(reading);
    expect(contents(session)).toEqual(["one"]);
    await server.start();
    await session.addTurn(assistant("two"));
    expect(await stored()).toEqual(["one", "two"]);
  });

  it.each([
    ["http://nowhere.invalid", "STORE_FAILED http://nowhere.invalid: the server cannot be reached: "],
    [
      "ws://127.0.0.1:65533",
      "STORE_FAILED http://127.0.0.1:65533: the server cannot be reached: no server listens there",
    ],
    ["http://127.0.0.1:9", "STORE_UNUSABLE http://127.0.0.1:9: that port is not for HTTP"],
    ["http://", "STORE_UNUSABLE http://: "],
    ["http://127.0.0.1:9?color=red", 'STORE_UNUSABLE http://127.0.0.1:9: Unsupported URL query parameter "color"'],
  ])("reports a missing server: %s", async (place, line) => {
    expect(await failure(openStore(place, { serverTimeoutMs: 5_000 }))).toContain(line);
  });
});

describe("a token", () => {
  it("sends the token with every request, and shows it in no message, whatever fails", async () => {
    const session = await claimed();
    expect(new Set(server.seen.map(({ authorization }) => authorization))).toEqual(new Set([`Bearer ${TOKEN}`]));
    const said: string[] = [];
    for (const act of [
      { status: 401 },
      { status: 500, body: "x" },
      { cut: "before" },
      { status: 200, body: "<html>" },
    ] as ServerAct[]) {
      server.script(act, act);
      said.push(inspect(await session.addTurn(user("x")).catch((error) => error), { depth: 9, showHidden: true }));
    }
    const withToken = `${server.url}?authToken=${TOKEN}`;
    const inAddress = await openStore(withToken);
    expect(inAddress.place).toBe(server.url);
    inAddress.close();
    for (const place of [`${withToken}&color=red`, `${withToken}#x`, `http://me:${TOKEN}@127.0.0.1:9/`]) {
      said.push(inspect(await openStore(place).catch((error) => error), { depth: 9, showHidden: true }));
    }
    said.push(inspect(await openStore(server.url, { authToken: `${TOKEN}\nx` }).catch((error) => error), { depth: 9 }));
    said.push(inspect(store, { depth: 9 }));
    expect(said).toHaveLength(9);
    for (const text of said) expect(text).not.toContain(TOKEN);
  });

  it("refuses a wrong, missing or invalid token", async () => {
    for (const authToken of ["another", undefined, ""]) {
      expect(await failure(open({ authToken }))).toBe(
        "STORE_UNUSABLE PLACE: the server refuses the token, or wants one (401)",
      );
    }
    expect(await failure(open({ authToken: "two words" }))).toMatch(/^OPTION_INVALID authToken/);
    expect(await failure(open({ serverTimeoutMs: 0 }))).toMatch(/^OPTION_INVALID serverTimeoutMs/);
  });
});

it("migrates a server's schema versions in order, each once, even if an answer is lost", async () => {
  const next = [...MIGRATIONS, ["ALTER TABLE sessions ADD COLUMN color TEXT"]];
  const options = { authToken: TOKEN };
  const [one, two] = [await openDatabase(server.url, options), await openDatabase(server.url, options)];
  server.script({ pass: true }, { pass: true }, { pass: true }, { pass: true }, { cut: "after" });
  await Promise.all([migrate(one, next), migrate(two, next)]);
  const { rows } = await two.client.execute({
    sql: "SELECT schema, (SELECT count(color) FROM sessions) AS n FROM tamis_store",
    args: [],
  });
  expect(rows.map(({ schema, n }) => [schema, n])).toEqual([[MIGRATIONS.length + 1, 0]]);
});
