import { expect, it } from "vitest";
import { definePolicy } from "../../ts/index.js";
import { createNative } from "../../ts/native/backend.js";
import { HOSTILE_NAMES, largestGrowth } from "../support/hostile-outputs.mjs";
import { describeNative } from "../support/native.js";

/** t(2n)/t(n) of what is linear is 2; what is not linear is at 4. */
const LARGEST_GROWTH = 2.3;
const MB = 1_000_000;
const EVERY_KIND = {
  terminal: true,
  json: true,
  paths: true,
  repeats: true,
  lineNumbers: "tenth",
  similar: true,
  longLines: 2000,
  clip: 10_000,
} as const;

describeNative("the time of reductions at arrival", ({ addon }) => {
  const native = createNative(addon);

  // A new policy each time, so that nothing is remembered.
  it.each(HOSTILE_NAMES)("grows with the request, however hard: %s", (name) => {
    const reduce = (body: Buffer) => native.reduceBody(body, definePolicy({ arrival: EVERY_KIND }), {});
    const attempts = Array.from({ length: 3 }, () => {
      return () => largestGrowth(reduce, name, { sizes: [MB, 2 * MB, 4 * MB], rounds: 5 }).ratio;
    });
    // Other work on the machine lengthens single attempts.
    expect(attempts.some((attempt) => attempt() <= LARGEST_GROWTH)).toBe(true);
  });
});
