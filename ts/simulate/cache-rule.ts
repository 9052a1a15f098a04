import { spanOf } from "../base/clock.js";
import { TamisError } from "../base/errors.js";
import type { Wire } from "../contract/report.js";
import { type CacheWish, cacheFor, lifeSecondsOf } from "../models/cache-mode.js";
import { checkDay } from "../models/day.js";
import { factsOf } from "../models/facts.js";
import { MODEL_TABLE, type ModelRow } from "../models/rows.js";
import { scaled } from "../wires/cache-facts.js";
import { WIRES } from "../wires/index.js";

/**
 * How a provider's prompt cache finds an earlier request's content.
 *
 * | finding | what is found | what is written |
 * |---|---|---|
 * | `prefix` | the longest common prefix with any earlier request, in whole steps | the rest |
 * | `look-back` | entries at breakpoints of earlier requests, looked for at this request's and up to 20 blocks before each | up to the last breakpoint |
 * | `exact` | entries at the newest breakpoints of earlier requests, anywhere in this one | up to the newest message |
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
  /** Whether an entry's time runs from when it was made, however often it is used. */
  readonly isFixed: boolean;
  /** With `exact`: how many of the newest breakpoints are compared. A breakpoint that is set again is new. */
  readonly matchedBreakpoints: number;
  /** From how many tokens on a request costs how many times as much. */
  readonly dear: { readonly aboveTokens: number; readonly times: number } | undefined;
  /** Breakpoints that the client sets before the messages: 1 on the system prompt, 2 on tools and system. */
  readonly constantBreakpoints: number;
  /** Breakpoints that the client sets on its newest messages, those of the model excluded: 1 or 2. */
  readonly messageBreakpoints: number;
  /** Whether finding a longer entry keeps a shorter one alive. No provider documents this. */
  readonly refreshesShorter: boolean;
  /**
   * Whether the model does not read reasoning before the user's newest message, so that a request finds nothing after
   * the first such piece. OpenAI, "Reasoning models": reasoning of earlier turns is discarded. Anthropic, "Preserved thinking":
   * so is thinking, by models before Claude Opus 4.5.
   */
  readonly forgetsReasoning: boolean;
}

/** How far before a breakpoint entries are looked for. */
export const LOOK_BACK_BLOCKS = 20;
/** The most breakpoints that a request may have. */
export const MAX_BREAKPOINTS = 4;

/** The row of which an ideal cache has the prices and the lifetime. */
const { row: IDEAL_ROW } = factsOf({ wire: "anthropic", model: "ideal" });

const IDEAL: CacheRule = {
  name: "prefix",
  finding: "prefix",
  read: scaled(IDEAL_ROW.cache.read),
  write: scaled(IDEAL_ROW.cache.write),
  minimumTokens: 0,
  stepTokens: 1,
  stepOffset: 0,
  lifeMs: IDEAL_ROW.cache.lifeSeconds * 1000,
  isFixed: false,
  matchedBreakpoints: Number.POSITIVE_INFINITY,
  dear: undefined,
  constantBreakpoints: 1,
  messageBreakpoints: 2,
  refreshesShorter: true,
  forgetsReasoning: false,
};

/**
 * Creates any rule: the given settings over an ideal prefix cache, with the prices and the lifetime of hosts that speak
 * Anthropic's wire (`tamis models --wire anthropic`).
 */
export function cacheRule(settings: Partial<CacheRule>): CacheRule {
  return { ...IDEAL, ...settings };
}

/** What a rule depends on beside wire and model. */
export interface RuleOptions extends CacheWish {
  /** The day whose values count, such as `2026-11-28`. @default the day of the release */
  asOf?: string | undefined;
}

/**
 * The rule of a request's provider by the table of models.
 *
 * @param wire Counts where the model's name says nothing.
 * @param longLived Whether breakpoints ask for the long lifetime.
 * @throws TamisError `OPTION_INVALID` for a day that is none.
 */
export function cacheRuleFor(
  wire: Wire,
  model = "",
  longLived = false,
  { asOf, ...wish }: RuleOptions = {},
): CacheRule {
  checkDay("asOf", asOf);
  return ruleOf(factsOf({ model, wire: WIRES.of(wire).key, asOf }).row, longLived, wish);
}

/** What the rule of a session depends on. */
export interface RuledSession {
  readonly wire: Wire;
  readonly model: string | undefined;
  /** Whether the request asks for the provider's long lifetime. */
  readonly longLived: boolean;
  /** The day whose facts of models count; undefined for that of the release. */
  readonly asOf: string | undefined;
  /** How its requests ask to be cached. */
  readonly wish: CacheWish;
}

