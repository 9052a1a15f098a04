// The policies that people are shown, from the mildest to the strongest.
import { type Policy, type PolicyInput, resolvePolicy } from "../../policy/policy.js";
import { maskingPolicy, type SimulatedPolicy } from "../policies.js";

/** A policy, and how to have it. */
export interface Choice {
  policy: SimulatedPolicy;
  /** What it does, in a sentence for people. */
  about: string;
  settings: PolicyInput | Policy;
}

function masked(name: string, about: string, settings: PolicyInput | Policy): Choice {
  return { policy: maskingPolicy(name, settings), about, settings };
}

/** The usual policies, and those of a user. */
export function choicesWith(own: readonly { name: string; settings: PolicyInput | Policy }[] = []): Choice[] {
  const turns = resolvePolicy({}).settings.mask.windowTurns;
  return [
    masked("none", "masks alone: results older than 8 tool turns go, when that pays", { preset: "none" }),
    masked(
      "safe",
      "results lose nothing as they come and point to what they repeat; those older than 8 tool turns go, when that pays, and a line names what they had",
      { preset: "safe" },
    ),
    masked(
      "balanced",
      `the policy of a call that gives none: the same after ${turns} tool turns, long arguments of old calls are shortened, and results of more than 3,000 chars are cut as they come`,
      { preset: "balanced" },
    ),
    masked("strong", "the same, with less left of what is cut, and long lines are cut as they come", {
      preset: "strong",
    }),
    ...own.map(({ name, settings }) => masked(name, "your own", settings)),
  ];
}
