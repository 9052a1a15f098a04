// What follows where lossy phases fail: old messages of the agent are dropped. Source: requirements document 003, NFR-R-002.

import type { Conversation } from "../../conversation/open.js";
import type { TokenMeter } from "../../conversation/tokens.js";
import { errorText } from "../../error-text.js";
import { truncateConversation } from "../../truncation/truncate.js";
import { validatePhase } from "../../validation/validate-phase.js";
import type { Rollback } from "../base/result.js";
import { decisionTokens } from "./measure.js";
import type { PhaseOutcome, SmartOutcome } from "./run.js";

export interface TruncateFailedInput {
  /** Tokens to come down to, by the meter. */
  targetTokens: number;
  pins: readonly string[];
  meter: TokenMeter;
}

/**
 * Drops old messages of the agent, and none of the user, where a lossy phase was taken back and the target is missed. The work
 * is checked like a phase's. The same outcome comes back where nothing failed, nothing can go, or it would not be smaller. Linear.
 */
export async function truncateFailed(outcome: SmartOutcome, input: TruncateFailedInput): Promise<SmartOutcome> {
  const { targetTokens, pins, meter } = input;
  const hasFailed = outcome.phases.some(({ kind, rolledBack }) => kind === "lossy" && rolledBack !== undefined);
  if (!hasFailed || (await meter.ofConversation(outcome.conversation)) <= targetTokens) return outcome;
  const started = performance.now();
  const phaseOf = (after: Conversation, rolledBack?: Rollback): PhaseOutcome => ({
    ...{ name: "truncation", kind: "lossy", before: outcome.conversation, after },
    ...(rolledBack === undefined ? {} : { rolledBack }),
    durationMs: performance.now() - started,
  });
  let rolledBack: Rollback | undefined;
  try {
    const { start, conversation, references, dropped, indexes } = await truncateConversation(outcome.conversation, {
      ...{ targetTokens, keepUserMessages: true, pins, meter },
      references: outcome.references,
    });
    const after = { conversation, tokens: decisionTokens(conversation) };
    if (dropped === 0 || after.tokens >= outcome.tokens) return outcome;
    const before = { conversation: start, tokens: decisionTokens(start) };
    rolledBack = validatePhase({ before, after, references: [], pins, indexes });
    if (rolledBack === undefined) {
      const phases = [...outcome.phases, phaseOf(conversation)];
      return { ...outcome, ...after, phases, references: [...references], droppedCount: dropped };
    }
  } catch (error) {
    rolledBack = { check: "error", message: errorText(error) };
  }
  return { ...outcome, phases: [...outcome.phases, phaseOf(outcome.conversation, rolledBack)] };
}
