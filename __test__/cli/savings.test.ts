import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { claudeLog } from "../support/claude-log.js";
import { temporaryFolder, writerIn } from "../support/folder.js";
import { cleanEnvironment, MAIN, tamis } from "./run-cli.js";

const folder = temporaryFolder();
const CANARY = "sk-ant-api03-9fK2xQ7LmZ4tR8vB1nC6wD3yH5jP0sG";

const put = writerIn(folder);

/** A log of Claude Code whose results have a secret that calls repeat. */
function secretLog(turns: number, cwd = "/srv/app"): string {
  const answers = Array.from({ length: turns }, (_, turn) => {
    const usage = {
      input_tokens: 3,
      cache_read_input_tokens: 20_000 + 700 * turn,
      cache_creation_input_tokens: 700,
      output_tokens: 50,
    };
    const input = { key: CANARY, file_path: turn % 20 === 19 ? `src/late-${turn - 19}.ts` : `src/part-${turn - 1}.ts` };
    // More names than a digest has room for.
    const names = Array.from({ length: 100 }, (_, at) => `lib/file-${turn}-${at}.ts`).join(" ");
    const result = `key ${CANARY} ${names} src/part-${turn}.ts src/late-${turn}.ts ${"plain words ".repeat(40)}`;
    return { usage, result, content: [{ type: "tool_use", id: `c${turn}`, name: "Fetch", input }] };
  });
  return claudeLog("s", answers, { cwd, sessionId: "s", timestamp: "2026-10-01T08:00:01Z" });
}

/** Three requests of Claude Code at these seconds; the third finds nothing in the cache. */
function idleLog(seconds: readonly (number | undefined)[]): string {
  const bills = [
    [0, 50_000],
    [50_000, 1_000],
    [0, 52_000],
  ];
  const answers = bills.map(([read, written], index) => {
    const at = seconds[index];
    const usage = {
      input_tokens: 0,
      cache_read_input_tokens: read,
      cache_creation_input_tokens: written,
      output_tokens: 9,
    };
    const more =
      at === undefined ? {} : { timestamp: new Date(Date.parse("2026-10-01T08:00:00Z") + at * 1000).toISOString() };
    return { said: "go", usage, more };
  });
  return claudeLog("idle", answers);
}

const json = (args: readonly string[]) => JSON.parse(tamis(["savings", ...args, "--json"]).stdout.toString("utf8"));

