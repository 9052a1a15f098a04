import { expect, it } from "vitest";
import { stateOf } from "../../ts/reduce/session/machine.js";

const CONTINUED = { found: "continued", isRewound: false, isTrimmed: false } as const;

it.each([
  ["new", { ...CONTINUED, found: "new" }, false],
  ["new", { ...CONTINUED, found: "mismatch" }, false],
  ["new", { ...CONTINUED, found: "new" }, true],
  ["continued", CONTINUED, false],
  ["dead", { ...CONTINUED, found: "dead-cache" }, false],
  ["dead", { ...CONTINUED, found: "dead-cache", isTrimmed: true }, false],
  ["trimmed", { ...CONTINUED, isTrimmed: true }, false],
  ["rewound", { ...CONTINUED, isRewound: true }, false],
  ["rewound", { ...CONTINUED, found: "mismatch", isRewound: true }, true],
  ["left", CONTINUED, true],
  ["left", { ...CONTINUED, isRewound: true }, true],
] as const)("a conversation is %s: %j, sent as it came: %j", (state, recalled, isLeft) => {
  expect(stateOf(recalled, { isLeft })).toBe(state);
});
