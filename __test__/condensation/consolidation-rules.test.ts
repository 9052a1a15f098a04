import { describe, expect, it } from "vitest";
import { CONSOLIDATION_RULES, type ConsolidationRule } from "../../ts/condensation/lossless/consolidation/rules.js";
import { lines, resultsOf, type Step } from "./lossless-steps.js";

/** A rule with results that it merges, that it must leave, and with an error that it must leave among them. */
interface Fixture {
  name: string;
  /** Results of the same call: the rule merges all but the newest. */
  merges: readonly Step[];
  /** Results that say something else each. */
  differ: readonly Step[];
}

const step = (tool: string, args: object, result: string): Step => ({ tool, args, result });
const seconds = (count: number) =>
  step(
    "run_tests",
    { at: count },
    `${"collected 12 items and ran them in order, ".repeat(4)}all\n12 passed in ${count}s`,
  );

const FIXTURES: readonly Fixture[] = [
  {
    name: "lists of one directory",
    merges: [lines(1, 12), lines(1, 20)].map((list) => step("list_files", { path: "src" }, list)),
    differ: [step("list_files", { path: "src" }, lines(1, 12)), step("list_files", { path: "lib" }, lines(30, 50))],
  },
  {
    name: "searches for one pattern",
    merges: [lines(1, 9, "hit in the module "), lines(1, 15, "hit in the module ")].map((hits) =>
      step("Grep", { pattern: "foo(a|b)" }, hits),
    ),
    differ: [
      step("Grep", { pattern: "foo(a|b)" }, lines(1, 9, "hit in the first module ")),
      step("Grep", { pattern: "foo(a|c)" }, lines(1, 9, "hit in another module ")),
    ],
  },
  {
    name: "runs of one command",
    merges: [1, 2, 3].map(() => step("Bash", { command: "git status" }, lines(1, 9))),
    differ: [lines(1, 9), lines(40, 60)].map((text) => step("Bash", { command: "git status" }, text)),
  },
  {
    name: "small results of one tool that are similar",
    merges: [seconds(1), seconds(2), seconds(3)],
    differ: [1, 20, 40].map((from) => step("run_tests", { from }, lines(from, from + 9))),
  },
];
const FAILURE = `Error: ENOENT, no such file or directory\n${lines(1, 9, "at some frame of the stack ")}`;

describe.each(FIXTURES)("a rule for $name", ({ merges, differ }) => {
  it("merges them into the newest, and each comes back byte for byte", () => {
    const { sent, counts } = resultsOf(merges);
    expect(counts.consolidations).toBe(merges.length - 1);
    for (const text of sent.slice(0, -1)) expect(text).toMatch(/^⟨ Consolidated \d operations: /);
    expect(sent.at(-1)).toBe(merges.at(-1)?.result);
  });

  it("leaves those that say something else", () => {
    const { sent, counts } = resultsOf(differ);
    expect(counts.consolidations).toBe(0);
    expect(sent).toEqual(differ.map(({ result }) => result));
  });

  it("leaves a failed call of the same kind as it is, also where it is the newest, and merges the others", () => {
    const [first, ...rest] = merges;
    const failed = { ...(first as Step), result: FAILURE };
    for (const steps of [
      [first as Step, failed, ...rest],
      [...merges, failed],
    ]) {
      const { sent, counts } = resultsOf(steps);
      expect(counts.consolidations).toBe(merges.length - 1);
      expect(sent).toContain(FAILURE);
      expect(sent.join("\n")).not.toContain(`#${2 * steps.indexOf(failed) + 1}`);
    }
  });
});

describe("rules of the caller", () => {
  const tickets = [lines(1, 9, "ticket of the board "), lines(1, 12, "ticket of the board ")].map((list) =>
    step("jira_search", { board: "core" }, list),
  );

  it("merge results of tools that the package does not know", () => {
    const own: ConsolidationRule = { tool: "jira_*", keyArgument: "board", merge: "contained" };
    expect(resultsOf(tickets).counts.consolidations).toBe(0);
    const { sent } = resultsOf(tickets, [own, ...CONSOLIDATION_RULES]);
    expect(sent[0]).toBe("⟨ Consolidated 2 operations: jira_search core: lines 1–9 of message #3 (c1) ⟩");
  });

  it("take the place of the package's where they are given alone", () => {
    const list = FIXTURES[0]?.merges ?? [];
    expect(resultsOf(list, []).counts.consolidations).toBe(0);
  });
});
