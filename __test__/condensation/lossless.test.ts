import { describe, expect, it } from "vitest";
import { expandReferences } from "../../ts/condensation/lossless/references/expand.js";
import { chatOf, lines, read, resultsOf, run } from "./lossless-steps.js";

describe("consolidation", () => {
  it.each([
    ["another directory", { path: "lib" }, lines(1, 20)],
    ["a line that the newest has not", { path: "src" }, `${lines(1, 19)}\ngone.ts`],
    ["another order", { path: "src" }, lines(1, 20).split("\n").reverse().join("\n")],
  ])("leaves a list apart: %s", (_, args, result) => {
    const { sent } = resultsOf([
      { tool: "list_files", args, result },
      { tool: "list_files", args: { path: "src" }, result: `first.ts\n${lines(1, 20)}` },
    ]);
    expect(sent.join("\n")).not.toContain("Consolidated");
  });

  it("leaves pinned results", () => {
    const step = { tool: "Bash", args: { command: "git status" }, result: lines(1, 9) };
    const { counts } = run(chatOf([step, step]), { isPinned: (text) => text === step.result });
    expect(counts).toEqual({ shortened: 0, consolidations: 0, deduplications: 0 });
  });
});

describe("deduplication", () => {
  it("points from a part of another result to its lines", () => {
    const { sent } = resultsOf([
      { tool: "read_file", args: { path: "a.ts" }, result: lines(1, 30, "const value_") },
      { tool: "Bash", args: { command: "tail a.ts" }, result: `the end:\n${lines(11, 30, "const value_")}` },
    ]);
    expect(sent[1]).toBe("the end:\n⟨ Reference: See message #1 for lines 11–30 of c0 ⟩");
  });
});

describe("references to nowhere", () => {
  const step = { tool: "read_file", args: { path: "a.ts" }, result: lines(1, 30, "const value_") };
  const { sent, references } = run(chatOf([step, step]));
  const [reference] = references;

  it("is listed if its place or its source is gone", () => {
    const conversation = read(sent.slice(0, 2));
    expect(expandReferences(conversation, references).missing).toEqual([reference]);
    const lost = references.map((one) => ({ ...one, source: "/9/content" }));
    expect(expandReferences(read(sent), lost).missing).toEqual(lost);
  });
});
