// What providers bill, in one shape.
import type { BillTerms, OtherModelTokens, SplitTokens } from "../contract/price-types.js";
import type { Wire } from "../contract/report.js";
import { isRecord, type JsonRecord, nonEmpty } from "../text/json-value.js";
import { WIRES } from "../wires/index.js";
import { copyInSnakeCase, inSnakeCase, toSnake } from "./snake-case.js";
import {
  ANTHROPIC_HOUR,
  ANTHROPIC_PARTS,
  COSTS,
  HARMLESS,
  IS_FEE,
  type Names,
  USAGE_HOLDERS,
  USAGE_KEYS,
  USAGE_SHAPES,
  type UsageShape,
  WRITTEN_LIST,
} from "./usage-shapes.js";
import { readTerms } from "./usage-terms.js";

/** Tokens of one request, as its provider counted them. */
export interface TokenUsage {
  /** The whole input, however it was billed. */
  inputTokens: number;
  /** The part read from the cache. */
  cachedTokens: number;
  /** The part written to the cache at a price of its own. */
  cacheWriteTokens: number;
  /** Of the written part, what Anthropic keeps for an hour, at a higher price; absent where it is none. */
  hourWriteTokens?: number;
  /** Tokens of answer and thinking. */
  outputTokens: number;
  /** What was charged, in US dollars, where the provider says it (OpenRouter); absent elsewhere. */
  cost?: number;
  /** What else has a price: fast mode, tier, place, searches, other models; absent where all is standard. */
  terms?: BillTerms;
}

/** A usage that was read, or the reason why it cannot be. */
export type ReadUsage =
  | {
      billed: TokenUsage;
      /** Input tokens of the request that was sent; undefined if the provider sent the model another one. */
      promptTokens: number | undefined;
    }
  | {
      /** One sentence. */
      problem: string;
      /** There is nothing to read. */
      isMissing?: true;
    };

/**
 * Reads a provider's `usage`: those of the four wires, of the vendors that speak them, and of the AI SDK, LangChain,
 * LiteLLM, Bedrock, Ollama and Cohere, in `camelCase` and `snake_case`.
 *
 * @param usage The `usage` object (Gemini: `usageMetadata`), or the response or streaming event that has it, or a list
 * of such events in the order they came. Later numbers replace earlier ones, as in Anthropic's `message_start` and
 * `message_delta`.
 * @param wire The request's wire: the names of other wires are not read, those of libraries are. @default any
 * @returns undefined if it is not understood: no number of input tokens, an impossible number (negative, not an
 * integer, more cached tokens than input), or an unknown name of cached tokens. `usageProblem` says why.
 * @throws TamisError `OPTION_INVALID` for an unknown wire.
 */
export function parseUsage(usage: unknown, wire?: Wire): TokenUsage | undefined {
  const read = readUsage(usage, wire);
  return "billed" in read ? read.billed : undefined;
}

/**
 * Why `parseUsage` does not understand a usage, in one sentence that quotes keys and no values; undefined where it does.
 *
 * @throws TamisError `OPTION_INVALID` for an unknown wire.
 */
export function usageProblem(usage: unknown, wire?: Wire): string | undefined {
  const read = readUsage(usage, wire);
  return "problem" in read ? read.problem : undefined;
}

/** A bill's tokens by price, as `priceTokens` takes them. */
export function splitBill(billed: TokenUsage): SplitTokens {
  const { inputTokens, cachedTokens, cacheWriteTokens, hourWriteTokens, outputTokens, terms } = billed;
  return {
    fresh: inputTokens - cachedTokens - cacheWriteTokens,
    cacheRead: cachedTokens,
    cacheWrite: cacheWriteTokens,
    ...(hourWriteTokens === undefined ? {} : { hourWrite: hourWriteTokens }),
    output: outputTokens,
    ...(terms === undefined ? {} : { terms }),
  };
}

