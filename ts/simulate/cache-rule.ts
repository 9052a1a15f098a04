import { TamisError } from "../base/errors.js";
import type { Wire } from "../contract/report.js";
import { ownName } from "../models/name.js";
import { WIRES } from "../wires/index.js";

/**
 *
 *  How a provider's prompt cache finds an earlier request's content.
 *
 * | finding | what is found | what is written |
 * |---|---|---|
 * | `prefix` | the longest common prefix with any earlier request, in whole steps | the rest |
 * | `look-back` | entries at breakpoints of earlier requests, looked for at this request's and up to 20 blocks before each | up to the last breakpoint |
 * | `exact` | entries at breakpoints of earlier requests, anywhere in this one | up to the newest message |
 * | `none` | nothing | nothing |
 */
export type CacheFinding = "prefix" | "look-back" | "exact" | "none";

/** One provider's cache and its prices. Created by {@link cacheRule} and {@link cacheRuleFor}. */
export interface CacheRule {
  /** The rule's name, as reports show it. */
  readonly name: string;
  /** How the cache finds what was sent before. */
  readonly finding: CacheFinding;
  /** Price of a cached token relative to a fresh one, × 10,000. */
  readonly read: number;
  /** Price of a token written to the cache relative to a fresh one, × 10,000. */
  readonly write: number;
  /** Prefixes with fewer tokens are not cached. */
  readonly minimumTokens: number;
  /** The found length is rounded down to a multiple of this, less `stepOffset`. */
  readonly stepTokens: number;
  /** Tokens taken off each multiple of `stepTokens`. */
  readonly stepOffset: number;
  /** An entry expires after this time without use. Applies only if times are known. */
  readonly lifeMs: number;
  /** Breakpoints that the client sets before the messages: 1 on the system prompt, 2 on tools and system. */
  readonly constantBreakpoints: number;
  /** Breakpoints that the client sets on its newest messages, those of the model excluded: 1 or 2. */
  readonly messageBreakpoints: number;
  /** Whether finding a longer entry keeps a shorter one alive. No provider documents this. */
  readonly refreshesShorter: boolean;
  /**
   * Whether the model does not read reasoning before the user's newest message, so that a request finds nothing after
   * the first such piece. OpenAI, "Reasoning models": reasoning of earlier turns is discarded.
   */
  readonly forgetsReasoning: boolean;
}

const MINUTES = 60_000;
/** How far before a breakpoint entries are looked for. */
export const LOOK_BACK_BLOCKS = 20;
/** The most breakpoints that a request may have. */
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

/** Creates any rule: the given settings over an ideal prefix cache that reads at 0.1 and writes at 1.25. */
export function cacheRule(settings: Partial<CacheRule>): CacheRule {
  return { ...IDEAL, ...settings };
}

/** The rule of a request's provider, by wire, model and the lifetime that its breakpoints ask for. */
export function cacheRuleFor(wire: Wire, model = "", longLived = false): CacheRule {
  const { cache } = WIRES.of(wire);
  return cacheRule({ ...cache.prices(model, longLived), ...cache.behaviour(model, longLived) });
}

/** Whether a model has a rule of its own, as opposed to its wire's default. */
export function isKnownModel(wire: Wire, model = ""): boolean {
  return WIRES.of(wire).cache.models.test(ownName(model));
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
 * Reads a rule by name: a provider (`anthropic`, `anthropic-1h`, `openai`, `openai-5.6`, `gemini`, `none`), or
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
