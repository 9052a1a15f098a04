import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Ledger } from "../../ts/ledger/index.js";
import { entryWith } from "../ledger/entries.js";
import { temporaryFolder } from "../support/folder.js";
import { tamis } from "./run-cli.js";

const state = temporaryFolder();
const folder = join(state, "tamis");
mkdirSync(folder);

const line = (input: string, COLUMNS = "") => {
  const { status, stdout } = tamis(["status-line"], { input, env: { XDG_STATE_HOME: state, COLUMNS } });
  expect(status).toBe(0);
  return stdout.toString();
};
const of = (session: string) => line(JSON.stringify({ session_id: session, model: { id: "m" } }));

describe("the status line", () => {
  it("is empty where nothing is known, and for what is no session", () => {
    for (const input of ["", "[]", "{ broken", '{"session_id":7}', '{"session_id":"s"}'])
      expect(line(input)).toBe("\n");
  });

  it("has what a session saved, its share, and the cache's part of the input", async () => {
    const ledger = await Ledger.open(join(folder, "ledger.db"), { now: () => 0 });
    await ledger.add({
      requests: [
        entryWith(),
        entryWith({ refused: "status_429", cost: undefined }),
        entryWith({ session: "s-2", cost: 0.03 }),
        entryWith({ session: "s-5", cost: 0.03, recovered: true }),
        entryWith({ session: "s-3", cost: undefined, otherCost: undefined }),
        entryWith({ session: "s-6", cost: undefined, otherCost: undefined, otherInput: 100 }),
      ],
    });
    ledger.close();
    expect(of("s-1")).toBe("tamis: $0.01 saved (50 %), cache 80 %\n");
    expect(of("s-2")).toBe("tamis: $0.01 dearer (50 %), cache 80 %\n");
    expect(of("s-5")).toBe("tamis: $0.01 dearer (50 %), cache 80 %, 1 refused and sent again\n");
    expect(of("s-3")).toBe("tamis: 500 input tokens saved, cache 80 %\n");
    expect(of("s-6")).toBe("tamis: 1,400 more input tokens, cache 80 %\n");
  });

  it("has how long the cache lasts, the last miss, and no money for a login", async () => {
    const ledger = await Ledger.open(join(folder, "ledger.db"));
    const at = Date.now() - 19 * 60_000;
    await ledger.add({
      requests: [
        entryWith({ session: "s-6", at: at + 17 * 60_000, ms: 1_000 }),
        // As the gateway writes them: a login has no dollars.
        entryWith({ session: "s-7", at, subscription: "claude", cost: undefined, otherCost: undefined }),
        entryWith({ session: "s-8", at }),
      ],
    });
    ledger.close();
    expect(of("s-6")).toBe("tamis: $0.01 saved (50 %), cache 80 %, cache 4 min\n");
    expect(of("s-8")).toBe("tamis: $0.01 saved (50 %), cache 80 %, cache cold\n");
    const told = { session_id: "s-7", prompt_cache: { last_miss_cause: "tools_changed\u001b[0m" } };
    const limits = { rate_limits: { five_hour: { used_percentage: 41.4 }, seven_day: { used_percentage: 8.6 } } };
    expect(line(JSON.stringify({ ...told, ...limits }))).toBe(
      "tamis: 10 % less of your limits, 5 hours 41 % used, week 9 % used, cache 80 %, cache 41 min, last miss: tools_changed 0m\n",
    );
    // The agent cuts a line that is wider than its terminal.
    expect(line(JSON.stringify({ ...told, ...limits }), "40")).toBe(
      `tamis: 10 % less of your limits,
5 hours 41 % used, week 9 % used,
cache 80 %, cache 41 min,
last miss: tools_changed 0m
`,
    );
    expect(line(JSON.stringify(told), "24")).toBe(
      "tamis: 10 % less of\nyour limits,\ncache 80 %,\ncache 41 min, last\nmiss: tools_changed\n0m\n",
    );
  });

  it("is empty where the ledger is none, and where there is no home", () => {
    const input = '{"session_id":"s-1"}';
    const other = temporaryFolder();
    mkdirSync(join(other, "tamis"));
    writeFileSync(join(other, "tamis", "ledger.db"), "no database\n".repeat(500));
    for (const env of [{ XDG_STATE_HOME: other }, { HOME: "/nowhere/at/all", XDG_STATE_HOME: "" }]) {
      const { status, stdout, stderr } = tamis(["status-line"], { input, env });
      expect([status, stdout.toString(), stderr]).toEqual([0, "\n", ""]);
    }
  });

  it("has what hooks left out, which no ledger has taken in yet", () => {
    const entry = { ...entryWith({ session: "s-4", surface: "hook" }), input: undefined };
    appendFileSync(join(folder, "hooks.jsonl"), `${JSON.stringify(entry)}\n{broken\n{"session":"s-4"\n`);
    expect(of("s-4")).toBe("tamis: 500 tokens left out of tools' outputs\n");
  });
});
