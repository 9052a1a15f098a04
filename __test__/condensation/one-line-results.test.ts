import { describe, expect, it } from "vitest";
import { condense } from "../../ts/condensation/index.js";
import { readingConversation } from "./readings.js";

const rows = Array.from({ length: 900 }, (_, at) => ({ id: at, name: `row-${at}`, path: `src/r${at}.ts`, ok: true }));
const RESULTS: [string, string][] = [
  ["JSON", JSON.stringify({ status: "ok", rows })],
  ["numbers", JSON.stringify(Array.from({ length: 9_000 }, (_, at) => (at * 7919) % 10_007))],
  [
    "HTML",
    `<html><body>${rows.map(({ name, path }) => `<p class="x"><a href="/${path}">${name}</a></p>`).join("")}</body></html>`,
  ],
  ["minified code", rows.map(({ id, name }) => `function f${id}(a,b){return a["${name}"]+b*${id}}`).join(";")],
  ["no structure at all", "abcdefghij".repeat(6_000)],
];

describe.each(RESULTS)("a result of one line that is most of the conversation: %s", (_, text) => {
  const results = [
    ["fetch", { url: "x" }, text],
    ["run", { command: "ls" }, "a.ts"],
    ["run", { command: "pwd" }, "/w"],
  ] as const;
  const messages = [
    ...readingConversation("openai-chat", results),
    ...readingConversation("openai-chat", [["run", { command: "id" }, "me"]], 9),
  ];

  it("is condensed to the target, with its beginning and end cut where something ends", async () => {
    const result = await condense({ messages, wire: "openai-chat" }, { provider: "smart" });
    expect(result.report.notes).toEqual([]);
    expect(result.newContextTokens).toBeLessThanOrEqual(result.metrics.originalTokens / 2);
    const after = Reflect.get(result.messages[2] ?? {}, "content") as string;
    const [note = "", ...lines] = after.split("\n");
    expect(note).toContain(`1 line, ${text.length} chars`);
    const [head = "", tail = ""] = lines
      .join("\n")
      .split("[…]")
      .filter((part) => part !== "");
    expect(head.length).toBeGreaterThan(100);
    expect(text.startsWith(head)).toBe(true);
    expect(text.endsWith(tail)).toBe(true);
    if (/[,;}>]/.test(text)) expect(head).toMatch(/[,;}\])>]$/);
  });

  it("keeps more where a phase may not take as much, or says that this is why", async () => {
    for (const maxReductionPercentPerPhase of [60, 20, 3]) {
      const options = { provider: "smart", maxReductionPercentPerPhase } as const;
      const { report, newContextTokens, metrics } = await condense({ messages, wire: "openai-chat" }, options);
      const missed = report.notes.find(({ code }) => code === "target_missed");
      if (newContextTokens > metrics.originalTokens / 2)
        expect(missed?.message).toContain("maxReductionPercentPerPhase");
      if (maxReductionPercentPerPhase === 60) expect(newContextTokens).toBeLessThan(metrics.originalTokens * 0.7);
    }
  });
});
