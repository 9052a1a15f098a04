import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type ChatMessage,
  collectPairGroups,
  hasPairInvariantViolation,
  includePairMates,
} from "../../ts/history/index.js";
import { includeMatesOfKept } from "../../ts/history/pairs.js";
import { arbitraryHistory } from "./arbitrary-history.js";
import { assistant, call, orphansOf, pair, result, user } from "./build.js";

describe("collectPairGroups", () => {
  it("returns the indexes of each pair in order", () => {
    const messages = [user("x"), call("a"), call("b"), result("b", ""), result("a", ""), result("a", "")];
    expect([...collectPairGroups(messages)]).toEqual([
      ["a", [1, 4, 5]],
      ["b", [2, 3]],
    ]);
  });

  it("leaves out messages without id or role, and accepts any id", () => {
    const half: ChatMessage[] = [
      { ...call("a"), pairRole: undefined },
      { ...call("a"), pairId: undefined },
      { ...call("a"), pairId: "" },
    ];
    expect(collectPairGroups([...half, call("__proto__")])).toEqual(new Map([["__proto__", [3]]]));
  });
});

describe("includePairMates", () => {
  it("adds the mates of kept messages, and returns the same set", () => {
    const groups = collectPairGroups([call("a"), call("b"), result("a", ""), result("b", ""), user("x")]);
    const keep = new Set([2, 4]);
    expect(includePairMates(keep, groups)).toBe(keep);
    expect(keep).toEqual(new Set([0, 2, 4]));
  });

  it("adds nothing if no pair has a kept message", () => {
    expect(includePairMates(new Set([2]), collectPairGroups([...pair("a", ""), user("x")]))).toEqual(new Set([2]));
  });

  it("is complete after one walk: a second one adds nothing", () => {
    fc.assert(
      fc.property(arbitraryHistory, fc.array(fc.nat(30)), (messages, indices) => {
        const groups = collectPairGroups(messages);
        const once = includePairMates(new Set(indices), groups);
        expect(includePairMates(new Set(once), groups)).toEqual(once);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("includeMatesOfKept", () => {
  it("keeps the same messages as includePairMates", () => {
    fc.assert(
      fc.property(arbitraryHistory, fc.array(fc.nat(30)), (messages, indices) => {
        const keep = indices.filter((index) => index < messages.length);
        const expected = includePairMates(new Set(keep), collectPairGroups(messages));
        expect(includeMatesOfKept(new Set(keep), messages)).toEqual(expected);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("hasPairInvariantViolation", () => {
  it.each([
    ["no pairs", [user("x"), assistant("y")], false],
    ["whole pairs", [...pair("a", "r"), ...pair("b", "r")], false],
    ["several results", [call("a"), result("a", ""), result("a", "")], false],
    ["a call alone", [call("a"), user("x")], true],
    ["a result alone", [...pair("a", ""), result("b", "")], true],
    ["a call without id", [{ ...call("a"), pairId: undefined }], false],
  ])("%s: %#", (_, messages, expected) => {
    expect(hasPairInvariantViolation(messages)).toBe(expected);
  });

  it("does not count pairs that were broken before", () => {
    const before = [call("a"), ...pair("b", "r")];
    expect(hasPairInvariantViolation(before, before)).toBe(false);
    expect(hasPairInvariantViolation(before.slice(0, 2), before)).toBe(true);
  });

  it("agrees with the naive version", () => {
    fc.assert(
      fc.property(arbitraryHistory, fc.array(fc.nat(30)), (messages, dropped) => {
        expect(hasPairInvariantViolation(messages)).toBe(orphansOf(messages).length > 0);
        const after = messages.filter((_, index) => !dropped.includes(index));
        const known = orphansOf(messages);
        expect(hasPairInvariantViolation(after, messages)).toBe(orphansOf(after).some((id) => !known.includes(id)));
      }),
      { numRuns: 1_000 },
    );
  });
});
