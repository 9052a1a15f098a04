import { findProvider } from "@pydantic/genai-prices";
import { describe, expect, it } from "vitest";
import table from "../../ts/models/facts.json" with { type: "json" };
import { differencesTo, type ListedFacts, lineOf, type Reason } from "../support/fact-lists.js";

/** Vendors' own prices; hosts have theirs. */
const VENDORS = ["anthropic", "openai", "google", "x-ai", "deepseek", "moonshotai", "minimax", "mistral"];
/** Models for images, speech, search and embeddings, and vendors' models at another's prices: no row is about them. */
const OTHERS = /image|audio|tts|live|transcribe|realtime|embed|search|research|vision|instruct|:|ft[.-]|ocr|nemo/;

type Rate = number | { base: number; tiers: { start: number; price: number }[] } | undefined;
interface Prices {
  input_mtok?: Rate;
  cache_read_mtok?: Rate;
  cache_write_mtok?: Rate;
  cache_write_1h_mtok?: Rate;
}
interface Dated {
  constraint?: { type?: string; start_date?: string };
  prices: Prices;
}

const baseOf = (rate: Rate): number | undefined => (typeof rate === "object" ? rate.base : rate);

function stepOf(rate: Rate): ListedFacts["dear"] {
  const [tier] = typeof rate === "object" ? rate.tiers : [];
  return tier && { aboveTokens: tier.start, times: tier.price / (baseOf(rate) ?? 1) };
}

/** The prices on the day, at the hours without another price. */
function pricesOn(day: string, prices: Prices | readonly Dated[]): Prices {
  if (!Array.isArray(prices)) return prices as Prices;
  const inForce = (prices as readonly Dated[]).filter(
    ({ constraint }) =>
      constraint === undefined || (constraint.start_date !== undefined && constraint.start_date <= day),
  );
  return inForce.at(-1)?.prices ?? {};
}

function listOn(day: string): ListedFacts[] {
  const models = VENDORS.flatMap((providerId) =>
    // Google also sells Anthropic's models, at prices of its own.
    (findProvider({ providerId })?.models ?? []).filter(({ id }) => providerId === "anthropic" || !/claude/.test(id)),
  );
  return models.flatMap((model) => {
    if (OTHERS.test(model.id)) return [];
    const prices = pricesOn(day, model.prices as Prices | Dated[]);
    const input = baseOf(prices.input_mtok);
    if (input === undefined) return [];
    const relative = (rate: Rate) => (rate === undefined ? undefined : (baseOf(rate) ?? 0) / input);
    return [
      {
        model: model.id,
        contextTokens: model.context_window,
        read: relative(prices.cache_read_mtok),
        write: relative(prices.cache_write_mtok),
        writeLong: relative(prices.cache_write_1h_mtok),
        dear: stepOf(prices.input_mtok),
      },
    ];
  });
}

const ROUNDED = "the list rounds to thousands what the vendor's page gives exactly";
const DEARER =
  "one row for models that differ has the price of the dearest, so that no move is made for a gain that is none";

const FAST = "the list has one price in dollars for the cache of the plain and the fast models";

const REASONS: readonly Reason[] = [
  { row: "minimax-m2", fact: "read", because: FAST },
  { row: "minimax-m2", fact: "write", because: FAST },
  { row: "minimax-m2-7", fact: "read", because: FAST },
  { row: "minimax-m2-7", fact: "write", because: FAST },
  { row: "codestral", fact: "contextTokens", because: "LiteLLM's map has 128,000, the smaller limit" },
  { row: "gpt-4-1", fact: "contextTokens", because: ROUNDED },
  { row: "deepseek-v3", models: /chat|reasoner/, fact: "read", because: "the list has the price of before V3.2" },
  {
    row: "deepseek-v3",
    fact: "contextTokens",
    because: "the list has the limit of before V3.1; LiteLLM's map has 131,072",
  },
  {
    row: "deepseek-v3",
    models: /terminus/,
    fact: "read",
    because: "the list has a host's price of a hit, DeepSeek took $0.07",
  },
  { row: "deepseek-flash", fact: "read", because: "DeepSeek's page of November 2026 and LiteLLM's map have 0.02" },
  { row: "gemini-1", models: /1\.5-pro/, fact: "contextTokens", because: "Google's page of the model has 2,000,000" },
  { row: "gemini-1-5-flash", models: /8b/, fact: "read", because: "$0.01 is $0.0094, rounded" },
  { row: "gemini-flash", fact: "contextTokens", because: ROUNDED },
  { row: "gemini-3-5-flash", fact: "contextTokens", because: ROUNDED },
  { row: "gpt-4-32k", fact: "contextTokens", because: ROUNDED },
  { row: "grok-3", models: /grok-2/, fact: "contextTokens", because: "the list has the limit of the model for images" },
  { row: "grok-4-3", models: /multi-agent/, fact: "read", because: "LiteLLM's map, by xAI's own list, has 0.16" },
  { row: "grok-4-3", models: /multi-agent/, fact: "dear", because: "LiteLLM's map, by xAI's own list, has the step" },
  { row: "grok-code", fact: "read", because: "the list has the price of before the name led to Grok Build" },
  { row: "grok-code", fact: "dear", because: "the list has the price of before the name led to Grok Build" },
  { row: "kimi-k2", models: /turbo/, fact: "read", because: DEARER },
  { row: "kimi-k2-5", fact: "read", because: DEARER },
];

describe("our facts and @pydantic/genai-prices", () => {
  const { compared, differences, unused } = differencesTo(listOn(table.day), REASONS, table.day);

  it("differ nowhere without a reason", () => {
    expect(compared).toBeGreaterThan(100);
    expect(differences.filter(({ because }) => because === undefined).map(lineOf)).toEqual([]);
  });

  it("differ where a reason is given", () => {
    expect(unused).toEqual([]);
  });

  it.each([["2025-06-01"], ["2026-03-01"], ["2026-09-01"], ["2027-02-01"]])("differ no more on %s", (day) => {
    const then = differencesTo(listOn(day), REASONS, day).differences.filter(({ because }) => because === undefined);
    expect(then.map(lineOf)).toEqual([]);
  });
});
