// Answers of a server that get lost: what they were about is done once, or it is said that this is not known.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ContextSession, openStore } from "../../ts/session/index.js";
import { cases, timeLimit } from "../support/cases.js";
import type { ServerAct } from "../support/libsql-server.js";
import { assistant, charsSession, user } from "./build.js";
import { claimed, contents, failure, newFile, server, store, stored, useServer } from "./server-fixture.js";

useServer();

describe("an answer that gets lost", () => {
  it.each<[string, ServerAct]>([
    ["before the turn is written", { cut: "before" }],
    ["after it is written", { cut: "after" }],
    ["in its middle", { cut: "within the answer" }],
  ])("stores and acknowledges the turn once: %s", async (_, act) => {
    const session = await claimed();
    server.script(act);
    await session.addTurn(assistant("two"));
    await session.addTurn(user("three"));
    expect(await stored()).toEqual(["one", "two", "three"]);
    for (const change of [() => session.undo(), () => session.import(session.export(), { replace: true })]) {
      server.script(act);
      await change();
      expect(await stored()).toEqual(contents(session));
    }
    server.script(act);
    await session.save(store, { name: "renamed" });
    server.script(act);
    await session.close();
    server.script(act);
    await charsSession(10).load(store, "renamed");
  });

  it.each<[string, ServerAct]>([
    ["before", { cut: "before" }],
    ["after", { cut: "after" }],
  ])("does once what needs no open session, if the answer is lost %s it is done", async (_, act) => {
    const session = await claimed();
    await session.close();
    server.script({ pass: true }, act);
    await store.rename("s", "t");
    server.script({ pass: true }, act);
    const id = await store.copy("t", "copy");
    expect((await store.list()).map(({ name }) => name).sort()).toEqual(["copy", "t"]);
    expect(await stored("copy")).toEqual(["one"]);
    server.script({ pass: true }, act);
    await store.delete(id);
    expect((await store.list()).map(({ name }) => name)).toEqual(["t"]);
    // Turns that anyone may add are not tried again: they could be there twice.
    server.script({ pass: true }, act);
    expect(await failure(store.append("t", [user("two")]))).toContain("whether it was written is not known");
    expect(await stored("t")).toEqual(
      act === undefined || !("cut" in act) || act.cut === "before" ? ["one"] : ["one", "two"],
    );
  });

  // The write, once more, and twice the question whether it was written.
  const LOST: ServerAct[][] = [
    [{ cut: "after" }, { cut: "before" }, { cut: "before" }, { cut: "before" }],
    [{ cut: "before" }, { cut: "after" }, { status: 500 }, { cut: "before" }],
    [{ cut: "before" }, { status: 500 }, { cut: "after" }, { status: 500 }],
  ];

  it("reports repeated losses, and the next change corrects whatever is stored", async () => {
    for (const [at, acts] of LOST.entries()) {
      const session = charsSession(10_000);
      await session.save(store, { name: `s${at}` });
      await session.addTurn(user("one"));
      for (const change of [() => session.addTurn(assistant("lost")), () => session.clear()]) {
        server.script(...acts);
        expect(await failure(change())).toContain("whether it was written is not known");
        expect(contents(session)).toEqual(["one"]);
      }
      await session.addTurn(assistant("two"));
      await session.addTurn(user("three"));
      expect(await stored(`s${at}`)).toEqual(["one", "two", "three"]);
      await session.close();
    }
  });

  it("allows a lost creation to be repeated, under its id and name", async () => {
    const session = charsSession(1000);
    await session.addTurn(user("one"));
    for (const acts of LOST) {
      server.script(...acts);
      expect(await failure(session.save(store, { name: "new" }))).toContain("is not known");
    }
    await session.save(store, { name: "new" });
    expect(await stored("new")).toEqual(["one"]);
    expect(await store.list()).toHaveLength(1);
  });

  it("leaves no session with an unknown owner after a lost claim", async () => {
    const session = await claimed();
    await session.close();
    const other = charsSession(1000);
    // The last: claimed, and then its turns cannot be read.
    const unread: ServerAct[] = [{ pass: true }, { status: 500 }, { status: 500 }];
    for (const acts of [...LOST, unread]) {
      server.script({ pass: true }, ...acts);
      expect(await failure(other.load(store, "s"))).toContain("STORE_FAILED");
      expect(other.turns).toEqual([]);
    }
    for (const acts of [...LOST, unread]) {
      const taker = charsSession(1000);
      server.script({ pass: true }, ...acts);
      await failure(taker.load(store, "s"));
      server.script();
      await taker.load(store, "s");
      expect(contents(taker)).toEqual(["one"]);
      await taker.close();
    }
  });
});

describe("a session that cannot be let go", () => {
  const fails: ServerAct[] = [{ status: 500 }, { status: 500 }];

  it("opens another session although one cannot be released, which can be opened again", async () => {
    const session = await claimed();
    await store.copy("s", "other");
    server.script({ pass: true }, { pass: true }, { pass: true }, ...fails);
    await session.load(store, "other");
    await session.addTurn(assistant("two"));
    expect(await stored("other")).toEqual(["one", "two"]);
    server.script({ pass: true }, { pass: true }, { pass: true }, { pass: true }, ...fails);
    await session.load(store, "s");
    expect(contents(session)).toEqual(["one"]);
    await session.load(store, "other");
    expect(contents(session)).toEqual(["one", "two"]);
  });

  it("moves to another store, and continues there", async () => {
    const session = await claimed();
    const other = await openStore(newFile());
    server.script(...fails);
    await session.save(other);
    await session.addTurn(assistant("two"));
    expect((await other.read(session.id)).map(({ content }) => content)).toEqual(["one", "two"]);
    expect(await stored()).toEqual(["one"]);
    other.close();
  });
});

describe("whatever fails, and whenever", () => {
  const acts: ServerAct[] = [
    { cut: "before" },
    { cut: "after" },
    { cut: "within the answer" },
    { status: 500 },
    { status: 429 },
  ];
  type Change = (session: ContextSession, number: number) => Promise<unknown>;
  const changes: Record<string, Change> = {
    add: (session, number) => session.addTurn(number % 2 === 0 ? user(`${number}`) : assistant(`${number}`)),
    undo: (session) => session.undo(),
    clear: (session) => session.clear(),
    trim: (session) => session.trim(),
    double: (session) => session.import(session.export()),
  };
  const plan = fc.array(
    fc.record({
      change: fc.constantFrom("add", "add", "add", ...Object.keys(changes)),
      acts: fc.array(fc.constantFrom<ServerAct>({ pass: true }, ...acts), { maxLength: 5 }),
    }),
    { minLength: 1, maxLength: 10 },
  );

  it("stores every acknowledged change, and corrects others with the next change", {
    timeout: timeLimit(120_000),
  }, async () => {
    let number = 0;
    await fc.assert(
      fc.asyncProperty(plan, async (steps) => {
        const session = charsSession(10_000, { keepFirst: 1, keepLast: 2 });
        await session.save(store);
        for (const { change, acts: script } of steps) {
          const before = contents(session);
          server.script(...script);
          const isDone = await changes[change]?.(session, number++).then(
            () => true,
            () => false,
          );
          server.script();
          if (isDone) expect(await stored(session.id)).toEqual(contents(session));
          else expect(contents(session)).toEqual(before);
        }
        await session.addTurn(user("last"));
        expect(await stored(session.id)).toEqual(contents(session));
        await session.close();
      }),
      { numRuns: cases(25) },
    );
  });
});
