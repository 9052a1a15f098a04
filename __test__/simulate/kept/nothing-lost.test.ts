// Where nothing is reduced, nothing is lost; and where something is, no figure is more than all.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maskingPolicy, SEND_EVERYTHING } from "../../../ts/simulate/policies.js";
import { WIRE_NAMES } from "../conversations.js";
import { billOf, MASKS, policyOf, recording, type Turn } from "./requests.js";

const line = fc.integer({ min: 0, max: 8 }).map((at) => `  const value${at} = compute(${at}, "x-${1000 + at}");`);
const lines = fc.array(line, { minLength: 1, maxLength: 4 }).map((all) => all.join("\n"));
const path = fc.constantFrom("src/a.ts", "src/b.ts");

const call = fc.oneof(
  fc.record({ tool: fc.constant("Read"), args: fc.record({ file_path: path }), result: lines }),
  fc.record({
    tool: fc.constant("Edit"),
    args: fc.record({ file_path: path, old_string: lines, new_string: lines }),
    result: fc.constant("done"),
  }),
  fc.record({
    tool: fc.constant("Bash"),
    args: fc.record({ command: fc.constantFrom("npm test", "cat src/a.ts") }),
    result: fc.constantFrom("all passed", "FAILED tests/a.test.ts\nError: no x-1003", "Exit code: 1"),
  }),
  fc.record({
    tool: fc.constant("AskUserQuestion"),
    args: fc.constant({}),
    result: fc.constant("the blue one, please"),
  }),
);
const turn: fc.Arbitrary<Turn> = fc.record({
  say: fc.oneof(fc.constant(""), line),
  calls: fc.array(call, { maxLength: 2 }),
});
const turns = fc.array(turn, { minLength: 1, maxLength: 10, size: "max" });

describe.each(WIRE_NAMES)("a conversation on %s", (wire) => {
  it.each([
    ["send everything", SEND_EVERYTHING],
    ["a policy that is off", maskingPolicy("off", { mode: "off" })],
  ])("loses nothing under %s", async (_, policy) => {
    await fc.assert(
      fc.asyncProperty(turns, async (all) => {
        const { kept, cost, costWithReReads } = await billOf(recording(wire, all), policy);
        for (const share of [kept.edits, kept.values, kept.errorLines, kept.roles.user])
          expect(share.kept).toBe(share.all);
        expect([kept.failedEdits.failed, kept.fetchedAgain, kept.lostAt]).toEqual([0, { all: 0, again: 0 }, []]);
        expect(costWithReReads).toBe(cost);
      }),
      { numRuns: 60 },
    );
  });

  it("has no share above all, and a bill with re-reads that is not below the bill, under any masking", async () => {
    await fc.assert(
      fc.asyncProperty(turns, async (all) => {
        const { kept, cost, costWithReReads = 0 } = await billOf(recording(wire, all), policyOf(MASKS));
        for (const share of [kept.edits, kept.values, kept.errorLines, kept.roles.user]) {
          expect(share.kept).toBeGreaterThanOrEqual(0);
          expect(share.kept).toBeLessThanOrEqual(share.all);
        }
        expect(kept.lostAt).toHaveLength(kept.edits.all - kept.edits.kept);
        expect(costWithReReads > cost).toBe(kept.lostAt.length > 0);
      }),
      { numRuns: 60 },
    );
  });

  it("has lines that a naive search finds", async () => {
    await fc.assert(
      fc.asyncProperty(turns, async (all) => {
        const { kept } = await billOf(recording(wire, all), SEND_EVERYTHING);
        expect(kept.edits.all).toBe(naiveEdits(all));
      }),
      { numRuns: 60 },
    );
  });
});

/** Edits all of whose lines stand in an earlier turn's results or arguments. */
function naiveEdits(turns: readonly Turn[]): number {
  let before = "";
  let count = 0;
  for (const { calls = [] } of turns) {
    for (const { args } of calls) {
      const { old_string: old } = args as { old_string?: string };
      if (old?.split("\n").every((one) => before.includes(one.trim()))) count++;
    }
    for (const { args = {}, result } of calls) before += `\n${Object.values(args).join("\n")}\n${result}`;
  }
  return count;
}
