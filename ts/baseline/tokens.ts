import type { LedgerBackend, LedgerCounts, TokenBackend, TokenMethod, TokenText } from "../contract/token-backend.js";
import { estimate, weigh } from "../estimate/estimate.js";
import { count } from "./count.js";

/** Tokens in TypeScript. */
export function createBaselineTokens(): TokenBackend {
  return {
    name: "baseline",
    tokens,
    weigh,
    tokensOfEach: (texts, method, out) => {
      texts.forEach((text, at) => {
        out[at] = tokens(text, method);
      });
    },
    createLedger,
  };
}

function tokens(text: TokenText, { encoding, exact }: TokenMethod): number {
  return exact ? count(text, encoding) : estimate(text, encoding);
}

/** A map keeps the order of insertion: the first entry is the one not used for longest. */
function createLedger(maxEntries: number): LedgerBackend {
  // At the first ledger: loading it takes as long as loading this package.
  const { createHash } = process.getBuiltinModule("node:crypto");
  const known = new Map<string, number>();
  const stats: LedgerCounts = { entries: 0, hits: 0, misses: 0, countedBytes: 0 };
  const tokensOf = (text: TokenText, method: TokenMethod): number => {
    const bytes = typeof text === "string" ? Buffer.byteLength(text) : text.length;
    const key = `${method.encoding} ${method.exact} ${bytes} ${createHash("sha256").update(text).digest("base64")}`;
    const found = known.get(key);
    if (found !== undefined) {
      stats.hits++;
      known.delete(key);
      known.set(key, found);
      return found;
    }
    const counted = tokens(text, method);
    stats.misses++;
    stats.countedBytes += bytes;
    const [oldest] = known.size >= maxEntries ? known.keys() : [];
    if (oldest !== undefined) known.delete(oldest);
    known.set(key, counted);
    return counted;
  };
  return {
    tokensOfEach: (texts, method, out) => {
      texts.forEach((text, at) => {
        out[at] = tokensOf(text, method);
      });
    },
    stats: () => ({ ...stats, entries: known.size }),
    clear: () => {
      known.clear();
      Object.assign(stats, { hits: 0, misses: 0, countedBytes: 0 });
    },
  };
}
