// Phases decide by a quick weight; a text that is smaller by this weight can be larger by another count.

import type { TokenMeter } from "../../conversation/tokens.js";
import { runSmart, type SmartInput, type SmartOutcome } from "./run.js";

/**
 * The outcome; or, where one of the meters finds the conversation larger than before, that of a run in which every phase is taken
 * back. Linear.
 */
export async function withoutGrowth(
  outcome: SmartOutcome,
  input: SmartInput,
  meters: readonly TokenMeter[],
): Promise<SmartOutcome> {
  const { typed, conversation } = outcome;
  if (conversation === typed.conversation) return outcome;
  for (const [index, meter] of meters.entries()) {
    // One that estimates finds what another one that does found.
    if (meter.isEstimate && meters.findIndex(({ isEstimate }) => isEstimate) < index) continue;
    const [before, after] = [await meter.ofConversation(typed.conversation), await meter.ofConversation(conversation)];
    if (after <= before) continue;
    const message = `the conversation grew from ${before} to ${after} tokens`;
    return runSmart(typed, { ...input, validate: () => ({ check: "tokens", message }) });
  }
  return outcome;
}
