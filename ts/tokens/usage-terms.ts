// What a usage says beside its tokens and has a price: speed, tier, place, searches. Names are in snake_case here.
import type { BillTerms, OtherModelTokens } from "../contract/price-types.js";
import { isRecord, type JsonRecord } from "../text/json-value.js";

/** Values that mean standard prices. Sources: Anthropic, Usage; OpenAI, `service_tier`; Groq, `service_tier`. */
const STANDARD: ReadonlySet<string> = new Set([
  ...["", "standard", "default", "auto", "on_demand", "global", "not_available", "none"],
]);

/** Tools of Anthropic's servers that cost nothing beside their tokens. Source: Anthropic, Pricing, "Specific tool pricing". */
const FREE_TOOLS: ReadonlySet<string> = new Set(["web_fetch_requests", "tool_search_requests"]);

const LONGEST = 60;

/** The name of something that is not standard; undefined for what is. */
export function unusual(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const name = value.trim().toLowerCase().slice(0, LONGEST);
  return STANDARD.has(name) ? undefined : name;
}

/** What a usage and its iterations say beside tokens; undefined for standard prices. */
export function readTerms(
  usage: JsonRecord,
  { others, unread }: { others: readonly OtherModelTokens[]; unread: readonly string[] },
): BillTerms | undefined {
  const [speed, tier, geo] = [usage.speed, usage.service_tier, usage.inference_geo].map(unusual);
  const { webSearches, tools } = readTools(usage.server_tool_use);
  const all = [...new Set([...unread, ...tools])];
  const terms: BillTerms = {
    ...(speed === undefined ? {} : { speed }),
    ...(tier === undefined ? {} : { tier }),
    ...(geo === undefined ? {} : { geo }),
    ...(webSearches === 0 ? {} : { webSearches }),
    ...(others.length === 0 ? {} : { others }),
    ...(all.length === 0 ? {} : { unread: all }),
  };
  return Object.keys(terms).length === 0 ? undefined : terms;
}

function readTools(used: unknown): { webSearches: number; tools: string[] } {
  const found = { webSearches: 0, tools: [] as string[] };
  if (!isRecord(used)) return found;
  for (const [name, count] of Object.entries(used)) {
    if (typeof count !== "number" || !(count > 0) || FREE_TOOLS.has(name)) continue;
    if (name === "web_search_requests" && Number.isFinite(count)) found.webSearches = count;
    else found.tools.push(name.slice(0, LONGEST));
  }
  return found;
}
