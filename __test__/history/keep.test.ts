import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isSystem } from "../../ts/history/chat-message.js";
import { type ChatMessage, collectPairGroups, includePairMates } from "../../ts/history/index.js";
import { indicesToKeep } from "../../ts/history/keep.js";
import { arbitraryHistory } from "./arbitrary-history.js";
import { call, pair, result, system, user } from "./build.js";

/** System messages, the newest others, then the mates: one walk for each, so simple that it is unlikely to be wrong. */
function keptSimply(messages: readonly ChatMessage[], recent: number): Set<number> {
  const indexes = messages.map((_, index) => index);
  const others = indexes.filter((index) => !isSystem(messages[index] as ChatMessage));
  const newest = recent === 0 ? [] : others.slice(-recent);
  const systems = indexes.filter((index) => isSystem(messages[index] as ChatMessage));
  return includePairMates(new Set([...systems, ...newest]), collectPairGroups(messages));
}

describe("indicesToKeep", () => {
  it("keeps a call before the window whose result is in it", () => {
    const messages = [system(), call("a"), user("old"), result("a", "r"), user("new")];
    expect(indicesToKeep(messages, 2)).toEqual(new Set([0, 1, 3, 4]));
  });

  it("keeps the pair of a system message, even if the other half comes after it", () => {
    const messages = [{ ...call("a"), role: "system" }, user("old"), result("a", "r"), user("new")];
    expect(indicesToKeep(messages, 1)).toEqual(new Set([0, 2, 3]));
    expect(indicesToKeep([...pair("b", "r"), ...messages], 1)).toEqual(new Set([2, 4, 5]));
  });

  it("agrees with the naive version", () => {
    const withSystems = fc
      .tuple(arbitraryHistory, fc.array(fc.nat(30), { maxLength: 3 }))
      .map(([messages, at]) =>
        messages.map((message, index) => (at.includes(index) ? { ...message, role: "system" } : message)),
      );
    fc.assert(
      fc.property(withSystems, fc.nat(8), (messages, recent) => {
        expect(indicesToKeep(messages, recent)).toEqual(keptSimply(messages, recent));
      }),
      { numRuns: 2_000 },
    );
  });
});
