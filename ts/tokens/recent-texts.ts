// A ledger in front of a ledger: lists of strings that were counted lately. A string never changes, so where the same one
// stands in its place again, its tokens are known without its bytes being read.
//
//   lately   a b c d e          one place is skipped on either side, so that an edit, a string more
//   now      a b X d e f        or a string less does not lose what stands behind it
//            = =   = =          X and f go to the ledger behind
import type { LedgerBackend, LedgerCounts, TokenMethod, TokenText } from "../contract/token-backend.js";

/** What a ledger that references strings holds and did. */
export interface LedgerStats extends LedgerCounts {
  /** Chars of strings that are referenced. */
  heldChars: number;
}

/** A ledger that references strings. */
export interface RecentLedger extends LedgerBackend {
  /** As of any ledger; the list is kept, so nobody may write to it afterwards. */
  tokensOfEach(texts: readonly TokenText[], method: TokenMethod, out: Uint32Array): void;
  stats(): LedgerStats;
}

/** A list as it was counted. Bytes may change, so they are not kept. */
interface Run {
  method: string;
  texts: readonly (TokenText | undefined)[];
  tokens: Uint32Array;
  chars: number;
}

/** What a list has in common with a run. */
interface Match {
  run: Run | undefined;
  /** Texts that both begin with. */
  same: number;
  /** Places that are not known. */
  rest: number[];
}

/** Conversations that are told apart. */
const MOST_RUNS = 16;

/**
 * `ledger` behind the newest lists, of at most `maxChars` chars together: their strings are referenced, not copied.
 * The same answers; `hits` counts strings that are known from either.
 */
export function withRecentTexts(ledger: LedgerBackend, maxChars: number): RecentLedger {
  let runs: Run[] = [];
  let hits = 0;
  const count = (texts: readonly TokenText[], method: TokenMethod, out: Uint32Array): void => {
    const key = `${method.encoding} ${method.exact}`;
    const found = match(runs, key, texts, out);
    const { run, rest } = found;
    if (rest.length === texts.length) ledger.tokensOfEach(texts, method, out);
    else if (rest.length > 0) countRest(ledger, texts, method, { rest, out });
    const known = texts.length - rest.length;
    hits += known;
    // What shares less than half with a run is another conversation.
    const replaced = run !== undefined && 2 * known >= run.texts.length ? run : undefined;
    runs = within(maxChars, [toRun(key, texts, out, found), ...runs.filter((other) => other !== replaced)]);
  };
  return {
    ...ledger,
    tokensOfEach: (texts, method, out) => {
      // One text, or bytes alone, are found as fast by their hash.
      if (texts.length < 2 || !texts.some(isString)) ledger.tokensOfEach(texts, method, out);
      else count(texts, method, out);
    },
    stats: () => {
      const stats = ledger.stats();
      return { ...stats, hits: stats.hits + hits, heldChars: runs.reduce((sum, { chars }) => sum + chars, 0) };
    },
    clear: () => {
      runs = [];
      hits = 0;
      ledger.clear();
    },
  };
}

/** Puts what is known into `out`. The newest run that begins as the list does is the one to compare with. */
function match(runs: readonly Run[], method: string, texts: readonly TokenText[], out: Uint32Array): Match {
  const run = runs.find(
    (one) => one.method === method && (isSame(one.texts[0], texts[0]) || isSame(one.texts[1], texts[1])),
  );
  const old = run?.texts ?? [];
  const same = sameBeginning(old, texts);
  if (run !== undefined) out.set(run.tokens.subarray(0, same));
  const rest: number[] = [];
  let at = same;
  for (let place = same; place < texts.length; place++) {
    const text = texts[place];
    if (isSame(old[at + 1], text) && !isSame(old[at], text)) at++;
    if (isSame(old[at], text)) out[place] = run?.tokens[at++] ?? 0;
    else {
      rest.push(place);
      if (!isSame(old[at], texts[place + 1])) at++;
    }
  }
  return { run, same, rest };
}

/** By itself, as it is nearly all of the work, and nothing else should stand in its loop. */
function sameBeginning(old: readonly (TokenText | undefined)[], texts: readonly TokenText[]): number {
  const most = Math.min(old.length, texts.length);
  let same = 0;
  while (same < most && old[same] === texts[same]) same++;
  return same;
}

const isString = (text: TokenText | undefined): text is string => typeof text === "string";
const isSame = (one: TokenText | undefined, other: TokenText | undefined) => one !== undefined && one === other;

function countRest(
  ledger: LedgerBackend,
  texts: readonly TokenText[],
  method: TokenMethod,
  { rest, out }: { rest: readonly number[]; out: Uint32Array },
): void {
  const tokens = new Uint32Array(rest.length);
  ledger.tokensOfEach(
    rest.map((place) => texts[place] ?? ""),
    method,
    tokens,
  );
  rest.forEach((place, at) => {
    out[place] = tokens[at] ?? 0;
  });
}

function toRun(method: string, texts: readonly TokenText[], tokens: Uint32Array, { run, same }: Match): Run {
  // Of a list that grew, what stands before need not be looked at.
  const known = run !== undefined && same === run.texts.length ? run : undefined;
  let chars = known?.chars ?? 0;
  let hasBytes = false;
  for (let place = known === undefined ? 0 : same; place < texts.length; place++) {
    const text = texts[place];
    if (isString(text)) chars += text.length;
    else hasBytes = true;
  }
  // The caller's numbers are the caller's.
  return { method, texts: hasBytes ? withoutBytes(texts) : texts, tokens: tokens.slice(), chars };
}

const withoutBytes = (texts: readonly TokenText[]) => texts.map((text) => (isString(text) ? text : undefined));

/** The newest runs that stay within the bound. */
function within(maxChars: number, runs: readonly Run[]): Run[] {
  let chars = 0;
  return runs.slice(0, MOST_RUNS).filter((run) => {
    if (chars + run.chars > maxChars) return false;
    chars += run.chars;
    return true;
  });
}
