// Lengths of what a model reads of a conversation, and of the memory of summaries.
import { describe, expect, it } from "vitest";
import { toModelSource } from "../../ts/pipeline/summary/source.js";
import { MemorySummaryStore } from "../../ts/pipeline/summary/store.js";

describe("what a model reads to summarise", () => {
  it.each([
    ["a result", 2_000, { role: "tool", pairRole: "result" }],
    ["any other text", 8_000, { role: "user" }],
  ] as const)("%s is cut at %i chars", (_, chars, message) => {
    expect(toModelSource({ ...message, content: "x".repeat(chars) }).text).toBe("x".repeat(chars));
    const longer = toModelSource({ ...message, content: "x".repeat(chars + 1) }).text;
    expect(longer).toBe(`${"x".repeat(chars)}... [${chars + 1} chars]`);
  });
});

it("a store in memory keeps 1,000 summaries", () => {
  const store = new MemorySummaryStore();
  for (let at = 0; at <= 1_000; at++) store.put(`${at}`, "text");
  expect(store.size).toBe(1_000);
  expect(store.get("0")).toBeUndefined();
});
