import type { SkipReason } from "../contract/report.js";

/** What a report says, in words. */
const BY_REPORT: Readonly<Record<SkipReason, string>> = {
  disabled: 'the policy is switched off (mode = "off", or a window of 0)',
  empty: "the body is empty",
  invalid_utf8: "the body is not UTF-8",
  invalid_json: "the body is not JSON",
  no_conversation: "the body has no list of messages in a known place",
  unsupported_wire: "the body's form is none that Tamis reads, or a mix of several",
  server_side_editing: "the request asks the provider to clear old results itself",
  duplicate_key: "the list of messages is there twice, and providers may disagree about which counts",
  too_large: "the body is beyond the limits",
  too_many_messages: "the conversation has more messages than the limits allow",
  no_backend: "neither the addon nor WebAssembly could be loaded (--allow-passthrough)",
  internal_error: "a defect in Tamis",
};

/**
 * Why a request went on as it came, in words: the values of `x-tamis-skipped`, of the log's `skipped` and of
 * `tamis_skipped_total`, and no others.
 */
export const UNTOUCHED = {
  ...BY_REPORT,
  bypass: "the client asked for it (x-tamis-bypass)",
  dry_run: "the client asked for a dry run (x-tamis-dry-run)",
  observe: "the gateway only observes (mode = observe)",
  holdout: "the conversation is left alone, to compare the others with (holdout_percent)",
  switched_off: "reducing is paused (tamis off)",
  keep_alive: "the gateway itself sent it, to renew an idle conversation's cache (keep_alive_usd)",
  count_tokens: "it asks for a count of tokens",
  batch: "it is a batch, and its requests are in a file that was sent before",
  unread_path: "it is a request to a path that Tamis does not read",
  continued: "the provider has the conversation: the body names it, and has nothing else to reduce",
  unsupported_encoding: "its encoding is none of gzip, br, deflate and zstd, or several; zstd needs the native backend",
  broken_encoding: "it is not what content-encoding says",
  costly_encoding: "it is zstd in more than 4,096 frames or 65,536 frames and blocks",
  pipeline_limit: "it is beyond 4 MiB, which no pipeline reads, and the policy's masks found nothing",
  deadline: "the summariser took longer than deadline_ms",
  reducer_failed: "an exception in reducing",
} as const satisfies Record<string, string>;

/** Why a request went on as it came. */
export type UntouchedReason = keyof typeof UNTOUCHED;

/** Why a request goes as it came although it was read: nothing is added to it either. */
export const ONLY_WATCHED: ReadonlySet<UntouchedReason | undefined> = new Set(["observe", "dry_run", "holdout"]);
/** Why it goes as its client made it, also a second time. */
export const LEFT_ALONE: ReadonlySet<UntouchedReason | undefined> = new Set([
  ...ONLY_WATCHED,
  "bypass",
  "switched_off",
]);
