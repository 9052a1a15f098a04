// Why a cache had lost the beginning of a request, where the answer's line in a log says so.

import type { CacheCause } from "../../pricing/diagnose-cache.js";
import { isRecord, type JsonRecord } from "../../text/json-value.js";

/**
 * What Anthropic finds where it compares a request with the one before. Source: its page on cache diagnostics. Of its two other
 * types one means that it no longer knows the request before, the other that it compared nothing: neither is a cause.
 */
const BY_PROVIDER: Readonly<Record<string, CacheCause>> = {
  model_changed: "model",
  system_changed: "system",
  tools_changed: "tool_list",
  messages_changed: "client_edit",
};

/** What Claude Code finds by comparing what it sends (2.1.260 and later). It says `unknown` where it finds nothing. */
const BY_CLIENT: Readonly<Record<string, CacheCause>> = {
  model_changed: "model",
  tools_changed: "tool_list",
  defer_loading_changed: "tool_list",
  system_prompt_changed: "system",
  messages_rewritten: "client_edit",
  ttl_expired_5m: "timeout",
  ttl_expired_1h: "timeout",
  likely_server_side: "unknown",
  fast_mode_changed: "parameters",
  cache_scope_or_ttl_changed: "parameters",
  betas_changed: "parameters",
  effort_changed: "parameters",
  thinking_mode_changed: "parameters",
  thinking_display_changed: "parameters",
  auto_mode_changed: "parameters",
  overage_changed: "parameters",
  extra_body_changed: "parameters",
};

/** The cause that the line of an answer gives, the client's own before the provider's; undefined where it gives none. */
export function readMissCause({ message, prompt_cache: cache }: JsonRecord): CacheCause | undefined {
  const said = isRecord(cache) ? cache.last_miss_cause : undefined;
  const list = isRecord(said) ? said.causes : said;
  for (const cause of Array.isArray(list) ? list : [list]) {
    const known = typeof cause === "string" && Object.hasOwn(BY_CLIENT, cause) ? BY_CLIENT[cause] : undefined;
    if (known !== undefined) return known;
  }
  const { diagnostics } = isRecord(message) ? message : {};
  const reason = isRecord(diagnostics) ? diagnostics.cache_miss_reason : undefined;
  const type = isRecord(reason) ? reason.type : undefined;
  return typeof type === "string" && Object.hasOwn(BY_PROVIDER, type) ? BY_PROVIDER[type] : undefined;
}
