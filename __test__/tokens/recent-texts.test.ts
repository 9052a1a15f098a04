import { describe, expect, it } from "vitest";
import type { LedgerBackend, TokenMethod } from "../../ts/contract/token-backend.js";
import { countTokensBatch, createTokenLedger, type TokenText } from "../../ts/tokens/index.js";
import { type RecentLedger, withRecentTexts } from "../../ts/tokens/recent-texts.js";
import { createRandom, type Random } from "../support/random.js";
import { thrownBy } from "../support/thrown.js";

const EXACT: TokenMethod = { encoding: "o200k_base", exact: true };
const ESTIMATE: TokenMethod = { ...EXACT, exact: false };

/** Tokens that tell which text they are of, and a note of what was asked. */
function spied(maxChars = 1000) {
  const asked: string[] = [];
  const behind: LedgerBackend = {
    tokensOfEach: (texts, { exact }, out) => {
      for (const [at, text] of texts.entries()) {
        asked.push(String(text));
        out[at] = fakeTokens(text, exact);
      }
    },
    stats: () => ({ entries: 0, hits: 0, misses: 0, countedBytes: 0 }),
    clear: () => undefined,
  };
  const ledger = withRecentTexts(behind, maxChars);
  /** What was asked for of a list, whose answers must be right. */
  const ask = (texts: readonly TokenText[], method = EXACT): string[] => {
    asked.length = 0;
    expect(tokensOf(ledger, texts, method)).toEqual(texts.map((text) => fakeTokens(text, method.exact)));
    return [...asked];
  };
  return { ledger, ask };
}

function tokensOf(ledger: RecentLedger, texts: readonly TokenText[], method: TokenMethod): number[] {
  const out = new Uint32Array(texts.length);
  ledger.tokensOfEach(texts, method, out);
  return [...out];
}

function fakeTokens(text: TokenText, exact: boolean): number {
  const bytes = Buffer.from(text as string);
  return bytes.reduce((sum, byte, at) => (sum + byte * (at + 3)) % 1_000_003, exact ? 1 : 2);
}

const TURNS = ["system", "user", "call", "result", "answer", "user again"];

