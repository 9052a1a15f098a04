// Why a request saved nothing, or not more: a sentence for people.
import type { LedgerEntry } from "../../ledger/index.js";

const SKIPPED: Readonly<Record<string, string>> = {
  disabled: "the policy is switched off (enabled = false, or a window of 0)",
  empty: "the body is empty",
  invalid_utf8: "the body is no UTF-8",
  invalid_json: "the body is no JSON",
  no_conversation: "the body has no list of messages",
  unsupported_wire: "the body's form is none that Tamis reads",
  server_side_editing: "the client asks the provider to clear old results itself",
  duplicate_key: "the list of messages is there twice, and providers may disagree about which counts",
  too_large: "the body is beyond the limits",
  too_many_messages: "the conversation has more messages than the limits allow",
  not_roundtrip_safe: "the body could not be written again exactly as it is",
  internal_error: "a defect in Tamis; the request went as it came",
  bypass: "the client asked for it (x-tamis-bypass)",
  observe: "Tamis only observes: the request went as it came",
  dry_run: "the client asked for a dry run (x-tamis-dry-run)",
  count_tokens: "it only asks for a count of tokens",
  unsupported_encoding: "the body's encoding is not known",
  broken_encoding: "the body's encoding is broken",
  costly_encoding: "the body is packed in too many pieces",
  deadline: "the pipeline was too slow: the request went as it came",
  reducer_failed: "the reduction failed: the request went as it came",
};

/** Reasons that are failures of ours: the request went on nevertheless. */
export const FAILED_OPEN: ReadonlySet<string> = new Set(["internal_error", "deadline", "reducer_failed"]);

const grouped = (value: number): string => String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ",");

/** The sentence; undefined where there is nothing to explain. */
export function whyNotMore(entry: LedgerEntry): string | undefined {
  const { skipped, tokensBefore, tokensAfter, waitingTokens, requestsToMove, refused } = entry;
  if (refused !== undefined) return undefined;
  if (skipped !== undefined) return SKIPPED[skipped] ?? `not reduced: ${skipped}`;
  if (waitingTokens > 0) {
    const what = `about ${grouped(waitingTokens)} tokens could go`;
    const when =
      requestsToMove === undefined
        ? ""
        : `; that pays after about ${requestsToMove} more ${requestsToMove === 1 ? "request" : "requests"}`;
    return `${what}, and wait: to remove them now would cost more of the provider's cache than it saves${when}`;
  }
  return tokensAfter < tokensBefore ? undefined : "nothing in it is old and long enough to go yet";
}
