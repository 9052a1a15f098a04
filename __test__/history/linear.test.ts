import { describe, expect, it } from "vitest";
import { type ChatMessage, HistoryReducer } from "../../ts/history/index.js";
import { call, pair, result, user } from "./build.js";

/** How often a reduction looks at a field of a message: the work that grows with a history, whatever the machine. */
function looksAt(messages: readonly ChatMessage[], maxInputChars: number): number {
  let looks = 0;
  const watched = messages.map(
    (message) =>
      new Proxy(message, {
        get(target, key) {
          looks++;
          return Reflect.get(target, key);
        },
      }),
  );
  const after = new HistoryReducer().reduce(watched, { enabled: true, maxInputChars });
  expect(after.reduced).toBe(true);
  return looks;
}

const FAMILIES: Record<string, (n: number) => ChatMessage[]> = {
  "many pairs": (n) => Array.from({ length: n }, (_, i) => pair(`p${i}`, "output ".repeat(20))).flat(),
  "one pair of many results": (n) => [
    call("a"),
    ...Array.from({ length: n }, () => result("a", "output ".repeat(20))),
    user("x"),
    user("y"),
    user("z"),
    user("!"),
  ],
  "pairs inside pairs": (n) => [
    ...Array.from({ length: n }, (_, i) => call(`p${i}`)),
    ...Array.from({ length: n }, (_, i) => result(`p${n - i}`, "output ".repeat(20))),
  ],
  "many demands": (n) => Array.from({ length: n }, () => user("You must. ".repeat(10))),
};

describe.each(Object.keys(FAMILIES))("the work on %s", (family) => {
  it.each([
    ["the first stage", 0.9],
    ["all stages", 0],
  ])("is linear in the messages, through %s", (_, share) => {
    const at = (n: number) => {
      const messages = FAMILIES[family]?.(n) ?? [];
      return looksAt(messages, Math.floor(share * messages.reduce((sum, { content }) => sum + content.length, 0)));
    };
    expect(at(4_000) / at(2_000)).toBeLessThanOrEqual(2.2);
    expect(at(4_000) / 4_000).toBeLessThan(120);
  });
});