/** The tokens of a request's bill and of those before it that belong to it; undefined where none is understood. */
export function billedInAll({
  billed,
  earlier = [],
}: {
  billed: TokenUsage | undefined;
  earlier?: readonly (TokenUsage | undefined)[];
}): Pick<TokenUsage, "inputTokens" | "cachedTokens" | "cacheWriteTokens" | "outputTokens"> | undefined {
  const all = [billed, ...earlier].filter((one) => one !== undefined);
  if (all.length < 2) return all[0];
  const sum = (key: "inputTokens" | "cachedTokens" | "cacheWriteTokens" | "outputTokens") =>
    all.reduce((total, one) => total + one[key], 0);
  return {
    inputTokens: sum("inputTokens"),
    cachedTokens: sum("cachedTokens"),
    cacheWriteTokens: sum("cacheWriteTokens"),
    outputTokens: sum("outputTokens"),
  };
}

/** As `parseUsage`, with the reason. */
export function readUsage(usage: unknown, wire?: Wire): ReadUsage {
  if (wire !== undefined) WIRES.of(wire);
  const { merged, original } = merge(usage);
  if (Object.keys(merged).length === 0) {
    return { problem: "no usage: expected an object with numbers of tokens", isMissing: true };
  }
  const shape = USAGE_SHAPES.find((one) => isIn(one, merged, original, wire));
  if (shape === undefined)
    return { problem: `no number of input tokens under a known name; there are ${keysOf(merged)}` };
  const unknown = unknownCache(merged, shape);
  if (unknown !== undefined) return { problem: `unknown number of cached tokens: ${shorten(unknown)}` };
  const reader = new Numbers(merged);
  const iterations = readIterations(merged, reader);
  const main = billedBy(shape, reader);
  const billed = withIterations(main, iterations);
  if (reader.fault !== undefined) return { problem: `${shorten(reader.fault)}: expected a whole number of 0 or more` };
  const { inputTokens, cachedTokens, cacheWriteTokens } = billed;
  if (cachedTokens + cacheWriteTokens <= inputTokens) {
    const terms = readTerms(merged, iterations);
    return {
      billed: { ...withCost(billed, merged), ...(terms === undefined ? {} : { terms }) },
      promptTokens: inputTokens === main.inputTokens ? inputTokens : undefined,
    };
  }
  return { problem: `${cachedTokens + cacheWriteTokens} cached and written tokens of ${inputTokens} input tokens` };
}

/** The usage of all events, and the keys as they were spelled. */
function merge(usage: unknown): { merged: JsonRecord; original: ReadonlySet<string> } {
  const merged: JsonRecord = {};
  const original = new Set<string>();
  for (const event of Array.isArray(usage) ? usage : [usage]) {
    const found = usageIn(event) ?? {};
    for (const key of Object.keys(found)) original.add(key);
    const tier = tierIn(event);
    if (tier !== undefined && Object.keys(found).length > 0) merged.service_tier = tier;
    copyInSnakeCase(found, merged);
  }
  const written = merged[WRITTEN_LIST];
  if (Array.isArray(written)) merged[WRITTEN_LIST] = sumsByLifetime(written);
  return { merged, original };
}

/** `[{ ttl: "1h", inputTokens: 120 }]` as `{ "1h": 120 }`. */
function sumsByLifetime(list: readonly unknown[]): JsonRecord {
  const sums = new Map<string, unknown>();
  for (const one of list) {
    const detail = inSnakeCase(one);
    if (!isRecord(detail)) continue;
    const { ttl, input_tokens: tokens } = detail;
    const before = sums.get(String(ttl));
    sums.set(String(ttl), typeof tokens === "number" && typeof before === "number" ? before + tokens : tokens);
  }
  return Object.fromEntries(sums);
}

function usageIn(event: unknown): JsonRecord | undefined {
  if (!isRecord(event)) return undefined;
  const own = usageUnderKey(event);
  if (own !== undefined) return own;
  for (const key of USAGE_HOLDERS) {
    const held = usageUnderKey(event[key]);
    if (held !== undefined) return held;
  }
  return event;
}

/** OpenAI names the tier beside the usage. */
function tierIn(event: unknown): string | undefined {
  if (!isRecord(event)) return undefined;
  return nonEmpty(event.service_tier) ?? (isRecord(event.response) ? nonEmpty(event.response.service_tier) : undefined);
}

