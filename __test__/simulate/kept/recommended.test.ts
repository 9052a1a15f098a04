import { expect, it } from "vitest";
import { noGaps } from "../../../ts/pricing/gaps.js";
import { noKept } from "../../../ts/simulate/kept/kept.js";
import type { Choice } from "../../../ts/simulate/savings/choices.js";
import { noContent } from "../../../ts/simulate/savings/content.js";
import { noDollars } from "../../../ts/simulate/savings/money.js";
import type { PolicyOutcome, SavedSession } from "../../../ts/simulate/savings/one-session.js";
import { sumUp } from "../../../ts/simulate/savings/sum-up.js";

const grounding = { named: 1, visible: 1, missed: [], sources: [], taken: 4, namedAgain: 1 };
const kept = { ...noKept(), edits: { all: 4, kept: 3 }, fetchedAgain: { all: 4, again: 2 }, lostAt: [7] };
const outcome = (ratio: number, again: number): PolicyOutcome => {
  const saved = (of: number) => 100 * (1 - of);
  return { ratio, saved: saved(ratio), grounding, kept, withReReads: { ratio: again, saved: saved(again) } };
};
const session = (outcomes: PolicyOutcome[]) =>
  ({
    dollars: { ...noDollars(), total: 100, fresh: 100 },
    cache: { compared: 0, untimed: 0, backwards: 0, misses: [] },
    ...{ name: "a", content: noContent(), gaps: noGaps(), requests: 9, weight: 1, isUnpriced: false, outcomes },
  }) as unknown as SavedSession;
const choice = (name: string) => ({ policy: { name }, about: "", settings: {} }) as unknown as Choice;

it("the policy with the lowest bill with re-reads is recommended, and what is kept is added up", () => {
  const sessions = [session([outcome(0.7, 0.9), outcome(0.8, 0.82)]), session([outcome(0.7, 0.9), outcome(0.8, 0.84)])];
  const rest = { skipped: [], readable: 2, isWhole: true };
  const { recommendation, policies } = sumUp(sessions, [choice("strong"), choice("mild")], rest);
  expect(recommendation.policy).toBe("mild");
  expect(policies[0]).toMatchObject({ namedAgain: 0.25 });
  expect(policies[0]?.withReReads?.saved).toBeCloseTo(20, 9);
  expect(policies[0]?.withReReads?.ratio).toBeCloseTo(0.9, 9);
  expect(policies[1]?.withReReads?.ratio).toBeCloseTo(0.83, 9);
  expect(policies[0]?.kept).toMatchObject({ edits: { all: 8, kept: 6 }, fetchedAgain: { all: 8, again: 4 } });
});

it("a milder policy is recommended where it costs less than 1 % of the bill more", () => {
  const sessions = [session([outcome(0.9, 0.9), outcome(0.76, 0.769), outcome(0.75, 0.76)])];
  const rest = { skipped: [], readable: 1, isWhole: true };
  const { recommendation } = sumUp(sessions, ["safe", "balanced", "strong"].map(choice), rest);
  expect(recommendation).toMatchObject({ policy: "balanced", ratio: 0.76, saved: expect.closeTo(24, 9) });
});

it("a policy of which one session is not known has no figure of what is kept", () => {
  const { kept: _, withReReads: __, ...unknown } = outcome(0.7, 0.9);
  const sessions = [session([outcome(0.7, 0.9)]), session([unknown])];
  const { policies } = sumUp(sessions, [choice("strong")], { skipped: [], readable: 2, isWhole: true });
  expect(policies[0]).not.toHaveProperty("kept");
  expect(policies[0]).not.toHaveProperty("withReReads");
});
