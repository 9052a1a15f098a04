import { NO_MEMORY, type SessionMemory } from "../../contract/session-facts.js";
import type { Policy } from "../../policy/policy.js";
import { DECISION_WEIGHTS } from "../../wires/units.js";
import type { CompiledPolicy } from "../compile-policy.js";
import { findDuplicates } from "../dedupe.js";
import type { PlainPlan } from "../plain-plan.js";
import type { MoveHistory } from "./move-rule.js";
import { weighConversation } from "./weigh-conversation.js";

/** Tokens of a request in which nothing is masked. */
export const totalOf = ({ otherTokens, unitSums }: Pick<MoveHistory, "otherTokens" | "unitSums">): number =>
  otherTokens + (unitSums[unitSums.length - 1] ?? 0);

/** Whether a request in which nothing is masked is within the policy's budget in tokens, as it is sent. */
export function fitsUnmasked(
  plain: PlainPlan,
  policy: Policy,
  compiled: CompiledPolicy,
  memory: SessionMemory = NO_MEMORY,
): boolean {
  const { version, budget } = policy.settings;
  if (budget?.tokens === undefined) return true;
  const duplicates = findDuplicates(plain, policy, compiled, memory);
  return totalOf(weighConversation(plain, [], DECISION_WEIGHTS[version], version === 1, duplicates)) <= budget.tokens;
}
