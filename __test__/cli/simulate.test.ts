import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder, writerIn } from "../support/folder.js";
import { thinkingConversation } from "../support/thinking-conversation.js";
import { chatRequest, tamis } from "./run-cli.js";

const folder = temporaryFolder();
const put = writerIn(folder);

const good = put("set/a.json", chatRequest(40, 3000));
put("set/deep/b.json", chatRequest(12, 900));
put("set/broken.json", '{"model": "m",\n"messages": "secret words of a conversation');
put("set/log.jsonl", '{"type":"session.start"}\n');
put("set/notes.txt", "not looked at");
const set = join(folder, "set");

const json = (...args: string[]) =>
  JSON.parse(tamis(["savings", "--recordings", "--json", ...args]).stdout.toString("utf8"));

describe("tamis savings --recordings", () => {
  it("compares policies in a table, names unreadable files, and continues", () => {
    const { status, stdout, stderr } = tamis([
      "savings",
      "--recordings",
      set,
      join(folder, "missing.json"),
      "--window",
      "4",
    ]);
    const text = stdout.toString("utf8");
    expect(status).toBe(0);
    expect(text).toMatch(/^2 sessions, 54 requests, 3 unreadable/);
    expect(text).toMatch(/send everything +1\.000/);
    expect(text).toMatch(/window 4, rent +0\.\d{3}/);
    expect(text).toMatch(/clear at 100k, keep 3 +[01]\.\d{3}/);
    expect(stderr).toMatch(/broken\.json:2: not JSON/);
    expect(stderr).toMatch(/log\.jsonl: no request and no log of a known agent/);
    expect(stderr).toMatch(/missing\.json: no such file/);
    expect(stderr).not.toContain("secret words");
    expect(stderr).not.toContain("notes.txt");
  });

  it("says what is kept, and the bill with re-reads, where that is asked for: in text and JSON", () => {
    const text = tamis(["savings", "--recordings", good, "--kept"]).stdout.toString("utf8");
    const heads = "with re-reads +edits whole +failed edits +values +error lines +user's words +grounding";
    expect(text).toMatch(new RegExp(`moves +${heads} +fetched again +named again\n`));
    expect(text).toMatch(/send everything .* 1\.000 +1\.000 +0\.000 +1\.000 +1\.000 +1\.000 +1\.000 +0\.000 +0\.000\n/);
    expect(text.replace(/\s+/g, " ")).toContain("fetched again, the share that one of the next 40 calls reads");
    const [everything] = json(good, "--kept").results[0].policies;
    expect(everything).toMatchObject({ billWithReReads: 1, grounding: 1, kept: { edits: { all: 0, kept: 0 } } });
    expect(tamis(["savings", "--recordings", good]).stdout.toString("utf8")).not.toContain("edits whole");
    expect(json(good).results[0].policies[0]).not.toHaveProperty("kept");
  });

  it("has a column of prefix failures where a model checks its thinking, in text and JSON", () => {
    const whole = thinkingConversation(Array.from({ length: 9 }, () => ({ thoughts: 1, calls: 1 })));
    const bound = put("bound/a.json", JSON.stringify(whole));
    const text = tamis(["savings", "--recordings", bound]).stdout.toString("utf8");
    expect(text).toMatch(/moves +prefix failures\n/);
    expect(text).toMatch(/send everything .* 0 +0\n/);
    expect(text.replace(/\s+/g, " ")).toContain(
      "prefix failures: requests that a model which checks its thinking would refuse",
    );
    expect(json(bound).results[0].policies[0]).toMatchObject({ prefixFailures: 0 });
    expect(json(bound).sessions[0].bills[0][0]).toMatchObject({ prefixFailures: 0 });
    expect(
      tamis(["savings", "--recordings", bound, "--model", "claude-opus-4-6"]).stdout.toString("utf8"),
    ).not.toContain("prefix failures");
    expect(json(good).results[0].policies[0]).not.toHaveProperty("prefixFailures");
  });

  it("names the lines of a log that it skips, and reads the rest", () => {
    const usage = { input_tokens: 3, cache_creation_input_tokens: 900 };
    const log = put(
      "logs/one.jsonl",
      [
        { type: "user", message: { role: "user", content: "go" } },
        { type: "assistant", message: { id: "a", model: "claude-opus-4-6", content: [], usage } },
      ]
        .map((line) => JSON.stringify(line))
        .join('\n{"secret words\n'),
    );
    const { status, stdout, stderr } = tamis(["savings", "--recordings", log]);
    expect([status, stderr]).toEqual([0, `tamis: ${log}:2: not JSON; this line was left out\n`]);
    expect(stdout.toString("utf8")).toMatch(/^1 session, 1 request; /);
    expect(json(log).skipped).toEqual([{ name: log, line: 2, reason: "not JSON; this line was left out" }]);
  });

  it("says which prices it uses for models with unknown prices", () => {
    const unknown = put("models/x.json", JSON.stringify({ ...JSON.parse(chatRequest(9)), model: "house-model" }));
    const note = /^tamis: 1 session names no model whose prices are known: billed as openai-compatible; --model/;
    expect(tamis(["savings", "--recordings", unknown]).stderr).toMatch(note);
    const newest = tamis(["savings", "--recordings", unknown, "--model", "gpt-99"]).stderr;
    expect(newest).toContain("prices are known: billed as gpt-6-1; --model");
    expect(tamis(["savings", "--recordings", unknown, "--model", "gpt-5"]).stderr).toBe("");
    expect(tamis(["savings", "--recordings", unknown, "--prices", "0.1,1"]).stderr).toBe("");
    expect(json(unknown).sessions[0].isModelKnown).toBe(false);
  });

  it("prints the same in JSON, for every session and price", () => {
    const { sessions, results, skipped } = json(good, "--prices", "0.1,1.25", "--prices", "anthropic");
    expect(skipped).toEqual([]);
    expect(sessions.length).toBe(1);
    expect(sessions[0]).toMatchObject({ name: good, wire: "openai-chat", requests: 41, toolTurns: 40 });
    expect(results.map(({ prices }: { prices: string }) => prices)).toEqual(["read 0.1, write 1.25", "anthropic"]);
    for (const { policies } of results) {
      const bill = Object.fromEntries(policies.map((one: { name: string; bill: number }) => [one.name, one.bill]));
      expect(bill["send everything"]).toBe(1);
      expect(bill["window 8, rent"]).toBeLessThan(bill["window 8, every turn"]);
      expect(bill["window 8, rent"]).toBeGreaterThanOrEqual(bill["window 8, optimum on an ideal cache"]);
    }
  });

  it("reads the model, a constant prefix and policies from files", () => {
    const policy = put("own.toml", '[mask]\nwindow_turns = 2\nmin_chars = 0\n[cache]\nstrategy = "every-turn"\n');
    const { sessions, results } = json(good, "--model", "gpt-5.6", "--constant-prefix", "5000", "--policy", policy);
    expect(sessions[0].rules).toEqual(["gpt-5-6"]);
    expect(sessions[0].tokens - json(good, "--constant-prefix", "0").sessions[0].tokens).toBe(5000);
    const own = results[0].policies.find(({ name }: { name: string }) => name === "own.toml");
    const window = results[0].policies.find(({ name }: { name: string }) => name === "window 8, every turn");
    expect(own.tokens).toBeLessThan(window.tokens);
  });

  it("fails only if nothing was readable", () => {
    expect(tamis(["savings", "--recordings", join(folder, "missing.json")]).status).toBe(1);
    expect(tamis(["savings", "--recordings", put("empty/x.json", '{"messages":[]}')]).status).toBe(1);
    mkdirSync(join(folder, "nothing"));
    const { status, stderr } = tamis(["savings", "--recordings", join(folder, "nothing")]);
    expect([status, stderr]).toEqual([1, "tamis: no *.json or *.jsonl file found\n"]);
  });

  it.each([
    [["savings", "--recordings"], /needs the recordings/],
    [["savings", "--recordings", "x.json", "--prices", "cheap"], /OPTION_INVALID: prices: expected anthropic/],
    [["savings", "--recordings", "x.json", "--window", "0"], /1 or more/],
    [["savings", "--recordings", "x.json", "--constant-prefix", "-1"], /whole number/],
    [["savings", "--recordings", "x.json", "--policy", "/no/such/policy.toml"], /cannot read/],
  ])("%j is wrong usage", (args, message) => {
    const { status, stdout, stderr } = tamis(args);
    expect([status, stdout.length]).toEqual([2, 0]);
    expect(stderr).toMatch(message);
  });
});
