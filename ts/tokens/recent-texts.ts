// A cache in front of a ledger: lists of strings that were counted lately. A string never changes. So if the same
// string is in the same place again, its tokens are known without reading its bytes.
//
//   lately   a b c d e          one place is skipped on either side, so that an edit, a string more
//   now      a b X d e f        or a string less does not lose what is behind it
//            = =   = =          X and f go to the ledger behind
import type { LedgerBackend, LedgerCounts, TokenMethod, TokenText } from "../contract/token-backend.js";

/** What a ledger that references strings holds and did. */
export interface LedgerStats extends LedgerCounts {
  /** Chars of strings that are referenced. */
  heldChars: number;
}

/** A ledger that references strings. */
export interface RecentLedger extends LedgerBackend {
  /** Works like any ledger's. The list is kept, so it must not change afterwards. */
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
  /** Length of the common beginning. */
  same: number;
  /** Places with unknown tokens. */
  rest: number[];
}

/** Most conversations that are remembered. */
const MOST_RUNS = 16;

/**
 * Puts the newest lists, of at most `maxChars` chars together, in front of `ledger`. Their strings are referenced, not
 * copied. The results are the same; `hits` counts strings known from either.
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
    // A list that shares less than half with a run is another conversation.
    const replaced = run !== undefined && 2 * known >= run.texts.length ? run : undefined;
    runs = within(maxChars, [toRun(key, texts, out, found), ...runs.filter((other) => other !== replaced)]);
  };
  return {
    ...ledger,
    tokensOfEach: (texts, method, out) => {
      // One text, or a list of bytes, is found as fast by its hash.
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

/** Writes known tokens into `out`. Compares with the newest run that begins like the list. */
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

/** A function of its own, because it does nearly all of the work and its loop must remain tight. */
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
  // In a list that grew, the known beginning needs no second look.
  const known = run !== undefined && same === run.texts.length ? run : undefined;
  let chars = known?.chars ?? 0;
  let hasBytes = false;
  for (let place = known === undefined ? 0 : same; place < texts.length; place++) {
    const text = texts[place];
    if (isString(text)) chars += text.length;
    else hasBytes = true;
  }
  // Copies the numbers, because the array belongs to the caller.
  return { method, texts: hasBytes ? withoutBytes(texts) : texts, tokens: tokens.slice(), chars };
}

const withoutBytes = (texts: readonly TokenText[]) => texts.map((text) => (isString(text) ? text : undefined));

/** The newest runs within the limit. */
function within(maxChars: number, runs: readonly Run[]): Run[] {
  let chars = 0;
  return runs.slice(0, MOST_RUNS).filter((run) => {
    if (chars + run.chars > maxChars) return false;
    chars += run.chars;
    return true;
  });
}
