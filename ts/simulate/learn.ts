// What the bills of a session say about it: how many tokens its provider makes of an estimated one, how large the part is
// that the log lacks, and what the cache had lost.
import { addNumbers } from "../base/sums.js";
import { type Billed, totalOf } from "./cache.js";

/** What was learned from a session's bills. */
export interface Learned {
  /** Billed tokens for each estimated one. */
  readonly ratio: number;
  /** Estimated tokens of what stands around a message's texts, and is not in them. */
  readonly aroundTokens: number;
  /** Estimated tokens of system prompt and tools, and the part of them that other sessions left in the cache. */
  readonly prefixTokens: number;
  readonly cachedTokens: number;
  /** The most estimated tokens that the cache still had at each step; infinite where it had all that it was given. */
  readonly heldTokens: readonly number[];
}

/** Fewer requests do not tell what is billed for a message beside its texts. */
const LEAST_STEPS = 8;
/** Growth below this says too little about the ratio. */
const LEAST_GROWTH_TOKENS = 2_000;
/** No tokenizer differs more from the estimate. */
const RATIOS = { least: 0.6, most: 4 } as const;
/** Below this share of what the request before had, the cache has lost a part. */
const WHOLE_SHARE = 0.9;

/**
 * Reads the bills of a session. Linear.
 *
 * @param estimated Estimated tokens of the messages of each step's request.
 * @param messages How many these are.
 * @param recorded The bill of each.
 */
export function learnFrom(
  estimated: readonly number[],
  messages: readonly number[],
  recorded: readonly Billed[],
): Learned {
  const totals = recorded.map(totalOf);
  const { ratio, aroundTokens } = learnRatio(estimated, messages, totals);
  const [first, bill] = [totals[0] ?? 0, recorded[0]];
  const ofMessages = (estimated[0] ?? 0) + aroundTokens * (messages[0] ?? 0);
  const prefixTokens = Math.max(0, Math.round(first / ratio) - ofMessages);
  return {
    ratio,
    aroundTokens,
    prefixTokens,
    cachedTokens: Math.min(prefixTokens, Math.round((bill?.read ?? 0) / ratio)),
    heldTokens: recorded.map(({ read }, step) => {
      const before = recorded[step - 1];
      const given = before === undefined ? 0 : before.read + before.written;
      return read < WHOLE_SHARE * Math.min(given, totals[step] ?? 0)
        ? Math.round(read / ratio)
        : Number.POSITIVE_INFINITY;
    }),
  };
}

/** What a request grew by: as billed, as estimated, and in messages. */
interface Growth {
  billed: number;
  estimated: number;
  messages: number;
}

/**
 * By the growth from request to request: what the log lacks of all of them is not in it. Messages with
 * much text and with little differ in text alone, so the rest is billed beside their texts: names, ids, what stays hidden.
 */
function learnRatio(
  estimated: readonly number[],
  messages: readonly number[],
  totals: readonly number[],
): { ratio: number; aroundTokens: number } {
  const grown: Growth[] = [];
  for (let step = 1; step < totals.length; step++) {
    const more = (of: readonly number[]) => (of[step] ?? 0) - (of[step - 1] ?? 0);
    const growth = { billed: more(totals), estimated: more(estimated), messages: more(messages) };
    // A request that is smaller than the one before lacks something, of which the log may not tell.
    if (growth.billed >= 0 && growth.estimated >= 0 && growth.messages > 0) grown.push(growth);
  }
  const all = sumOf(grown);
  if (all.estimated < LEAST_GROWTH_TOKENS) return { ratio: 1, aroundTokens: 0 };
  grown.sort((one, other) => one.estimated / one.messages - other.estimated / other.messages);
  const half = Math.floor(grown.length / 2);
  const [little, much] = [meanOf(grown.slice(0, half)), meanOf(grown.slice(half))];
  const slope = (much.billed - little.billed) / (much.estimated - little.estimated);
  const withAll = all.billed / all.estimated;
  const isKnown = grown.length >= LEAST_STEPS && slope > 0 && slope < withAll;
  const ratio = Math.min(RATIOS.most, Math.max(RATIOS.least, isKnown ? slope : withAll));
  const around = isKnown ? Math.max(0, all.billed - ratio * all.estimated) / all.messages : 0;
  return { ratio, aroundTokens: Math.round(around / ratio) };
}

function sumOf(grown: readonly Growth[]): Growth {
  const sum = { billed: 0, estimated: 0, messages: 0 };
  for (const growth of grown) addNumbers(sum, growth);
  return sum;
}

/** Of one message. */
function meanOf(grown: readonly Growth[]): Growth {
  const { billed, estimated, messages } = sumOf(grown);
  return { billed: billed / messages, estimated: estimated / messages, messages: 1 };
}
