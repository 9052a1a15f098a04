// Why a request saved nothing, or not more: a sentence for people.
import { groupDigits } from "../../base/counts.js";
import { UNTOUCHED, type UntouchedReason } from "../../gateway/untouched.js";
import type { LedgerEntry } from "../../ledger/index.js";

/** Reasons that are failures of ours: the request went on nevertheless. */
export const FAILED_OPEN: ReadonlySet<string> = new Set(["internal_error", "deadline", "reducer_failed"]);

/** Another version may have written other reasons. */
const textOf = (reason: string): string =>
  Object.hasOwn(UNTOUCHED, reason) ? UNTOUCHED[reason as UntouchedReason] : `not reduced: ${reason}`;

/** The sentence; undefined where there is nothing to explain. */
export function whyNotMore(entry: LedgerEntry): string | undefined {
  const { skipped, tokensBefore, tokensAfter, waitingTokens, refused } = entry;
  if (refused !== undefined) return undefined;
  if (skipped !== undefined) return textOf(skipped);
  if (waitingTokens > 0) {
    const what = `about ${groupDigits(waitingTokens)} tokens could go`;
    return `${what}, and wait: to remove them now would cost more of the provider's cache than it saves`;
  }
  return tokensAfter < tokensBefore ? undefined : "nothing in it is old and long enough to go yet";
}
