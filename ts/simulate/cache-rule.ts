import { TamisError } from "../base/errors.js";
import type { Wire } from "../contract/report.js";
import { cachePricesOf } from "../wires/cache-prices.js";
import { type CachePrices, WireTable } from "../wires/definition.js";
import { wireOfName } from "../wires/index.js";
import { hasOpenAiBreakpoints } from "../wires/model-prices.js";

/**
 * How a provider's prompt cache finds what was sent before.
 *
 * | finding | what is found | what is written |
 * |---|---|---|
 * | `prefix` | the longest common prefix with any earlier request, in whole steps | the rest |
 * | `look-back` | entries at breakpoints of earlier requests, looked for at this request's and up to 20 blocks before each | up to the last breakpoint |
 * | `exact` | entries at breakpoints of earlier requests, anywhere in this one | up to the newest message |
 * | `none` | nothing | nothing |
 */
export type CacheFinding = "prefix" | "look-back" | "exact" | "none";

/** One provider's cache and its prices. Made by {@link cacheRule} and {@link cacheRuleFor}. */
export interface CacheRule {
  readonly name: string;
  readonly finding: CacheFinding;
  /** Price of a cached token relative to a fresh one, × 10,000. */
  readonly read: number;
  /** Price of a token written to the cache relative to a fresh one, × 10,000. */
  readonly write: number;
  /** Prefixes with fewer tokens are not cached. */
  readonly minimumTokens: number;
  /** What is found is cut to a multiple of this, less `stepOffset`. */
  readonly stepTokens: number;
  readonly stepOffset: number;
  /** An entry dies when it was not used for so long. Counts only where times are known. */
  readonly lifeMs: number;
  /** Breakpoints that the client sets in front of the messages: 1 on the system prompt, 2 on tools and system. */
  readonly constantBreakpoints: number;
  /** Breakpoints that the client sets on its newest messages that are not the model's: 1 or 2. */
  readonly messageBreakpoints: number;
  /** Whether an entry stays alive when only a longer one was found. Not documented by any provider. */
  readonly refreshesShorter: boolean;
  /**
   * Whether reasoning before the user's newest message is left out of what the model reads, so that a request finds
   * nothing behind the first such piece. OpenAI, "Reasoning models": reasoning of earlier turns is discarded.
   */
  readonly forgetsReasoning: boolean;
}

const MINUTES = 60_000;
/** As far as a breakpoint looks for entries before it. */
export const LOOK_BACK_BLOCKS = 20;
/** Breakpoints that a request may have. */
export const MAX_BREAKPOINTS = 4;

const IDEAL: CacheRule = {
  name: "prefix",
  finding: "prefix",
  read: 1000,
  write: 12_500,
  minimumTokens: 0,
  stepTokens: 1,
  stepOffset: 0,
  lifeMs: 5 * MINUTES,
  constantBreakpoints: 1,
  messageBreakpoints: 2,
  refreshesShorter: true,
  forgetsReasoning: false,
};

/** Any rule: the settings given over an ideal prefix cache that reads at 0.1 and writes at 1.25. */
export function cacheRule(settings: Partial<CacheRule>): CacheRule {
  return { ...IDEAL, ...settings };
}

/** The rule of a request's provider, from wire, model and the lifetime that its breakpoints ask for. */
export function cacheRuleFor(wire: Wire, model?: string, longLived = false): CacheRule {
  return cacheRule(RULES.of(wire)(cachePricesOf(wire, model, longLived), model ?? "", longLived));
}

type Settings = Partial<CacheRule>;

/** What each wire's provider does; prices come from the wire's definition. */
export const RULES = new WireTable<(prices: CachePrices, model: string, longLived: boolean) => Settings>("simulation", {
  "openai-chat": openAiRule,
  "openai-responses": openAiRule,
  anthropic: (prices, model, longLived) => ({
    ...prices,
    name: longLived ? "anthropic, 1 h" : "anthropic",
    finding: "look-back",
    minimumTokens: anthropicMinimum(model),
    lifeMs: (longLived ? 60 : 5) * MINUTES,
  }),
  gemini: (prices, model) => ({ ...prices, name: "gemini", minimumTokens: /pro/.test(model) ? 4096 : 2048 }),
});

function openAiRule(prices: CachePrices, model: string): Settings {
  const openAi = { ...prices, minimumTokens: 1024, forgetsReasoning: true };
  if (hasOpenAiBreakpoints(model)) return { ...openAi, name: "openai, breakpoints", finding: "exact" };
  const isLater = /(?:^|\/)gpt-5\.5(?!\d)/.test(model);
  return { ...openAi, name: "openai", ...(isLater ? GPT_5_5 : EARLIER) };
}

/** OpenAI, "Prompt caching": steps of 128 tokens; forgotten after 5 to 10 minutes without use. */
const EARLIER = { stepTokens: 128, lifeMs: 10 * MINUTES };
/**
 * Not documented, but so in all 163 requests of the logs that the models are held to: what is found is 384, 896, 1,408 …
 * tokens long. Documented is that entries live for up to 24 hours; there they were found after 13 minutes, and not after 4 hours.
 */
const GPT_5_5 = { stepTokens: 512, stepOffset: 128, lifeMs: 60 * MINUTES };

/** Whether the rule of a model is its own, and not its wire's default. */
export function isKnownModel(wire: Wire, model = ""): boolean {
  return wireOfName(wire).models.test(model);
}

function anthropicMinimum(model: string): number {
  if (/opus-4-[5-9]|haiku-4/.test(model)) return 4096;
  return /haiku/.test(model) ? 2048 : 1024;
}

const NAMED: Readonly<Record<string, () => CacheRule>> = {
  anthropic: () => cacheRuleFor("anthropic"),
  "anthropic-1h": () => cacheRuleFor("anthropic", undefined, true),
  openai: () => cacheRuleFor("openai-chat", "gpt-5"),
  "openai-5.6": () => cacheRuleFor("openai-chat", "gpt-5.6"),
  gemini: () => cacheRuleFor("gemini"),
  none: () => cacheRule({ name: "no cache", finding: "none", read: 10_000, write: 10_000 }),
};

/**
 * The rule that a text names: a provider (`anthropic`, `anthropic-1h`, `openai`, `openai-5.6`, `gemini`, `none`), or
 * `read,write`, such as `0.1,1.25`, for an ideal prefix cache at these prices.
 * @throws TamisError `OPTION_INVALID`
 */
export function parseCacheRule(text: string): CacheRule {
  const named = Object.hasOwn(NAMED, text) ? NAMED[text] : undefined;
  if (named !== undefined) return named();
  const [read, write] = /^(\d+(?:\.\d+)?),(\d+(?:\.\d+)?)$/.exec(text)?.slice(1).map(Number) ?? [];
  if (read === undefined || write === undefined || read > 100 || write > 100) {
    const choices = Object.keys(NAMED).join(", ");
    throw new TamisError("OPTION_INVALID", `prices: expected ${choices} or read,write up to 100, got ${text}`);
  }
  return cacheRule({
    name: `read ${read}, write ${write}`,
    read: Math.round(read * 10_000),
    write: Math.round(write * 10_000),
  });
}