function usageUnderKey(value: unknown): JsonRecord | undefined {
  if (!isRecord(value)) return undefined;
  for (const name of Object.keys(value)) {
    const inner = value[name];
    if (isRecord(inner) && USAGE_KEYS.includes(toSnake(name))) return inner;
  }
  return undefined;
}

/** The keys of the paths in the shapes: each bill asks for all of them. */
const KEYS = new Map<string, readonly string[]>();

/** Most paths have one key. */
function at(usage: JsonRecord, path: string): unknown {
  let keys = KEYS.get(path);
  if (keys === undefined) {
    keys = path.split(".");
    KEYS.set(path, keys);
  }
  let value: unknown = usage;
  for (const key of keys) value = isRecord(value) ? value[key] : undefined;
  return value;
}

/** Whether a usage has this shape. Names in camelCase are a library's, so they come over every wire. */
function isIn(
  { signs, input, wires }: UsageShape,
  usage: JsonRecord,
  original: ReadonlySet<string>,
  wire: Wire | undefined,
) {
  const [main = ""] = input[0] ?? [];
  if (!(signs ?? [main]).some((path) => at(usage, path) !== undefined)) return false;
  if (!input.some((paths) => paths.some((path) => at(usage, path) !== undefined))) return false;
  return wire === undefined || wires === undefined || wires.includes(wire) || !original.has(main);
}

/** Reads counts, and remembers the first path that has none but another value. */
class Numbers {
  fault: string | undefined;

  constructor(private readonly usage: JsonRecord) {}

  /** The largest alternative: vendors leave the names that they do not use at 0. */
  largest(names: Names): number {
    let most = 0;
    for (const paths of names) most = Math.max(most, this.sum(paths));
    return most;
  }

  sum(paths: readonly string[]): number {
    let sum = 0;
    for (const path of paths) sum += this.count(at(this.usage, path), path);
    return sum;
  }

  count(value: unknown, path: string): number {
    if (value === undefined || value === null) return 0;
    if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
    this.fault ??= path;
    return 0;
  }
}

function billedBy(shape: UsageShape, numbers: Numbers): TokenUsage {
  const cached = numbers.largest(shape.cached);
  const written = numbers.largest(shape.written);
  const hour = shape.forHour === undefined ? 0 : Math.min(written, numbers.largest(shape.forHour));
  let input = numbers.largest(shape.input) + (shape.isApart === true ? cached + written : 0);
  let output = numbers.largest(shape.output);
  const more = shape.total === undefined ? 0 : numbers.sum([shape.total]) - input - output;
  if (more > 0 && more === cached + written) input += more;
  else if (more > 0) output += more;
  const billed = { inputTokens: input, cachedTokens: cached, cacheWriteTokens: written, outputTokens: output };
  return hour > 0 ? { ...billed, hourWriteTokens: hour } : billed;
}

/** The parts of one answer of Anthropic's, by who is billed for them. */
interface Iterations {
  /** Of the request's model: the sum of its own turns, and its compactions, which the main numbers leave out. */
  turns: TokenUsage;
  compactions: TokenUsage;
  /** Of other models, such as an advisor, which the main numbers leave out. */
  others: OtherModelTokens[];
  /** Kinds that are not known. */
  unread: string[];
}

const noTokens = (): TokenUsage => ({ inputTokens: 0, cachedTokens: 0, cacheWriteTokens: 0, outputTokens: 0 });

/** Source: Anthropic, "Compaction" and "Advisor tool", on `usage.iterations`. */
function readIterations({ iterations }: JsonRecord, numbers: Numbers): Iterations {
  const found: Iterations = { turns: noTokens(), compactions: noTokens(), others: [], unread: [] };
  for (const one of Array.isArray(iterations) ? iterations.map((each) => inSnakeCase(each)) : []) {
    if (!isRecord(one)) continue;
    const own = new Numbers(one);
    const tokens = billedBy(ITERATION, own);
    if (own.fault !== undefined) numbers.fault ??= `iterations.${own.fault}`;
    const model = nonEmpty(one.model);
    if (one.type === "message") found.turns = sumOf(found.turns, tokens);
    else if (one.type === "compaction") found.compactions = sumOf(found.compactions, tokens);
    else if (model !== undefined) found.others.push({ model: shorten(model), tokens: splitBill(tokens) });
    else if (tokens.inputTokens + tokens.outputTokens > 0)
      found.unread.push(`iteration ${shorten(typeof one.type === "string" ? one.type : "without a type")}`);
  }
  return found;
}

