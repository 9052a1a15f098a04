// The recipe of docs/team.md, as its reader would follow it.
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { CostLimit } from "../../ts/cli/run/cost-limit.js";
import { json, startUpstream } from "../gateway/upstream.js";
import { temporaryFolder } from "../support/folder.js";
import { cleanEnvironment, MAIN, tamis } from "./run-cli.js";

const PAGE = readFileSync(new URL("../../docs/team.md", import.meta.url), "utf8");
const block = (language: string, word: string): string => {
  const blocks = [...PAGE.matchAll(/```(\w+)\n([\s\S]*?)```/g)];
  return blocks.find(([, of, text = ""]) => of === language && text.includes(word))?.[2] ?? "";
};
/** The arguments of the command of the page that begins so. */
const argsOf = (start: string): string[] =>
  block("sh", start)
    .split("\n")
    .find((line) => line.startsWith(start))
    ?.split(" ")
    .slice(1) ?? [];

const home = temporaryFolder();
const TOKENS = { TAMIS_KEY_ADA: "token-of-ada-7f3a01", TAMIS_KEY_BEN: "token-of-ben-7f3a02" };
const env = { ...cleanEnvironment(), XDG_CONFIG_HOME: home, XDG_STATE_HOME: home, ...TOKENS, ANTHROPIC_API_KEY: "own" };
const file = join(home, "team.toml");
const ANSWER = {
  model: "claude-sonnet-4-5",
  content: [],
  usage: { input_tokens: 100_000, output_tokens: 10 },
};

/** Starts the gateway of the page before a scripted provider; resolves to its URL. */
async function start(upstreamUrl: string, args: readonly string[]): Promise<{ url: string; end(): Promise<void> }> {
  writeFileSync(file, block("toml", "[keys.ada]").replace("https://api.anthropic.com", upstreamUrl));
  const own = args.map((arg) => (arg === "team.toml" ? file : arg));
  const more = ["--host", "127.0.0.1", "--port", "0", "--json"];
  const child = spawn(process.execPath, [MAIN, ...own, ...more], {
    env,
    cwd: home,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()));
  onTestFinished(() => void child.kill());
  const line = await new Promise<string>((resolve) => child.stdout.once("data", (text) => resolve(String(text))));
  const end = async () => {
    child.kill();
    await ended;
  };
  return { url: JSON.parse(line).url, end };
}

const ask = async (url: string, token: string) => {
  const body = JSON.stringify({
    model: "claude-sonnet-4-5",
    max_tokens: 9,
    messages: [{ role: "user", content: "q" }],
  });
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const answer = await fetch(`${url}/claude/v1/messages`, { method: "POST", body, headers });
  return { status: answer.status, text: await answer.text() };
};

const report = (...args: string[]) => tamis([...argsOf("tamis why"), ...args], { env: { XDG_STATE_HOME: home } });

describe("a gateway for a team", () => {
  it("knows each person by a token, keeps the provider's key, and reports what each has cost", async () => {
    const upstream = await startUpstream(json(ANSWER));
    onTestFinished(() => upstream.close());
    const { url, end } = await start(upstream.url, argsOf("tamis gateway"));
    expect(tamis(["config", "validate", file], { env: env as Record<string, string> }).status).toBe(0);
    for (const token of [TOKENS.TAMIS_KEY_ADA, TOKENS.TAMIS_KEY_ADA, TOKENS.TAMIS_KEY_BEN])
      expect((await ask(url, token)).status).toBe(200);
    expect((await ask(url, "token-of-nobody-0000")).status).toBe(401);
    expect(upstream.arrived.map(({ headers }) => headers["x-api-key"])).toEqual(["own", "own", "own"]);
    await end();
    const rows = JSON.parse(report("--json").stdout.toString());
    expect(rows.map(({ key, requests }: { key: string; requests: number }) => [key, requests])).toEqual([
      ["ada", 2],
      ["ben", 1],
      ["none", 1],
    ]);
    expect(rows[0].cost).toBeCloseTo(0.6, 2);
    expect(report().stdout.toString()).toMatch(/ada +2 .*\n.*ben +1 .*\n/);
  });

  it("refuses requests above the budget, also those that an earlier gateway had passed", async () => {
    tamis(["why", "--ledger", "--clear"], { env: { XDG_STATE_HOME: home } });
    const upstream = await startUpstream(json(ANSWER));
    onTestFinished(() => upstream.close());
    const args = argsOf("tamis gateway").map((arg) => (arg === "200/week" ? "0.5/week" : arg));
    const first = await start(upstream.url, args);
    expect((await ask(first.url, TOKENS.TAMIS_KEY_ADA)).status).toBe(200);
    await first.end();
    const second = await start(upstream.url, args);
    expect((await ask(second.url, TOKENS.TAMIS_KEY_BEN)).status).toBe(200);
    const { status, text } = await ask(second.url, TOKENS.TAMIS_KEY_ADA);
    expect([status, JSON.parse(text).error.type]).toEqual([402, "billing_error"]);
    expect(text).toContain("$0.60 of $0.50 in the last 7 days are spent");
    await second.end();
  });

  it("does not start where nothing could count", () => {
    const args = ["gateway", "--port", "0", "--max-cost", "5/day"];
    const { status, stderr } = tamis(args, { env: { XDG_CONFIG_HOME: home } });
    const message = "--max-cost by the day counts what the ledger has: give --ledger, too";
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe("what counts for --max-cost", () => {
  it("is what was spent within the span, so that a gateway of weeks goes on", async () => {
    let now = Date.UTC(2026, 10, 1);
    const said: string[] = [];
    process.env.XDG_STATE_HOME = join(home, "span");
    const limit = await CostLimit.open(
      { dollars: 10, span: "day" },
      (text) => said.push(text),
      () => now,
    );
    limit.add({ at: now, cost: 9, input: 1, model: "m" });
    expect(limit.refusal()).toBeUndefined();
    now += 3_600_000;
    limit.add({ at: now, cost: 1, input: 1, model: "m" });
    expect(limit.refusal()).toBe("$10.00 of $10.00 in the last 24 hours are spent, and --max-cost allows no more");
    now += 23.5 * 3_600_000;
    expect(limit.refusal()).toBeUndefined();
    limit.add({ at: now, cost: 8, input: 1, model: "m" });
    expect(said.length).toBe(2);
  });
});
