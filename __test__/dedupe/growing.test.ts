import { expect, it } from "vitest";
import { type RenderedRepeat, Repeats } from "../../ts/dedupe/render.js";
import { cases } from "../support/cases.js";
import { makeRepeatCase, Numbers } from "../support/repeats.js";

const STEPS = 5;

it("renders results of which each step masks more as it renders each step by itself", () => {
  for (let seed = 0; seed < cases(600); seed++) {
    const { results, keep } = makeRepeatCase(seed);
    const numbers = new Numbers(seed);
    const maskedAt = results.map(() => (numbers.once(3) ? Number.POSITIVE_INFINITY : numbers.below(STEPS)));
    const repeats = new Repeats(results);
    const growing = repeats.growing((index) => maskedAt[index] ?? 0, keep);
    const shown: (RenderedRepeat | undefined)[] = results.map(() => undefined);
    let end = 0;
    for (let step = 0; step < STEPS; step++) {
      end += numbers.below(results.length - end + 1);
      for (const [index, rendered] of growing.at(step, end)) shown[index] = rendered;
      const whole = repeats.render((index) => (maskedAt[index] ?? 0) <= step, keep);
      for (let index = 0; index < end; index++) {
        const isMasked = (maskedAt[index] ?? 0) <= step;
        if (!isMasked) expect(shown[index], `seed ${seed}, step ${step}, result ${index}`).toEqual(whole[index]);
      }
    }
  }
});
