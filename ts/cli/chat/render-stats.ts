import type { SessionStats } from "../../session/index.js";
import { counted, groupDigits, percent, printable } from "../shared/terminal.js";

/** The answer to /stats, readable without colours. */
export function renderStats(stats: SessionStats): string {
  const { tokens, maxTokens, turns, entries, trims, trimmedTurns, maskedCount, clippedCount, savedTokens } = stats;
  const due = stats.trimDue ? "; a trim is due before the next prompt" : "";
  const rows: [string, string][] = [
    ["session", `${printable(stats.name ?? stats.id, 80)}${stats.stored ? "" : " (in memory only)"}`],
    ["model", printable(stats.model ?? "none", 80)],
    ["turns", `${groupDigits(turns)} (${groupDigits(entries)} entries)`],
    ["tokens", `${groupDigits(tokens)} of ${groupDigits(maxTokens)} (${percent(tokens, maxTokens)})${due}`],
    [
      "trimmed",
      `${counted(trimmedTurns, "turn")} in ${counted(trims, "trim")}; ${counted(maskedCount, "result")} masked, ${counted(clippedCount, "text")} clipped`,
    ],
    ["saved", `${groupDigits(savedTokens)} tokens`],
    ["billed", billed(stats)],
    ["cost", cost(stats)],
  ];
  return rows.map(([name, value]) => `  ${name.padEnd(9)}${value}`).join("\n");
}

function billed({ requests, inputTokens, cachedTokens, outputTokens, unreadBills }: SessionStats): string {
  const unread = unreadBills === 0 ? "" : `usage of ${counted(unreadBills, "answer")} not understood`;
  if (requests === 0) return unread === "" ? "nothing reported yet" : unread;
  const cached = cachedTokens === 0 ? "" : ` (${groupDigits(cachedTokens)} from the cache)`;
  return `${groupDigits(inputTokens)} tokens in${cached}, ${groupDigits(outputTokens)} out, ${counted(requests, "answer")}${unread === "" ? "" : `; ${unread}`}`;
}

function cost({ cost: dollars, pricedRequests, requests, unreadBills }: SessionStats): string {
  if (requests + unreadBills === 0) return "none yet";
  if (requests === 0) return "unknown: no usage that is understood";
  if (pricedRequests === 0) return "unknown: no price for this model";
  const missing = requests + unreadBills - pricedRequests;
  return `$${dollars.toFixed(4)}${missing === 0 ? "" : `, ${counted(missing, "answer")} without a price not included`}`;
}
