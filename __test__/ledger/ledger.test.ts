import { appendFileSync, existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { Ledger, ledgerFile } from "../../ts/ledger/index.js";
import { temporaryFolder } from "../support/folder.js";
import { entryWith } from "./entries.js";

const DAY_MS = 86_400_000;

describe("the ledger", () => {
  it("is in the folder for state", () => {
    expect(ledgerFile({ XDG_STATE_HOME: "/s" })).toBe(join("/s", "tamis", "ledger.db"));
    if (process.platform !== "win32")
      expect(ledgerFile({ HOME: "/h" })).toBe(join("/h", ".local", "state", "tamis", "ledger.db"));
  });

  it("gives back what was put in, in the order of time, and only its owner can read it", async () => {
    const file = join(temporaryFolder(), "deep", "ledger.db");
    const now = () => 10_000;
    const ledger = await Ledger.open(file, { now });
    const [late, early] = [
      entryWith({ at: 3_000, moved: true }),
      entryWith({ at: 2_000, model: undefined, cost: undefined }),
    ];
    await ledger.add({ requests: [late, early] });
    expect(await ledger.entries()).toEqual([early, late]);
    expect(await ledger.entries({ since: 2_500 })).toEqual([late]);
    ledger.close();
    if (process.platform !== "win32") expect(statSync(file).mode & 0o077).toBe(0);
  });

  it("finds the entries of a run, and of an agent's own conversation", async () => {
    const ledger = await Ledger.open(join(temporaryFolder(), "ledger.db"), { now: () => 0 });
    await ledger.add({ requests: [entryWith({ run: "a" }), entryWith({ run: "b", session: "s-2" })] });
    expect((await ledger.entries({ session: "a" })).length).toBe(1);
    expect((await ledger.entries({ session: "s-2" })).map(({ run }) => run)).toEqual(["b"]);
    ledger.close();
  });

  it("forgets what is older than 90 days, and everything when it is asked to", async () => {
    const file = join(temporaryFolder(), "ledger.db");
    const first = await Ledger.open(file, { now: () => 0 });
    await first.add({ requests: [entryWith({ at: 1 }), entryWith({ at: 50 * DAY_MS })] });
    first.close();
    const second = await Ledger.open(file, { now: () => 91 * DAY_MS });
    expect((await second.entries()).map(({ at }) => at)).toEqual([50 * DAY_MS]);
    expect(await second.clear()).toBe(1);
    expect(await second.entries()).toEqual([]);
    second.close();
  });

  it("gives a file of an earlier version the columns that it lacks, and keeps what is in it", async () => {
    const file = join(temporaryFolder(), "ledger.db");
    const { createClient } = await import("@libsql/client");
    const old = createClient({ url: pathToFileURL(file).href });
    const names = "at run agent mode surface tokensBefore tokensAfter reducedCount moved waitingTokens".split(" ");
    const rest = "session model host wire status refused skipped input cached written output weight cost".split(" ");
    const all = [...names, ...rest, "otherInput", "otherWeight", "otherCost"];
    await old.execute(`CREATE TABLE tamis_ledger_1 (${all.join(", ")})`);
    await old.execute(
      `INSERT INTO tamis_ledger_1 (${names.join(", ")}) VALUES (5, 'r', 'a', 'reduce', 'gateway', 9, 4, 1, 0, 0)`,
    );
    old.close();
    const [one, other] = await Promise.all([Ledger.open(file, { now: () => 0 }), Ledger.open(file, { now: () => 0 })]);
    await one.add({ requests: [entryWith({ at: 6, policy: "safe", cacheCause: "timeout", tools: "{}" })] });
    expect(await other.entries()).toMatchObject([
      { at: 5, run: "r", tokensBefore: 9, policy: undefined },
      { at: 6, policy: "safe", cacheCause: "timeout", tools: "{}" },
    ]);
    for (const ledger of [one, other]) ledger.close();
  });

  it("is read in parts, the newest first, without those that the reader has", async () => {
    const ledger = await Ledger.open(join(temporaryFolder(), "ledger.db"), { now: () => 0 });
    await ledger.add({ requests: [1, 2, 3, 4].map((at) => entryWith({ at, run: at === 3 ? "mine" : "other" })) });
    const first = await ledger.page({ limit: 2, except: { run: "mine", since: 0 } });
    expect(first.total).toBe(3);
    expect(first.rows.map(({ entry }) => entry.at)).toEqual([4, 2]);
    const second = await ledger.page({ limit: 2, before: first.rows[1]?.id, session: "other" });
    expect(second.rows.map(({ entry }) => entry.at)).toEqual([1]);
    expect((await ledger.entry(first.rows[0]?.id ?? 0))?.at).toBe(4);
    expect(await ledger.entry(99)).toBeUndefined();
    expect((await ledger.entries({ since: 2, until: 4 })).map(({ at }) => at)).toEqual([2, 3]);
    ledger.close();
  });

  it("is gone through page by page, each entry once, with the members that are asked for", async () => {
    const ledger = await Ledger.open(join(temporaryFolder(), "ledger.db"), { now: () => 0 });
    // A page ends among entries of the same time.
    const times = Array.from({ length: 4_100 }, (_, index) => Math.floor(index / 900));
    await ledger.add({
      requests: times.map((at, index) => entryWith({ at, output: index, cost: 0.1 + 0.2, moved: true })),
    });
    const pages = [];
    for await (const page of ledger.pages({ since: 1, until: 4 }, ["output", "cost", "moved"])) pages.push(page);
    expect(pages.length).toBe(2);
    const wanted = times.flatMap((at, index) => (at >= 1 && at < 4 ? [index] : []));
    expect(pages.flat().map(({ output }) => output)).toEqual(wanted);
    expect(pages[0]?.[0]).toEqual({ output: 900, cost: 0.1 + 0.2, moved: true });
    ledger.close();
  });

  it("finds a session, its moves, who paid it, and what was spent, without reading all", async () => {
    const ledger = await Ledger.open(join(temporaryFolder(), "ledger.db"), { now: () => 0 });
    const login = { session: "s-2", run: "run-2", subscription: "claude" };
    await ledger.add({
      requests: [
        entryWith({ at: 1_000, moved: true }),
        entryWith({ at: 2_000, moved: true, mode: "observe" }),
        entryWith({ at: 61_000, ...login, moved: true }),
        entryWith({ at: 62_000, session: "s-3", run: "100%_x" }),
        entryWith({ at: 63_000, session: "s-3", surface: "hook" }),
        entryWith({ at: 64_000, session: "s-4", input: undefined, drawn: true, mode: "holdout" }),
      ],
    });
    expect(await ledger.newest("")).toEqual({ run: "run-1", session: "s-4" });
    expect(await ledger.newest("s-2")).toEqual({ run: "run-2", session: "s-2" });
    expect(await ledger.newest("100%_")).toMatchObject({ session: "s-3" });
    expect([await ledger.newest("%"), await ledger.newest("s-1", 2_500)]).toEqual([undefined, undefined]);
    expect(await ledger.moves(500)).toEqual([
      { session: "s-1", at: 1_000 },
      { session: "s-2", at: 61_000 },
    ]);
    expect([...(await ledger.payers())]).toEqual([
      ["s-1", undefined],
      ["s-2", "claude"],
      ["s-3", undefined],
    ]);
    const spending = await ledger.spending(1_500);
    expect(spending.map(({ at }) => at)).toEqual([2_000, 62_000]);
    expect(spending.map(({ cost }) => cost)).toEqual([0.01, 0.03]);
    expect([await ledger.hasReduced("s-2", "run-2"), await ledger.hasReduced("s-2", "run-9")]).toEqual([false, true]);
    expect((await ledger.all({ drawn: true })).requests.map(({ session }) => session)).toEqual(["s-4"]);
    ledger.close();
  });

  it("is written by two at a time", async () => {
    const file = join(temporaryFolder(), "ledger.db");
    const both = await Promise.all([Ledger.open(file, { now: () => 0 }), Ledger.open(file, { now: () => 0 })]);
    await Promise.all(
      both.map((ledger, run) =>
        ledger.add({ requests: Array.from({ length: 300 }, () => entryWith({ run: `${run}` })) }),
      ),
    );
    expect((await both[0].entries()).length).toBe(600);
    for (const ledger of both) ledger.close();
  });

  it("takes in what hooks have noted, once, without broken lines", async () => {
    const [file, hooks] = [join(temporaryFolder(), "ledger.db"), join(temporaryFolder(), "hooks.jsonl")];
    const { cost: _, ...entry } = entryWith({ surface: "hook" });
    appendFileSync(hooks, `${JSON.stringify(entry)}\n{"at":1}\n{broken\n`);
    const ledger = await Ledger.open(file, { hooks, now: () => 0 });
    expect(await ledger.entries()).toEqual([entryWith({ surface: "hook", cost: undefined })]);
    expect(existsSync(hooks)).toBe(false);
    ledger.close();
    const again = await Ledger.open(file, { hooks, now: () => 0 });
    expect((await again.entries()).length).toBe(1);
    again.close();
  });

  it("takes in what a process had taken from hooks when it ended", async () => {
    const [file, hooks] = [join(temporaryFolder(), "ledger.db"), join(temporaryFolder(), "hooks.jsonl")];
    const { cost: _, ...entry } = entryWith({ surface: "hook" });
    writeFileSync(`${hooks}.1.0123456789ab.taken`, `${JSON.stringify(entry)}\n`);
    const count = async () => {
      const ledger = await Ledger.open(file, { hooks, now: () => 0 });
      const { length } = await ledger.entries();
      ledger.close();
      return length;
    };
    expect(await count()).toBe(0);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 120_000 });
    onTestFinished(() => void vi.useRealTimers());
    expect([await count(), await count()]).toEqual([1, 1]);
  });

  it("says that a file is none of its own", async () => {
    const file = join(temporaryFolder(), "ledger.db");
    writeFileSync(file, "no database at all, but long enough to be taken for one by its size alone ".repeat(20));
    await expect(Ledger.open(file)).rejects.toMatchObject({
      code: "STORE_UNUSABLE",
      message: expect.stringContaining(file),
    });
  });
});