describe("lists that were counted lately", () => {
  it("counts only new strings of a known list", () => {
    const { ledger, ask } = spied();
    expect(ask(TURNS)).toEqual(TURNS);
    expect(ask([...TURNS, "new"])).toEqual(["new"]);
    expect(ask([...TURNS, "new"].map((text) => Buffer.from(text).toString()))).toEqual([]);
    expect(ledger.stats()).toMatchObject({ hits: 6 + 7 });
  });

  it("loses no known string by an edit, an added or a removed string", () => {
    const { ask } = spied();
    ask(TURNS);
    expect(ask(TURNS.with(2, "edited"))).toEqual(["edited"]);
    expect(ask(TURNS.with(2, "edited").toSpliced(4, 0, "more"))).toEqual(["more"]);
    expect(ask(TURNS.with(2, "edited"))).toEqual([]);
    expect(ask(TURNS.with(0, "another prompt").with(2, "edited"))).toEqual(["another prompt"]);
    expect(ask(TURNS.with(0, "another prompt").with(2, "edited").toSpliced(3, 1))).toEqual([]);
  });

  it("remembers lists by method", () => {
    const { ask } = spied();
    ask(TURNS);
    expect(ask(TURNS, ESTIMATE)).toEqual(TURNS);
    expect(ask(TURNS, { ...EXACT, encoding: "cl100k_base" })).toEqual(TURNS);
    expect(ask(TURNS)).toEqual([]);
  });

  it("distinguishes lists, and a branch does not displace its origin", () => {
    const { ask } = spied();
    const other = TURNS.map((text) => `other ${text}`);
    ask(TURNS);
    ask(other);
    expect(ask(["system", "a", "branch", "of", "it", "all"])).toEqual(["a", "branch", "of", "it", "all"]);
    expect(ask([...other, "new"])).toEqual(["new"]);
    expect(ask(["system", "a", "branch", "of", "it", "all", "x"])).toEqual(["x"]);
  });

  it("reads bytes again, because they may have changed", () => {
    const { ask } = spied();
    const bytes = Buffer.from("bytes");
    ask(["system", bytes, "user"]);
    expect(ask(["system", bytes, "user"])).toEqual(["bytes"]);
    bytes[0] = 66;
    expect(ask(["system", bytes, "user"])).toEqual(["Bytes"]);
    expect(ask([bytes, bytes])).toEqual(["Bytes", "Bytes"]);
  });

  it("returns numbers that the caller may change", () => {
    const { ledger, ask } = spied();
    const out = new Uint32Array(TURNS.length);
    ledger.tokensOfEach(TURNS, EXACT, out);
    out.fill(0);
    expect(ask(TURNS)).toEqual([]);
  });

  it("stays within the limit, and drops the newest list last", () => {
    const { ledger, ask } = spied(60);
    const list = (number: number) => [`${number}`, `${number}`.repeat(24)];
    for (const number of [1, 2, 3]) ask(list(number));
    expect(ledger.stats()).toMatchObject({ heldChars: 50 });
    expect(ask(list(3))).toEqual([]);
    expect(ask(list(1))).toEqual(list(1));
    ask(["large", "x".repeat(61)]);
    expect(ledger.stats()).toMatchObject({ heldChars: 50 });
    for (let number = 0; number < 100; number++) ask([`${number}`, `_${number}`]);
    expect(ledger.stats()).toMatchObject({ heldChars: 60 });
  });

  it("forgets lists when the ledger is cleared, and keeps none with a limit of 0", () => {
    const { ledger, ask } = spied();
    ask(TURNS);
    ledger.clear();
    expect(ledger.stats()).toMatchObject({ hits: 0, heldChars: 0 });
    expect(ask(TURNS)).toEqual(TURNS);
    const none = spied(0);
    none.ask(TURNS);
    expect(none.ask(TURNS)).toEqual(TURNS);
  });

  it("agrees with a count from scratch, whatever changes in a list", () => {
    const random = createRandom(11);
    for (let round = 0; round < 40; round++) {
      const { ask } = spied(random.below(400));
      let list: TokenText[] = [];
      for (let step = 0; step < 60; step++) {
        list = changed(list, random);
        ask(list, random.pick([EXACT, ESTIMATE]));
      }
    }
  });
});

function changed(list: readonly TokenText[], random: Random): TokenText[] {
  const at = random.below(list.length + 1);
  const text = random.pick(["a", "bb", "ccc", `${random.below(50)}`, Buffer.from(`b${random.below(5)}`)]);
  switch (random.below(6)) {
    case 0:
      return list.toSpliced(at, 1);
    case 1:
      return list.toSpliced(at, 1, text);
    case 2:
      return list.toSpliced(at, 0, text);
    case 3:
      for (const one of list) if (typeof one !== "string") one[0] = 97 + random.below(26);
      return [...list];
    default:
      return [...list, text];
  }
}

describe("createTokenLedger", () => {
  it("references strings up to a limit, and reports how many chars", () => {
    const texts = ["one text", "another text"];
    const ledger = createTokenLedger();
    expect([...ledger.count(texts)]).toEqual([...countTokensBatch(texts)]);
    expect(ledger.stats()).toEqual({ entries: 2, hits: 0, misses: 2, countedBytes: 20, heldChars: 20 });
    expect([...ledger.count([...texts, "x"])]).toEqual([...countTokensBatch([...texts, "x"])]);
    expect(ledger.stats()).toEqual({ entries: 3, hits: 2, misses: 3, countedBytes: 21, heldChars: 21 });
    const none = createTokenLedger({ maxHeldChars: 0 });
    none.count(texts);
    expect(none.stats()).toMatchObject({ entries: 2, heldChars: 0 });
  });

  it.each([-1, 1.5, Number.NaN])("refuses %s as most chars", (maxHeldChars) => {
    expect(thrownBy(() => createTokenLedger({ maxHeldChars }))).toMatchObject({ code: "OPTION_INVALID" });
  });
});
