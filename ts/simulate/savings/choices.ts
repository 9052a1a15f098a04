// The policies that people are shown, from the mildest to the strongest.
import { type Policy, type PolicyInput, resolvePolicy } from "../../policy/policy.js";
import { clearPolicy, maskingPolicy, type SimulatedPolicy } from "../policies.js";

/** A policy, and how to have it. */
export interface Choice {
  policy: SimulatedPolicy;
  /** What it does, in a sentence for people. */
  about: string;
  /** Its settings; undefined for one that is not this library's. */
  settings: PolicyInput | Policy | undefined;
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
      `the policy of a call that gives none: the same after ${turns} tool turns, and long arguments of old calls are shortened`,
      { preset: "balanced" },
    ),
    masked("strong", "the same after one tool turn, and long results are cut as they come", { preset: "strong" }),
    {
      policy: clearPolicy("provider clears at 100k", { tokens: 100_000, keep: 3 }),
      about: "the provider drops all but three results of each request above 100,000 tokens",
      settings: undefined,
    },
    ...own.map(({ name, settings }) => masked(name, "your own", settings)),
  ];
}
