// Small conversations of every wire, and what a policy keeps of them.
import type { Wire } from "../../../ts/contract/report.js";
import type { PolicyInput } from "../../../ts/policy/policy.js";
import { maskingPolicy, type SimulatedPolicy } from "../../../ts/simulate/policies.js";
import { simulate } from "../../../ts/simulate/simulate.js";
import type { Trace } from "../../../ts/simulate/trace.js";
import { chatOf, onWire, type Turn } from "../../support/on-wire.js";
import { LIST_KEYS } from "../../support/wire-shapes.js";

export type { Turn };

export type Call = NonNullable<Turn["calls"]>[number];

/** A recording of a conversation that begins with the user's words; after a turn without calls the user goes on. */
export function recording(wire: Wire, turns: readonly Turn[], prompt = "please do it"): Trace {
  const said = turns.flatMap((turn) => (turn.calls === undefined ? [{ say: "", ...turn }, { user: "go on" }] : [turn]));
  const list = onWire(wire, chatOf([{ user: prompt }, ...said]));
  return { name: "a", wire, request: { model: MODELS[wire], [LIST_KEYS[wire]]: list } };
}

const MODELS: Record<Wire, string> = {
  "openai-chat": "gpt-5",
  "openai-responses": "gpt-5",
  anthropic: "claude-sonnet-4-6",
  gemini: "gemini-2.5-pro",
};

/** Masks all but the newest turn, failures too, and names nothing of what it masks. */
export const MASKS: PolicyInput = {
  preset: "none",
  mask: { windowTurns: 1, minChars: 0, keepErrors: false, placeholder: { template: "[masked]" } },
  experimental: { mask: { roles: false } },
};

export const policyOf = (settings: PolicyInput): SimulatedPolicy =>
  maskingPolicy("tried", settings, { strategy: "every-turn" });

/** The bill of one recording under a policy. */
export async function billOf(trace: Trace, policy: SimulatedPolicy = policyOf(MASKS)) {
  const { sessions } = await simulate([trace], [policy], ["auto"], { kept: true, eachRequest: true });
  const bill = sessions[0]?.bills[0]?.[1];
  if (bill?.kept === undefined) throw new Error("the recording was not replayed");
  return { ...bill, kept: bill.kept };
}

/** A turn in which nothing of use happens. */
export const filler = (at: number): Turn => ({
  calls: [{ tool: "list", args: { at }, result: "plain words of no use ".repeat(40) }],
});
