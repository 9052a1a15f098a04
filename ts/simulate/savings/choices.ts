// The policies that people are shown, from the mildest to the strongest.
import type { Policy, PolicyInput } from "../../policy/policy.js";
import { clearPolicy, maskingPolicy, type SimulatedPolicy } from "../policies.js";

/** A policy, and how to have it. */
export interface Choice {
  policy: SimulatedPolicy;
  /** What it does, in a sentence for people. */
  about: string;
  /** Its settings; undefined for one that is not this library's. */
  settings: PolicyInput | Policy | undefined;
}

const LOSSLESS = { terminal: true, json: true, paths: true, repeats: true } as const;

function masked(name: string, about: string, settings: PolicyInput | Policy): Choice {
  return { policy: maskingPolicy(name, settings), about, settings };
}

/** The usual policies, and those of a user. */
export function choicesWith(own: readonly { name: string; settings: PolicyInput | Policy }[] = []): Choice[] {
  return [
    masked("arrival only", "results are made smaller as they come, nothing of them is lost, nothing old goes", {
      arrival: LOSSLESS,
      cache: { strategy: "off" },
    }),
    masked("window 16", "results older than 16 tool turns go, when that pays", { mask: { windowTurns: 16 } }),
    masked("default", "results older than 8 tool turns go, when that pays", {}),
    masked("default and arrival", "results are made smaller as they come, and go after 8 tool turns, when that pays", {
      arrival: LOSSLESS,
    }),
    masked("window 4", "results older than 4 tool turns go, when that pays", { mask: { windowTurns: 4 } }),
    masked("window 4 and digests", "the same, and a line names the paths and identifiers that a result had", {
      mask: { windowTurns: 4, digest: { maxChars: 1600, ratio: 0.3 } },
    }),
    {
      policy: clearPolicy("provider clears at 100k", { tokens: 100_000, keep: 3 }),
      about: "the provider drops all but three results of each request above 100,000 tokens",
      settings: undefined,
    },
    ...own.map(({ name, settings }) => masked(name, "your own", settings)),
  ];
}
