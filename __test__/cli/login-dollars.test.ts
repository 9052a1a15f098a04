import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type CallEntry, Ledger, type LedgerEntry } from "../../ts/ledger/index.js";
import { DashboardSums } from "../../ts/ui/dashboard/answer.js";
import { DashboardSummer } from "../../ts/ui/dashboard/sum.js";
import { entryWith } from "../ledger/entries.js";
import { claudeLog } from "../support/claude-log.js";
import { temporaryFolder, writeTo } from "../support/folder.js";
import { tamis } from "./run-cli.js";

/** Sessions that a login paid, some of them left alone; a ledger of an earlier version has dollars of them. */
async function ledgerOfLogins(more = {}) {
  const state = temporaryFolder();
  const ledger = await Ledger.open(join(state, "tamis", "ledger.db"), { now: () => 0 });
  for (const [at, mode] of (["reduce", "holdout", "reduce", "holdout", "reduce", "holdout"] as const).entries()) {
    const facts = { session: `s${at}`, run: `s${at}`, mode, drawn: true } as const;
    const call: CallEntry = {
      ...{ ...facts, agent: "claude", surface: "gateway", at: Date.now(), conversation: "c" },
      ...{ calls: 9, repeats: 1, rereads: 1, retries: 0, prompts: 1, edits: 10, failedEdits: 1 },
    };
    await ledger.add({
      requests: [entryWith({ ...facts, at: Date.now(), subscription: "claude", ...more })],
      calls: [call],
    });
  }
  const entries = await ledger.entries();
  ledger.close();
  return { entries, shown: (...args: string[]) => tamis(args, { env: { XDG_STATE_HOME: state } }).stdout.toString() };
}

function sumOf(entries: readonly LedgerEntry[]) {
  const summer = new DashboardSummer();
  for (const entry of entries) summer.add(entry);
  return summer.sum();
}

describe("a login, which has limits and no bill", () => {
  it("has no dollars in the ledger's table, the holdout and the page", async () => {
    const { entries, shown } = await ledgerOfLogins();
    const ledger = shown("why", "--ledger", "--by", "model");
    expect(ledger).toContain("5,400 tokens");
    for (const text of [
      ledger,
      shown("why", "--ledger"),
      shown("why", "--ledger", "--json"),
      shown("why", "--holdout"),
    ]) {
      expect(text.length).toBeGreaterThan(100);
      expect(text).not.toMatch(/\$|dollar|"cost"|without a known price/);
    }
    const { cost, costWithout, saved, cacheDiscount } = sumOf(entries);
    expect([cost, costWithout, saved, cacheDiscount]).toEqual([undefined, undefined, undefined, undefined]);
  });

  it("has the shares of its windows in why and on the page, by its newest answer that tells them", async () => {
    const { entries, shown } = await ledgerOfLogins({ fiveHours: 31, week: 9 });
    expect(shown("why")).toContain(
      "\nof the limits of your Claude subscription 31.0 % of the 5 hours and 9.0 % of the week are used;",
    );
    const query = { from: 0, to: Date.now() + 1 };
    const of = (more: object) => {
      const sums = new DashboardSums(query);
      for (const entry of [...entries, entryWith(more)]) sums.add(entry);
      return sums.answer(Date.now(), 0).limits;
    };
    expect(of({})).toEqual([{ login: "claude", fiveHours: 31, week: 9 }]);
    expect(of({ subscription: "chatgpt", week: 4 })).toEqual([...of({}), { login: "chatgpt", week: 4 }]);
    expect(of({ subscription: "claude", fiveHours: 32 })).toEqual([{ login: "claude", fiveHours: 32 }]);
  });

  it("has no dollars beside outputs of its hook, which nobody bills", async () => {
    const { entries, shown } = await ledgerOfLogins({
      surface: "hook",
      subscription: undefined,
      input: undefined,
      cost: undefined,
    });
    const row = shown("why", "--ledger")
      .split("\n")
      .find((line) => line.includes("hook"));
    expect(row?.trim().split(/ {2,}/)).toEqual(["claude", "hook", "6", "–", "–", "–", "–", "–", "0", "0"]);
    const { cost, costWithout, saved } = sumOf(entries);
    expect([cost, costWithout, saved]).toEqual([undefined, undefined, undefined]);
  });

  it("leaves the dollars of requests with a key as they are", async () => {
    const { shown } = await ledgerOfLogins({ subscription: undefined });
    expect(shown("why", "--ledger", "--by", "model")).toContain("$0.06");
    expect(shown("why", "--holdout")).toContain("dollars a prompt");
  });
});

/** What a command says in a home with a log of Claude Code, on whose machine the cache expired once, and these files. */
function saidOf(args: readonly string[], files: Record<string, object>, env: Record<string, string> = {}) {
  const home = temporaryFolder();
  const start = Date.now() - 86_400_000;
  const answers = Array.from({ length: 12 }, (_, at) => ({
    content: [{ type: "tool_use", id: `t${at}`, name: "Bash", input: { command: `cat ${at}` } }],
    result: `${at} a line of a long result\n`.repeat(400),
    usage: { input_tokens: 9, cache_creation_input_tokens: 4_000, cache_read_input_tokens: at * 4_000 * (at % 7 && 1) },
    more: { timestamp: new Date(start + at * 600_000).toISOString() },
  }));
  const about = { sessionId: "s1", cwd: "/srv/app", version: "2.1.332" };
  writeTo(join(home, ".claude/projects/x/s1.jsonl"), claudeLog("s1", answers, about));
  for (const [name, value] of Object.entries(files)) writeTo(join(home, name), JSON.stringify(value));
  const own = { HOME: home, XDG_STATE_HOME: join(home, "state"), PATH: "/usr/bin", ...KEYS, ...env };
  const { stdout, stderr } = tamis(args, { env: own, cwd: home });
  return `${stdout}${stderr}`;
}

const KEYS = { ANTHROPIC_API_KEY: "", ANTHROPIC_AUTH_TOKEN: "", CLAUDE_CODE_OAUTH_TOKEN: "", CLAUDE_CONFIG_DIR: "" };
const CREDENTIALS = { ".claude/.credentials.json": { claudeAiOauth: { accessToken: "t" } } };

describe("logs of a login, as the agent's own files say", () => {
  it("have no dollars", () => {
    const savings = saidOf(["savings", "--by", "agent"], CREDENTIALS);
    expect(savings).toMatch(/^1 session with 12 requests .*, of a login, which has limits and no bill\.$/m);
    for (const text of [
      savings,
      ...[
        ["why", "--cache"],
        ["doctor", "--agent", "claude"],
      ].map((args) => saidOf(args, CREDENTIALS)),
    ]) {
      expect(text.length).toBeGreaterThan(100);
      expect(text).not.toContain("$");
      expect(text).not.toContain("without a known price");
    }
  });

  it("have dollars with a key", () => {
    expect(saidOf(["savings"], CREDENTIALS, { ANTHROPIC_API_KEY: "k" })).toContain("$");
  });
});