/** Iterations are counted as Anthropic counts its main numbers. */
const ITERATION: UsageShape = {
  source: "Anthropic (docs.anthropic.com, Usage: iterations)",
  input: [["input_tokens"]],
  isApart: true,
  cached: [["cache_read_input_tokens"]],
  written: [["cache_creation_input_tokens"], ANTHROPIC_PARTS],
  forHour: [[ANTHROPIC_HOUR]],
  output: [["output_tokens"]],
};

/** The main numbers have the input of the first turn alone where an advisor was asked in between. */
function withIterations(main: TokenUsage, { turns, compactions }: Iterations): TokenUsage {
  const own = turns.inputTokens > main.inputTokens ? turns : main;
  const most = { ...own, outputTokens: Math.max(main.outputTokens, turns.outputTokens) };
  return compactions.inputTokens + compactions.outputTokens === 0 ? most : sumOf(most, compactions);
}

function sumOf(one: TokenUsage, other: TokenUsage): TokenUsage {
  const hour = (one.hourWriteTokens ?? 0) + (other.hourWriteTokens ?? 0);
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    cachedTokens: one.cachedTokens + other.cachedTokens,
    cacheWriteTokens: one.cacheWriteTokens + other.cacheWriteTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    ...(hour === 0 ? {} : { hourWriteTokens: hour }),
  };
}

/** The path of a number about a cache that no name of the shape explains. */
function unknownCache(usage: JsonRecord, shape: UsageShape): string | undefined {
  const known = KNOWN_PATHS.get(shape);
  return strangePath(usage, "", false, (path) => known?.has(path) === true);
}

const KNOWN_PATHS: ReadonlyMap<UsageShape, ReadonlySet<string>> = new Map(
  USAGE_SHAPES.map((shape) => {
    const { cached, written, forHour = [], input } = shape;
    return [shape, new Set([...cached, ...written, ...forHour, ...input].flat())];
  }),
);

const isAboutCache = (key: string): boolean => key.includes("cach") && !HARMLESS.test(key);

/**
 * The first path of a number above 0 that is about a cache and not known. Lists, and the provider's own usage in a library's,
 * are not looked at.
 */
function strangePath(
  usage: JsonRecord,
  before: string,
  isInside: boolean,
  isKnown: (path: string) => boolean,
): string | undefined {
  for (const key of Object.keys(usage)) {
    const value = usage[key];
    const isAbout = isInside || isAboutCache(key);
    if (isRecord(value)) {
      const found = key === "raw" ? undefined : strangePath(value, `${before}${key}.`, isAbout, isKnown);
      if (found !== undefined) return found;
    } else if (isAbout && typeof value === "number" && value > 0 && !isKnown(before + key)) return before + key;
  }
  return undefined;
}

function withCost(billed: TokenUsage, usage: JsonRecord): TokenUsage {
  if (usage[IS_FEE] === true) return billed;
  for (const path of COSTS) {
    const cost = at(usage, path);
    if (typeof cost === "number" && Number.isFinite(cost)) return cost >= 0 ? { ...billed, cost } : billed;
  }
  return billed;
}

const MOST_KEYS = 8;
const shorten = (name: string): string => (name.length > 60 ? `${name.slice(0, 57)}...` : name);
const keysOf = (usage: JsonRecord): string => {
  const keys = Object.keys(usage);
  const more = keys.length > MOST_KEYS ? ` and ${keys.length - MOST_KEYS} more` : "";
  return keys.slice(0, MOST_KEYS).map(shorten).join(", ") + more;
};
