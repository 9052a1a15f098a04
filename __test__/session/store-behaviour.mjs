// What a store does, whatever is behind it: the same checks run against files, against a server of the tests' own, and
// (`npm run test:system`) against libSQL's. Each check gets a database of its own.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const PROCESS = fileURLToPath(new URL("store-process.mjs", import.meta.url));

const user = (content) => ({ role: "user", content });
const assistant = (content) => ({ role: "assistant", content });
const contents = (turns) => turns.map(({ content }) => content);

/**
 * @param {object} options
 * @param {object} options.tamis the exports of `tamis/session`
 * @param {string} options.dist their address, for other processes
 * @returns {Record<string, (at: { place: string, token?: string, raw: (sql: string) => Promise<unknown> }) =>
 *   Promise<void>>} by title; `raw` runs SQL past Tamis
 */
export function storeChecks({ tamis, dist }) {
  const { ContextSession, openStore } = tamis;
  const open = ({ place, token }) => openStore(place, { authToken: token });
  const newSession = (options) => new ContextSession({ maxTokens: 1000, tokens: "chars4", ...options });
  const start = ({ place, token }, args) =>
    spawn(process.execPath, [PROCESS, dist, place, ...args], {
      env: { ...process.env, STORE_TOKEN: token ?? "" },
      stdio: ["ignore", "pipe", "inherit"],
    });

  /** A session in the store, and what another store finds of it. */
  async function stored(at, name, options) {
    const store = await open(at);
    const session = newSession(options);
    await session.save(store, { name });
    const reread = async () => {
      const other = await open(at);
      const turns = await other.read(name);
      other.close();
      return contents(turns);
    };
    return { store, session, reread };
  }

  const isInUse = (text) => (error) => error.code === "SESSION_IN_USE" && error.message.includes(text);

  return {
    "has each turn when it is acknowledged, and every other change": async (at) => {
      const { store, session, reread } = await stored(at, "s", { keepFirst: 1, keepLast: 2 });
      await session.addTurn(user("hello"));
      assert.deepEqual(await reread(), ["hello"]);
      for (const turn of [assistant("a"), user("b"), assistant("c"), user("d"), assistant("e")]) {
        await session.addTurn(turn);
      }
      await session.undo();
      assert.deepEqual(await reread(), ["hello", "a", "b", "c"]);
      assert.equal((await session.trim()).droppedTurns, 1);
      assert.deepEqual(await reread(), ["hello", "[1 earlier turn trimmed]", "b", "c"]);
      await session.clear();
      assert.deepEqual(await reread(), []);
      store.close();
    },

    "exports, imports, and has what was imported": async (at) => {
      const { store, session, reread } = await stored(at, "s");
      for (const turn of [user("q"), assistant('it\'s "quoted"\n\u0001\u2028 ⟨ü😀⟩')]) await session.addTurn(turn);
      const json = session.export();
      await session.import(json);
      assert.deepEqual(await reread(), [...contents(JSON.parse(json)), ...contents(JSON.parse(json))]);
      await session.import(json, { replace: true });
      assert.deepEqual(await reread(), contents(JSON.parse(json)));
      assert.equal(session.export(), json);
      await assert.rejects(session.import(json.slice(0, -9)), { code: "SESSION_INVALID" });
      assert.equal((await reread()).length, 2);
      store.close();
    },

    "resumes with turns, metadata, sums and the state at the limit": async (at) => {
      const { store, session } = await stored(at, "work", { agent: "coder", keepFirst: 1, keepLast: 1 });
      await session.addTurn({ ...user("text\0with \ud800 odd units"), metadata: { a: [1.5, null, "é"] } });
      await session.addTurn({ role: "assistant", toolCalls: [{ id: "c", name: "f", arguments: "{}" }] });
      await session.addTurn({ role: "tool", toolCallId: "c", content: "ok", isError: true });
      session.recordUsage({ prompt_tokens: 100, completion_tokens: 10 });
      await session.addTurn(assistant("abcd".repeat(850)));
      assert.equal(session.stats().trimDue, true);
      await session.close();
      const other = newSession();
      const again = await open(at);
      await other.load(again, "work");
      assert.deepEqual(other.turns, session.turns);
      const { id, agent, name, trimDue, requests } = other.stats();
      assert.deepEqual([id, agent, name, trimDue, requests], [session.id, "coder", "work", true, 1]);
      assert.equal(other.tokens, session.tokens);
      store.close();
      again.close();
    },

    "lists, finds, renames, copies, searches, deletes": async (at) => {
      const { store, session: first } = await stored(at, "one");
      await first.addTurn(user("how do I sharpen a knife?"));
      await first.addTurn(assistant("With a Whetstone, 50% wet."));
      await first.close();
      const second = newSession();
      await second.save(store, { name: "two" });
      await second.addTurn(user("100 whetstones"));
      const listed = (await store.list()).map(({ name, entries, inUseBy }) => [name, entries, inUseBy]);
      assert.deepEqual(listed, [
        ["two", 1, process.pid],
        ["one", 2, undefined],
      ]);
      const hits = (await store.search("WHETSTONE")).map(({ name, entry }) => [name, entry]);
      assert.deepEqual(hits, [
        ["two", 0],
        ["one", 1],
      ]);
      assert.match((await store.search("50% w"))[0].excerpt, /50% wet/);
      assert.deepEqual(await store.search("50_ w"), []);
      await store.rename("one", "knives");
      assert.equal((await store.read(first.id.slice(0, 8))).length, 2);
      await store.copy("knives", "knives, before");
      await assert.rejects(store.rename("knives", "two"), { code: "SESSION_INVALID" });
      await store.delete("knives");
      assert.equal((await store.read("knives, before")).length, 2);
      await assert.rejects(store.read("knives"), { code: "SESSION_NOT_FOUND" });
      store.close();
    },

    "gives a session to one at a time": async (at) => {
      const { store, session } = await stored(at, "mine");
      const other = await open(at);
      const text = `session mine is in use by process ${process.pid}`;
      for (const attempt of [
        () => newSession().load(other, "mine"),
        () => other.append("mine", [user("x")]),
        () => other.delete("mine"),
        () => other.rename("mine", "other"),
      ]) {
        await assert.rejects(attempt(), isInUse(text));
      }
      await session.addTurn(user("still mine"));
      await session.close();
      const next = newSession();
      await next.load(other, "mine");
      assert.deepEqual(contents(next.turns), ["still mine"]);
      await next.close();
      store.close();
      other.close();
    },

    "takes a session back from a process that was killed": async (at) => {
      const { store, session } = await stored(at, "held");
      await session.close();
      const child = start(at, ["held", "hold"]);
      await new Promise((done) => child.stdout.once("data", done));
      await assert.rejects(newSession().load(store, "held"), isInUse(`process ${child.pid}`));
      child.kill("SIGKILL");
      await new Promise((done) => child.once("close", done));
      await newSession().load(store, "held");
      store.close();
    },

    "ends another machine's claim ten minutes after its last write, by the database's clock": async (at) => {
      const { store, session } = await stored(at, "far");
      const elsewhere = async (minutes) => {
        await at.raw(`UPDATE sessions SET owner_host = 'elsewhere', owner_pid = 5,
          owner_seen = CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) - ${minutes} * 60000`);
      };
      await elsewhere(9);
      const taker = newSession();
      await assert.rejects(taker.load(store, "far"), isInUse("in use by process 5 on elsewhere"));
      // A write says that it is there.
      await elsewhere(11);
      await session.addTurn(user("here I am"));
      await assert.rejects(taker.load(store, "far"), isInUse("in use by process 5 on elsewhere"));
      await elsewhere(11);
      await taker.load(store, "far");
      await taker.addTurn(user("taken over"));
      // The former owner gets an error, and nothing is written.
      await assert.rejects(session.addTurn(user("late")), { code: "SESSION_IN_USE" });
      assert.deepEqual(contents(await store.read("far")), ["here I am", "taken over"]);
      store.close();
    },

    "takes turns of two processes at once, each in its order": async (at) => {
      const { store, session } = await stored(at, "shared");
      await session.close();
      const children = ["a", "b"].map((label) => start(at, ["shared", "append", label, "60"]));
      const statuses = await Promise.all(children.map((child) => new Promise((done) => child.once("close", done))));
      assert.deepEqual(statuses, [0, 0]);
      const texts = contents(await store.read("shared"));
      assert.equal(texts.length, 120);
      for (const label of ["a", "b"]) {
        const own = texts.filter((text) => text.startsWith(`${label}:`));
        assert.deepEqual(
          own,
          own.map((_, number) => `${label}:${number}`),
        );
        assert.equal(own.length, 60);
      }
      store.close();
    },

    "holds a session of 25 MB": async (at) => {
      const store = await open(at);
      const session = newSession({ maxTokens: 1e9 });
      for (let number = 0; number < 2500; number++) await session.addTurn(user(`${number} `.padEnd(10_000, "x")));
      await session.addTurn(assistant("y".repeat(3_000_000)));
      await session.save(store, { name: "large" });
      await session.close();
      const other = newSession({ maxTokens: 1e9 });
      await other.load(store, "large");
      assert.deepEqual(other.turns, session.turns);
      store.close();
    },

    "is made once, whoever comes first, and not of what is something else's or newer": async (at) => {
      const stores = await Promise.all([open(at), open(at), open(at)]);
      await stored(at, "s");
      for (const store of stores) {
        assert.equal((await store.list()).length, 1);
        store.close();
      }
      await at.raw("UPDATE tamis_store SET schema = 99");
      await assert.rejects(open(at), (error) => error.code === "STORE_UNUSABLE" && /newer Tamis/.test(error.message));
      await at.raw("ALTER TABLE tamis_store RENAME TO recipes");
      await assert.rejects(open(at), (error) => error.code === "STORE_UNUSABLE" && /else/.test(error.message));
    },
  };
}
