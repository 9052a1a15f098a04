// The usage of nearly every line of Claude Code, read without looking for other vendors' names: a log has thousands.
import type { SplitTokens } from "../../contract/price-types.js";
import { isRecord, type JsonRecord } from "../../text/json-value.js";
import { unusual } from "../../tokens/usage-terms.js";

/** Members that change nothing of the bill where their value is the standard one. */
const ASIDE: ReadonlySet<string> = new Set(["service_tier", "inference_geo", "speed"]);
const SERVER_TOOLS = "server_tool_use";

/**
 * Tokens of a usage in Anthropic's form; undefined for one with any other member or value, which `readUsage` reads. Both give
 * the same where this gives anything.
 */
export function readPlainUsage(usage: JsonRecord): SplitTokens | undefined {
  const sums = { input_tokens: -1, cache_read_input_tokens: 0, cache_creation_input_tokens: 0, output_tokens: 0 };
  let [fiveMinutes, hour] = [0, 0];
  for (const key in usage) {
    const value = usage[key];
    if (key === "cache_creation") {
      if (!isRecord(value)) return undefined;
      for (const part in value) {
        const tokens = value[part];
        if (!isCount(tokens)) return undefined;
        if (part === "ephemeral_5m_input_tokens") fiveMinutes = tokens;
        else if (part === "ephemeral_1h_input_tokens") hour = tokens;
        else return undefined;
      }
    } else if (Object.hasOwn(sums, key)) {
      if (!isCount(value)) return undefined;
      sums[key as keyof typeof sums] = value;
    } else if (key === SERVER_TOOLS) {
      if (isRecord(value) && !Object.values(value).every((count) => count === 0)) return undefined;
    } else if (!ASIDE.has(key) || isRecord(value) || unusual(value) !== undefined) return undefined;
  }
  const { input_tokens: fresh, cache_read_input_tokens: cacheRead, output_tokens: output } = sums;
  // Without a number about a cache a usage may be another vendor's.
  if (fresh < 0 || !("cache_read_input_tokens" in usage || "cache_creation_input_tokens" in usage)) return undefined;
  const cacheWrite = Math.max(sums.cache_creation_input_tokens, fiveMinutes + hour);
  const hourWrite = Math.min(cacheWrite, hour);
  return { fresh, cacheRead, cacheWrite, ...(hourWrite > 0 ? { hourWrite } : {}), output };
}

const isCount = (value: unknown): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
