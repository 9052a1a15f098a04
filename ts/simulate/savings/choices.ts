// The policies that people are shown, from the mildest to the strongest.
import { type Policy, type PolicyInput, resolvePolicy } from "../../policy/policy.js";
import type { Preset } from "../../policy/presets.js";
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
  const turns = (preset: Preset) => resolvePolicy({ preset }).settings.mask.windowTurns;
  return [
    masked("none", `masks alone: results older than ${turns("none")} tool turns go, when that pays`, {
      preset: "none",
    }),
    masked(
      "safe",
      `what repeats points to the first, and large results are cut as they come; results older than ${turns("safe")} tool turns go, when that pays, and a line names what they had`,
      { preset: "safe" },
    ),
    masked(
      "balanced",
      `the default: results older than ${turns("balanced")} tool turns go, when that pays, large ones are cut as they come, long arguments of old calls are shortened`,
      { preset: "balanced" },
    ),
    masked("strong", "as balanced, with less left of what is cut, and long lines are cut as they come", {
      preset: "strong",
    }),
    ...own.map(({ name, settings }) => masked(name, "your own", settings)),
  ];
}
