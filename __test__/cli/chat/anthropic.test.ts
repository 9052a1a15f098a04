import { join } from "node:path";
import { expect, it } from "vitest";
import type { Act } from "../../support/upstream/upstream.js";
import { piped, useModelServer } from "./run-chat.js";

const chat = useModelServer();
const { folder } = chat;

const anthropic = (model: string, ...more: string[]) => [
  ...["--wire", "anthropic", "--base-url", chat.server.url, "--model", model],
  ...["--store", join(folder, `${model}.db`), ...more],
];

it("reports 401, 429, 500 and a cut from an Anthropic endpoint in a clear line, and loses nothing", async () => {
  const acts: [Act, string][] = [
    [{ status: 401 }, "401, the endpoint refuses the key; set ANTHROPIC_API_KEY: scripted 401"],
    [{ status: 429, headers: { "retry-after": "7" } }, "429, too many requests; wait a little (it asks to wait 7 s)"],
    [{ status: 500 }, "500, the endpoint has failed: scripted 500"],
    [{ cut: "at once" }, "the connection was cut"],
  ];
  const broken: [Act, string][] = [
    [{ cut: "halfway" }, "the connection was cut in the middle of the answer. What came is kept."],
    [{ unfinished: "all but the end" }, "Not a whole answer: the answer broke off. What came is kept."],
    [{ errorEvent: "overloaded_error" }, "What came is kept."],
  ];
  chat.server.script([...acts.map(([act]) => act), ...broken.map(([act]) => act), { text: "now it works" }]);
  const input = `question\n${"\n".repeat(acts.length)}second\nthird\nfourth\n`;
  const { status, stdout, stderr } = await piped(anthropic("c"), input);
  const lines = stderr.trimEnd().split("\n");
  expect(lines).toHaveLength(acts.length + broken.length);
  for (const [at, [, text]] of [...acts, ...broken].entries()) expect(lines[at]).toContain(text);
  expect(status).toBe(1);
  expect(stdout).toContain("now it works");
  const said = chat.server.seen.at(-1)?.body.messages.map(({ role }) => role);
  expect(said).toEqual(["user", "assistant", "user", "assistant", "user", "assistant", "user"]);
});

it("shows tokens, share of the limit, trims, savings, and the cost if the model has a price on /stats", async () => {
  chat.server.script([{ text: "x".repeat(1200) }]);
  const messages = Array.from({ length: 40 }, (_, at) => `question ${at}`);
  const input = `${messages.join("\n")}\n/stats\n`;
  const { stderr } = await piped(anthropic("claude-sonnet-4-5", "--max-tokens", "2000"), input);
  const value = (name: string) => new RegExp(`^  ${name} +(.*)$`, "m").exec(stderr)?.[1] ?? "";
  const [, tokens = "", share = ""] = /^([\d,]+) of 2,000 \((\d+(?:\.\d+)?) %\)/.exec(value("tokens")) ?? [];
  expect(Number(tokens.replace(",", ""))).toBeGreaterThan(300);
  expect(Number(share)).toBeCloseTo(Number(tokens.replace(",", "")) / 20, 0);
  expect(value("trimmed")).toMatch(/^[1-9]\d* turns in [1-9]\d* trims/);
  expect(Number(value("saved").replace(/[ ,]|tokens/g, ""))).toBeGreaterThan(1000);
  const answers = chat.server.seen.length;
  expect(answers).toBeGreaterThan(30);
  const sums = [40, 30, 8].map((one) => (one * answers).toLocaleString("en"));
  expect(value("billed")).toBe(`${sums[0]} tokens in (${sums[1]} from the cache), ${sums[2]} out, ${answers} answers`);
  // 8 new at $3, 30 from the cache at $0.30, 2 into it at $3.75, 8 out at $15 a million tokens.
  const dollars = (answers * (8 * 3 + 30 * 0.3 + 2 * 3.75 + 8 * 15)) / 1e6;
  expect(value("cost")).toBe(`$${dollars.toFixed(4)}`);
});