describe("tamis savings", () => {
  it("finds the logs of agents by itself, and says what they cost", () => {
    const home = join(folder, "home");
    put("home/.claude/projects/app/1.jsonl", secretLog(60));
    const env = { HOME: home, CLAUDE_CONFIG_DIR: "", CODEX_HOME: "", XDG_CONFIG_HOME: "", XDG_DATA_HOME: "" };
    const { status, stdout, stderr } = tamis(["savings"], { env });
    const text = stdout.toString("utf8");
    expect([status, stderr]).toEqual([0, ""]);
    const [cost, answer, command, none] = text.split("\n");
    expect(cost).toMatch(/^1 session with 60 requests on 2026-10-01 cost \$\d+\.\d\d at the price list\.$/);
    expect(answer).toMatch(/^With \w+ they would have cost \$\d.*: \$\d\S+ less, \S+ % of everything paid \(.*\)\.$/);
    expect(command).toMatch(/^Run: tamis claude( --preset \w+)?$/);
    expect([none, text.includes("By day"), text.includes("provider")]).toEqual(["", false, false]);
    expect(text).toMatch(/\n {2}policy +input bill +saved +with re-reads +saved +edits whole +context lasts +dearer\n/);
    expect(text).toMatch(
      /\n {2}--preset balanced \(default\) +0\.\d{3} +\$\d\S+ +0\.\d{3} +\$\d\S+ +1\.000 +\d+\.\d\d × +\d+\n/,
    );
    expect(text).not.toContain("error lines");
    const missed = tamis(["savings", "--missed"], { env }).stdout.toString("utf8");
    expect(missed).toMatch(/what is kept +failed edits +values +error lines +user's words +grounding +fetched again/);
    const { stdout: byDay } = tamis(["savings", "--by", "day"], { env });
    expect(byDay.toString()).toMatch(
      /By day\n {2}day +sessions +requests +paid +saved by \w+\n {2}2026-10-01 +1 +60 +\$/,
    );
    expect(text).toMatch(/The replay agrees within 10 % with the recorded input bill of 1 of 1 session/);
  });

  it("says what a log of Gemini CLI lacks, and of no other that it lacks that", () => {
    const lacks = "logs no requests of its own, such as checks for loops";
    const at = { timestamp: "2026-10-01T08:00:00Z" };
    const log = [
      { sessionId: "s", projectHash: "h" },
      { id: "u", ...at, type: "user", content: "go" },
      { id: "a", ...at, type: "gemini", model: "gemini-2.5-pro", content: "done", tokens: { input: 9_000, output: 9 } },
    ];
    const gemini = put("gemini/chats/session-1.jsonl", `${log.map((line) => JSON.stringify(line)).join("\n")}\n`);
    expect(tamis(["savings", gemini]).stdout.toString()).toContain(`Gemini CLI ${lacks}`);
    expect(tamis(["savings", put("claude/1.jsonl", secretLog(5))]).stdout.toString()).not.toContain(lacks);
  });

  it("says what the cache lost and which lifetime costs less, each figure with its base", () => {
    const idle = put("idle/1.jsonl", idleLog([0, 60, 460]));
    const text = tamis(["savings", idle]).stdout.toString("utf8");
    expect(text).toMatch(
      /\nCache: with "promptCacheTtl": "1h" in Claude Code's settings\.json, \$0\.\d+ less, \d+\.\d % of the input bill, \d+\.\d % of everything paid\.\ntamis claude sets it by itself for a key's requests, if five sessions say so; without Tamis it is your setting\.\n/,
    );
    expect(text).toMatch(/\n {2}cause +misses +tokens sent again +cost +of the input bill\n/);
    expect(text).toMatch(/\n {2}expired while idle +1 +51,000 +\$0\.29 +\d+\.\d %\n/);
    expect(text).toMatch(
      /\n {2}kept for +input bill +saved +of the input bill +of everything paid\n {2}as billed +\$0\.\d+\n/,
    );
    expect(text).toMatch(/\n {2}5 min, 4 renewals +\$0\.\d+ +\$0\.\d+/);
    expect(text).not.toMatch(/No expiry/);
    const { total, sessions } = json([idle]);
    expect(total.cache.recommendation.changes).toEqual([{ agent: "Claude Code", isSubAgent: false, seconds: 3600 }]);
    expect(sessions[0].cache.misses).toMatchObject([{ request: 3, cause: "timeout", lostTokens: 51_000 }]);
  });

  it("says of logs without times, and of clocks that run back, that no expiry is seen", () => {
    const untimed = put("untimed/1.jsonl", idleLog([undefined, undefined, undefined]));
    const text = tamis(["savings", untimed]).stdout.toString("utf8");
    expect(text).toMatch(/no cause in the log +1 +51,000/);
    expect(text).toContain("\n  No expiry is seen where times are missing (2 requests).\n");
    expect(text).toContain("Cache: leave its lifetime as it is");
    const back = put("back/1.jsonl", idleLog([460, 60, 0]));
    expect(tamis(["savings", back]).stdout.toString("utf8")).toContain(
      "\n  No expiry is seen where times go back (2 requests).\n",
    );
  });

  it("says where to look where there is nothing", () => {
    const { status, stdout, stderr } = tamis(["savings"], { env: { HOME: join(folder, "empty") } });
    expect([status, stdout.length]).toEqual([1, 0]);
    expect(stderr).toBe("tamis: no logs found; name their folder: tamis savings PATH\n");
  });

  it("names what it cannot read with file, line and reason, and goes on", () => {
    const good = put("mixed/good.jsonl", `${secretLog(12)}{"broken\n`);
    const empty = put("mixed/empty.jsonl", "");
    const foreign = put("mixed/history.jsonl", '{"display":"x"}\n');
    const { status, stderr } = tamis(["savings", join(folder, "mixed"), join(folder, "missing")]);
    expect(status).toBe(0);
    expect(stderr.trim().split("\n").sort()).toEqual(
      [
        `tamis: ${empty}: an empty file`,
        `tamis: ${good}:25: not JSON; this line was left out`,
        `tamis: ${foreign}: not supported: the prompts that were typed into Claude Code, without answers`,
        `tamis: ${join(folder, "missing")}: no such file or folder`,
      ].sort(),
    );
    expect(tamis(["savings", empty]).status).toBe(1);
  });

  it("prints everything as JSON", () => {
    const { total, by, sessions, skipped } = json([put("one/1.jsonl", secretLog(60))]);
    expect(Object.keys(by)).toEqual(["day", "project", "agent", "model"]);
    expect(by.project).toMatchObject([{ key: "/srv/app", requests: 60 }]);
    expect(total.policies.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(["none", "balanced"]),
    );
    expect(sessions[0].outcomes.length).toBe(total.policies.length);
    expect(skipped).toEqual([]);
  });

  it("judges the user's own policy too", () => {
    const log = put("own/1.jsonl", secretLog(40));
    const policy = put("mine.toml", "[mask]\nwindow_turns = 2\n");
    const { total } = json([log, "--policy", policy]);
    expect(total.policies.at(-1)).toMatchObject({ name: "mine.toml", about: "your own" });
    expect(tamis(["savings", log, "--policy", put("bad.toml", "[mask]\nwindow = 2\n")]).status).toBe(2);
  });

  it("refuses options that say nothing", () => {
    for (const args of [
      ["--by", "moon"],
      ["--since", "yesterday-ish"],
    ]) {
      expect(tamis(["savings", folder, ...args]).status).toBe(2);
    }
  });

  it("never shows a secret, in text or JSON, nor anything that was said", () => {
    const log = put("secret/1.jsonl", secretLog(60));
    const text = tamis(["savings", log, "--missed"]).stdout.toString("utf8");
    const all = `${text}${JSON.stringify(json([log]))}`;
    expect(all).not.toContain(CANARY);
    expect(all).not.toContain("plain words");
    expect(text).toContain("src/late-");
  });

  it.skipIf(process.platform === "win32")(
    "prints what is done at Ctrl-C",
    async () => {
      const log = secretLog(120);
      // Sessions of their own: what another log has already is passed over.
      const ofSession = (at: number) => log.replaceAll(/"(sessionId|requestId|id)":"/g, `"$1":"${at}-`);
      for (let at = 0; at < 200; at++) put(`many/${at}.jsonl`, ofSession(at));
      const began = performance.now();
      expect(tamis(["savings", join(folder, "many/0.jsonl")]).status).toBe(0);
      const startMs = performance.now() - began;
      const child = spawn(process.execPath, [MAIN, "savings", join(folder, "many")], { env: cleanEnvironment() });
      let [text, errors] = ["", ""];
      child.stdout.on("data", (chunk) => (text += chunk));
      child.stderr.on("data", (chunk) => (errors += chunk));
      // Before it listens, the signal would end it: a busy machine starts it slowly.
      setTimeout(() => child.kill("SIGINT"), 500 + 1.5 * startMs);
      const [code] = await once(child, "exit");
      expect(code).toBe(130);
      expect(errors).toContain("ended early");
      expect(text).toMatch(/^\d+ sessions? with /);
    },
    60_000,
  );
});