/** The rule of a session's provider on the day of the session. */
export const cacheRuleOf = ({ wire, model, longLived, asOf, wish }: RuledSession): CacheRule =>
  cacheRuleFor(wire, model, longLived, { ...wish, asOf });

/** Whether a model has a row of its own, as opposed to its vendor's newest or its wire's. */
export function isKnownModel(wire: Wire, model = ""): boolean {
  return factsOf({ model, wire: WIRES.of(wire).key }).by === "name";
}

/** A row as a rule of the simulator. */
function ruleOf({ id, thinking, dear, ...row }: ModelRow, longLived: boolean, wish: CacheWish = {}): CacheRule {
  const cache = cacheFor(row.cache, wish);
  const { finding, read, write, minimumTokens, stepTokens = 1, stepOffsetTokens = 0 } = cache;
  const seconds = lifeSecondsOf(cache, longLived);
  return cacheRule({
    ...{ finding, minimumTokens, stepTokens, stepOffset: stepOffsetTokens },
    name: longLived && cache.writeLong !== undefined ? `${id}, ${spanOf(seconds)}` : id,
    read: scaled(read),
    write: scaled(longLived ? (cache.writeLong ?? write) : write),
    lifeMs: seconds * 1000,
    isFixed: cache.lifePolicy === "fixed",
    matchedBreakpoints: cache.matchedBreakpoints ?? Number.POSITIVE_INFINITY,
    dear,
    forgetsReasoning: thinking.history === "dropped",
  });
}

/** Short names of families, and their rows in the table of models. */
const FAMILIES: Readonly<Record<string, string>> = {
  anthropic: "claude-opus-4-5",
  "anthropic-5.5": "claude-opus-5-5",
  "anthropic-fable": "claude-fable-5-2",
  "anthropic-haiku": "claude-haiku-5-5",
  openai: "gpt-5",
  "openai-5.5": "gpt-5-5",
  "openai-5.6": "gpt-5-6",
  "openai-6.1": "gpt-6-1",
  gemini: "gemini-pro",
  "gemini-4": "gemini-4",
  xai: "grok-4-6",
  deepseek: "deepseek-v4",
  mistral: "mistral",
  qwen: "qwen",
  kimi: "kimi-k3",
  glm: "glm-5",
  minimax: "minimax-m3",
};

const HOUR_SECONDS = 3600;
const LONG = /-(?:(\d+)h|long)$/;

/** The rule that a family's short name, a row of the table or a model's name means. */
function namedRule(text: string): CacheRule | undefined {
  if (text === "none") return cacheRule({ name: "no cache", finding: "none", read: 10_000, write: 10_000 });
  const [suffix, hours] = LONG.exec(text) ?? [];
  const name = suffix === undefined ? text : text.slice(0, -suffix.length);
  const family = Object.hasOwn(FAMILIES, name) ? FAMILIES[name] : name;
  const found = factsOf({ model: name });
  const row = MODEL_TABLE.models.find(({ id }) => id === family) ?? (found.by === "name" ? found.row : undefined);
  if (row === undefined || (suffix !== undefined && !livesFor(row, hours))) return undefined;
  return { ...ruleOf(row, suffix !== undefined), name: text };
}

/** Whether a family has a long lifetime, of so many hours if they are given. */
function livesFor({ cache: { writeLong, longLifeSeconds } }: ModelRow, hours: string | undefined): boolean {
  return writeLong !== undefined && (hours === undefined || longLifeSeconds === Number(hours) * HOUR_SECONDS);
}

/**
 * Reads a rule by name: a family (`anthropic`, `openai-5.6`, `deepseek` …), a row of the table of models or a model's name,
 * with its hours (`-1h`, `-12h`) or `-long` behind it for the long lifetime; `none`; or `read,write`, such as `0.1,1.25`, for
 * an ideal prefix cache at these prices.
 * @throws TamisError `OPTION_INVALID`
 */
export function parseCacheRule(text: string): CacheRule {
  const named = namedRule(text);
  if (named !== undefined) return named;
  const [read, write] = /^(\d+(?:\.\d+)?),(\d+(?:\.\d+)?)$/.exec(text)?.slice(1).map(Number) ?? [];
  if (read === undefined || write === undefined || read > 100 || write > 100) {
    const choices = [...Object.keys(FAMILIES), "none"].join(", ");
    const expected = `${choices}, a model's name, or read,write up to 100`;
    throw new TamisError("OPTION_INVALID", `prices: expected ${expected}, got ${text}`);
  }
  return cacheRule({
    name: `read ${read}, write ${write}`,
    read: scaled(read),
    write: scaled(write),
  });
}
