import { describe, expect, it } from "vitest";
import { CONSOLIDATION_RULES } from "../../ts/condensation/lossless/consolidation/rules.js";
import { expandReferences } from "../../ts/condensation/lossless/references/expand.js";
import { chatOf, lines, read, resultsOf, run } from "./lossless-steps.js";

describe("consolidation", () => {
  it("has a rule with a key for lists, searches and commands, and one for similar results", () => {
    const merges = CONSOLIDATION_RULES.map(
      ({ merge, keyArgument }) => `${merge} ${keyArgument === null ? "-" : "key"}`,
    );
    expect([...new Set(merges)]).toEqual(["contained key", "similar -"]);
  });

  it("points from a shorter list of a directory to the newest one", () => {
    const { sent, references, counts } = resultsOf([
      { tool: "list_files", args: { path: "src" }, result: lines(1, 20) },
      { tool: "list_files", args: { path: "src" }, result: `${lines(0, 10)}\nnew.ts\n${lines(11, 20)}` },
    ]);
    expect(sent[0]).toBe("⟨ Consolidated 2 operations: list_files src: lines 2–11, 13–22 of message #3 (c1) ⟩");
    expect(sent[1]).toBe(`${lines(0, 10)}\nnew.ts\n${lines(11, 20)}`);
    expect(references).toMatchObject([{ type: "tool_result", originalIndex: 3, operation: "list_files" }]);
    expect(counts.consolidations).toBe(1);
  });

  it("points from an earlier search for the same pattern to the newest one", () => {
    const hits = lines(1, 9, "hit in file ");
    const { sent } = resultsOf([
      { tool: "Grep", args: { pattern: "foo" }, result: hits },
      { tool: "Grep", args: { pattern: "foo" }, result: `${hits}\n${lines(10, 12, "hit in file ")}` },
    ]);
    expect(sent[0]).toBe("⟨ Consolidated 2 operations: Grep foo: lines 1–9 of message #3 (c1) ⟩");
  });

  it("keeps the latest output of a command that printed the same three times", () => {
    const text = lines(1, 9);
    const step = { tool: "Bash", args: { command: "git status" }, result: text };
    const { sent } = resultsOf([step, step, step]);
    expect(sent).toEqual([
      "⟨ Consolidated 3 operations: Bash git status: the same as message #5 (c2) ⟩",
      "⟨ Consolidated 3 operations: Bash git status: the same as message #5 (c2) ⟩",
      text,
    ]);
  });

  it("shows the lines in which similar results differ", () => {
    const step = (seconds: number) => ({
      tool: "run_tests",
      args: { n: seconds },
      result: `${"collected 12 items and ran them all in order, ".repeat(4)}\n12 passed in ${seconds}s`,
    });
    const { sent } = resultsOf([step(1), step(2), step(3)]);
    expect(sent[0]).toBe(
      "⟨ Consolidated 3 operations: run_tests: as message #5 (c2) but for lines 2 ⟩\n12 passed in 1s",
    );
    expect(sent[2]).toContain("12 passed in 3s");
  });

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

  it("leaves two similar results, and outputs of one command that differ", () => {
    const step = (text: string) => ({ tool: "Bash", args: { command: "make" }, result: text });
    const { sent } = resultsOf([step(lines(1, 12)), step(lines(40, 60))]);
    expect(sent).toEqual([lines(1, 12), lines(40, 60)]);
  });

  it("leaves errors as they are, and merges what is around them", () => {
    const error = `error: cannot open ${lines(1, 9)}`;
    const step = (result: string) => ({ tool: "Bash", args: { command: "make" }, result });
    const { sent } = resultsOf([step(lines(1, 9)), step(error), step(lines(1, 9))]);
    expect(sent[0]).toContain("Consolidated 2 operations");
    expect(sent[1]).toBe(error);
  });

  it("leaves pinned results", () => {
    const step = { tool: "Bash", args: { command: "git status" }, result: lines(1, 9) };
    const { counts } = run(chatOf([step, step]), { isPinned: (text) => text === step.result });
    expect(counts).toEqual({ shortened: 0, consolidations: 0, deduplications: 0 });
  });
});

describe("deduplication", () => {
  it("points from the second read of a file to the first", () => {
    const step = { tool: "read_file", args: { path: "a.ts" }, result: lines(1, 30, "const value_") };
    const { sent, references } = resultsOf([step, step]);
    expect(sent[1]).toBe("⟨ File content already provided above ⟩");
    expect(references).toMatchObject([{ type: "file", originalIndex: 1, path: "a.ts", operation: "read_file" }]);
  });

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

  it("is listed if its original has another hash", () => {
    const changed = sent.map((message, index) => (index === 1 ? { ...message, content: lines(2, 30) } : message));
    const { missing, texts } = expandReferences(read(changed), references);
    expect(missing).toEqual([reference]);
    expect(texts.at(-1)).toBe("⟨ File content already provided above ⟩");
  });

  it("is listed if its place or its source is gone", () => {
    const conversation = read(sent.slice(0, 2));
    expect(expandReferences(conversation, references).missing).toEqual([reference]);
    const lost = references.map((one) => ({ ...one, source: "/9/content" }));
    expect(expandReferences(read(sent), lost).missing).toEqual(lost);
  });
});
