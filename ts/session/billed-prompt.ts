// What a session learns from bills. A bill is the provider's own count of one prompt, with everything around the turns:
// tools, the provider's own texts, the frame of each message. So the next prompt is that number and the estimate of what
// came since:
//
//   prompt 1   hi                        estimate     10   bill    410      400 around the turns
//   prompt 2   hi, answer, long text     estimate 78,010   so   78,410      and not 78,010 × 41
//
// The ratio of the model's tokens to the estimate is learned apart, from the difference of two bills, in which
// everything around the turns cancels out. It never applies to more text than it was learned from: the rest counts as
// estimated. So no message is refused and no turn dropped by a ratio that a short text taught.
import type { Calibration } from "../tokens/calibration.js";

/** A prompt with a known bill. */
export interface BilledPrompt {
  /** The estimate of its turns, in tokens. */
  estimated: number;
  /** Its input tokens by the provider's count. */
  billed: number;
}

/** A model's ratio of billed to estimated tokens, and the estimated tokens that it was learned from. */
export interface LearnedRatio {
  ratio: number;
  learnedTokens: number;
}

/** Differences of fewer tokens teach no ratio. */
const LEAST_DIFFERENCE = 1_000;
/** Bills beyond these limits are of another prompt, or a defect: tool lists of many servers have some ten thousands. */
const LEAST_SHARE = 0.25;
const MOST_RATIO = 4;
const MOST_AROUND = 100_000;

export function isPossible({ estimated, billed }: BilledPrompt): boolean {
  if (estimated <= 0 || billed <= 0) return false;
  return billed >= LEAST_SHARE * estimated && billed <= MOST_RATIO * estimated + MOST_AROUND;
}

/**
 * Teaches a calibration the ratio of two prompts' difference, if that is large enough.
 *
 * @returns The prompt to compare the next one with: the earlier of the two until they differ enough.
 */
export function learnRatio(
  calibration: Calibration,
  model: string | undefined,
  before: BilledPrompt,
  now: BilledPrompt,
): BilledPrompt {
  const estimated = now.estimated - before.estimated;
  const billed = now.billed - before.billed;
  if (Math.abs(estimated) < LEAST_DIFFERENCE) return before;
  if (model !== undefined && Math.sign(estimated) === Math.sign(billed)) {
    calibration.observe({ model, estimatedTokens: Math.abs(estimated), usage: { prompt_tokens: Math.abs(billed) } });
  }
  return now;
}

/** Tokens of a prompt whose turns are estimated: the last bill, and what was added or removed since. Not rounded. */
export function tokensOf(estimated: number, last: BilledPrompt | undefined, learned: LearnedRatio): number {
  if (estimated === 0) return 0;
  if (last === undefined) return correct(estimated, learned);
  if (estimated >= last.estimated) return last.billed + correct(estimated - last.estimated, learned);
  const tokens = last.billed - correctBilled(last.estimated - estimated, learned);
  return Math.max(tokens, estimated * Math.min(1, last.billed / last.estimated));
}

/** Tokens that are billed around the turns, whatever the turns are. */
export function tokensAround(last: BilledPrompt | undefined, learned: LearnedRatio): number {
  return last === undefined ? 0 : Math.max(0, last.billed - correctBilled(last.estimated, learned));
}

function correct(estimated: number, { ratio, learnedTokens }: LearnedRatio): number {
  const known = Math.min(estimated, learnedTokens);
  return ratio * known + estimated - known;
}

/** Text that is part of a bill: a ratio above 1 applies to all of it, because it only makes the rest smaller. */
function correctBilled(estimated: number, learned: LearnedRatio): number {
  return learned.ratio >= 1 ? learned.ratio * estimated : correct(estimated, learned);
}
