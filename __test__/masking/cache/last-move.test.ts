import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareProducts } from "../../../ts/masking/cache/exact.js";
import { lastMove } from "../../../ts/masking/cache/last-move.js";
import type { MoveHistory, MoveRule } from "../../../ts/masking/cache/move-rule.js";

const RENT: MoveRule = {
  strategy: "rent",
  read: 1000,
  write: 11_000,
  rent: 10_000,
  strideTurns: 2,
  windowTurns: 1,
};

/**
 * A user message and `turns` pairs of a call of 10 tokens and a result of 110, which an edit makes 10: with a window of
 * one turn the result of turn t is eligible as soon as the call of turn t + 1 is there.
 */
function pairs(turns: number): MoveHistory {
  const tokens = [10, ...Array.from({ length: turns }, () => [10, 110]).flat()];
  const unitSums = [0];
  for (const count of tokens) unitSums.push((unitSums.at(-1) ?? 0) + count);
  const calls = Array.from({ length: turns }, (_, turn) => 1 + 2 * turn);
  return {
    unitSums,
    messageStarts: unitSums.map((_, index) => index),
    candidates: calls.slice(0, -1).map((call) => ({ unit: call + 1, readyMessage: call + 2, savedTokens: 100 })),
    cuts: [...calls, tokens.length],
    turnStarts: calls,
    otherTokens: 1000,
  };
}

const steps = (history: MoveHistory, rule: Partial<MoveRule>) => {
  const { maskedAt, moves, moved, carriedTokens } = lastMove(history, { ...RENT, ...rule });
  return { maskedAt: [...maskedAt], moves, moved, carriedTokens };
};

describe("lastMove", () => {
  it("moves once carrying has cost as much as moving", () => {
    // read = 0.1, write - read = 1. Nothing of what follows the first result was sent before the step at which it is
    // eligible: S = 0 at step 2, so it goes at once.
    expect(steps(pairs(3), {}).moves).toEqual([2, 3]);
    // With 400 tokens of text after each result that were sent already: S = 400 and more, 0.1 · 100 a step.
    const late = shiftReadiness(pairs(30), 8);
    const { moves } = steps(late, {});
    expect(moves).toEqual(firstMovesByHand(late));
    expect(moves.length).toBeGreaterThan(1);
  });

  it("counts tokens sent after the first waiting result as rendered after the move", () => {
    // Results 0 and 1 become eligible together at the cut 7; sent until the cut before it, 5: 10+10+110+10+110. After
    // result 0 that leaves 10 + 110, and result 1 takes 100 of it away: S = 20. meter = 0.1 · 200 = 20 ≥ 1 · 20.
    const history = pairs(3);
    const both = { ...history, candidates: history.candidates.map((one) => ({ ...one, readyMessage: 5 })) };
    expect(steps(both, {}).moves).toEqual([3]);
    expect(steps(both, { rent: 10_001 })).toEqual({
      maskedAt: [-1, -1],
      moves: [],
      moved: false,
      carriedTokens: 200,
    });
  });

  it("reports whether the last step is a move, and what is carried", () => {
    const history = shiftReadiness(pairs(12), 8);
    const { moves, moved, carriedTokens, maskedAt } = steps(history, {});
    expect(moved).toBe(moves.at(-1) === history.cuts.length - 1);
    const eligible = history.candidates.filter(({ readyMessage }) => readyMessage < (history.cuts.at(-1) ?? 0)).length;
    const masked = maskedAt.filter((step) => step >= 0).length;
    expect(carriedTokens).toBe(100 * (eligible - masked));
  });

  it("masks every eligible result at every step, or none", () => {
    const history = shiftReadiness(pairs(6), 4);
    const ready = history.candidates.map(({ readyMessage }) => history.cuts.findIndex((cut) => cut > readyMessage));
    expect(steps(history, { strategy: "every-turn" }).maskedAt).toEqual(ready);
    expect(steps(history, { strategy: "off" }).moves).toEqual([]);
  });

  it("moves in whole strides of tool turns", () => {
    // Turns before the cuts: 0, 1, 2, …, 9; less the window of 1, a multiple of the stride of 3 is reached at 4 and 7.
    expect(steps(pairs(9), { strategy: "stride", strideTurns: 3 }).moves).toEqual([4, 7]);
  });

  it("waits until any trigger is reached", () => {
    const history = pairs(9);
    expect(steps(history, { trigger: [{ messages: 8 }] }).moves[0]).toBe(4);
    expect(steps(history, { trigger: [{ toolTurns: 5 }] }).moves[0]).toBe(5);
    expect(steps(history, { trigger: [{ toolTurns: 5, messages: 13 }, { messages: 999 }] }).moves[0]).toBe(6);
    // 1000 outside the messages, 10 and 120 a turn: above 1370 at the cut after 3 turns, before anything is masked.
    expect(steps(history, { trigger: [{ tokens: 1370 }] }).moves[0]).toBe(3);
    expect(steps(history, { trigger: [{ tokens: 1371 }] }).moves[0]).toBe(4);
    expect(steps(history, { trigger: [] }).moves).toEqual([]);
  });

  it("moves over budget whatever was carried, unless it would remove too little", () => {
    const history = shiftReadiness(pairs(9), 4);
    const never = { rent: 1_000_000_000 };
    expect(steps(history, never).moves).toEqual([]);
    expect(steps(history, { ...never, budget: { tokens: 1490, clearAtLeast: 0 } }).moves[0]).toBe(5);
    expect(steps(history, { ...never, budget: { tokens: 1490, clearAtLeast: 300 } }).moves[0]).toBe(6);
    expect(steps(history, { ...never, budget: { tokens: 1490, clearAtLeast: 30_000 } }).moves).toEqual([]);
  });

  it("compares products beyond the precision of doubles", () => {
    expect(compareProducts([10_000, 3e13, 10_000], [10_000, 10_000, 3e13])).toBe(0);
    expect(compareProducts([10_000, 3e13 + 1, 10_000], [10_000, 10_000, 3e13])).toBe(1);
    expect(compareProducts([10_000, 3e13, 10_000], [10_000, 10_000, 3e13 + 1])).toBe(-1);
  });

  it("agrees with the naive fold", () => {
    fc.assert(
      fc.property(arbitraryHistory, arbitraryRule, (history, rule) => {
        const { maskedAt, moves } = lastMove(history, rule);
        expect({ maskedAt: [...maskedAt], moves }).toEqual(naive(history, rule));
      }),
      { numRuns: 3000 },
    );
  });

  it("decides about the first steps without knowing later ones", () => {
    fc.assert(
      fc.property(arbitraryHistory, arbitraryRule, (history, rule) => {
        const whole = lastMove(history, rule);
        for (let count = 0; count <= history.cuts.length; count++) {
          const part = lastMove({ ...history, cuts: history.cuts.slice(0, count) }, rule);
          expect([...part.maskedAt]).toEqual([...whole.maskedAt].map((step) => (step < count ? step : -1)));
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe("a move", () => {
  it("leaves thinking in front of the first result where taking it would rewrite more than it saves", () => {
    const { maskedAt, moves } = lastMove(withThinking, RENT);
    expect(moves).toEqual([3]);
    expect([...maskedAt]).toEqual([-1, 3]);
  });

  it("leaves thinking ready after itself, so that a later move takes it", () => {
    expect([...lastMove(withThinking, RENT).delayed]).toEqual([[0, 4]]);
    const cuts = Array.from({ length: 900 }, (_, step) => step + 1);
    const long = { ...withThinking, cuts, messageStarts: [...withThinking.messageStarts, ...cuts.map(() => 5)] };
    const { maskedAt, delayed } = lastMove(long, RENT);
    expect(maskedAt[0]).toBeGreaterThan(300);
    expect([...delayed]).toEqual([]);
  });

  it("waits where it would make the request too short to be cached", () => {
    const history = shiftReadiness(pairs(120), 8);
    const lengthOf = (step: number) => 1000 + at(history.unitSums, at(history.messageStarts, at(history.cuts, step)));
    for (const strategy of ["rent", "auto"] as const) {
      const free = steps(history, { strategy }).moves;
      const minimumTokens = lengthOf(at(free, 0));
      const { moves, maskedAt } = steps(history, { strategy, minimumTokens });
      const step = at(moves, 0);
      expect(step, strategy).toBeGreaterThan(at(free, 0));
      const masked = maskedAt.filter((one) => one === step).length;
      expect(lengthOf(step) - 100 * masked, strategy).toBeGreaterThanOrEqual(minimumTokens);
      expect(steps(history, { strategy, minimumTokens: 1_000_000 }).moves, "it never was cached").toEqual(free);
    }
  });

  it("is made once waiting has cost twice as much, whatever share of the bill it is", () => {
    const waiting = { ...shiftReadiness(pairs(40), 16), otherTokens: 0 };
    // What stays of each result grows the cost of a move with every step that waits.
    const candidates = waiting.candidates.map((one) => ({ ...one, savedTokens: 86 }));
    const { moves } = steps({ ...waiting, candidates }, { strategy: "auto", write: 10_000 });
    expect(moves.length).toBeGreaterThan(0);
  });

  it("is made earlier where waiting keeps the request in the dear zone", () => {
    const history = shiftReadiness(pairs(30), 8);
    const [first = 0] = steps(history, {}).moves;
    const length = 1000 + (history.unitSums[history.messageStarts[history.cuts[first] ?? 0] ?? 0] ?? 0);
    const dear = { aboveTokens: length - 400, times: 50_000 };
    expect(steps(history, { dear }).moves[0]).toBeLessThan(first);
    expect(steps(history, { dear: { ...dear, aboveTokens: 1_000_000 } }).moves).toEqual(steps(history, {}).moves);
  });
});

const at = (list: ArrayLike<number>, index: number): number => list[index] ?? 0;

/** Units of 10, 500, 10, 200, 10 tokens: thinking of 10 first, a result of 200, which an edit makes 50, later. */
const withThinking = {
  unitSums: [0, 10, 510, 520, 720, 730],
  messageStarts: [0, 1, 2, 4, 5],
  candidates: [
    { unit: 0, readyMessage: 2, savedTokens: 10, isThinking: true },
    { unit: 3, readyMessage: 3, savedTokens: 150 },
  ],
  cuts: [1, 2, 3, 4],
  turnStarts: [],
  otherTokens: 0,
} satisfies MoveHistory;

/** The same conversation with a wider window. */
function shiftReadiness(history: MoveHistory, messages: number): MoveHistory {
  const candidates = history.candidates.map((one) => ({ ...one, readyMessage: one.readyMessage + messages }));
  return { ...history, candidates };
}

/** Of `pairs` with results that wait for 4 turns: a new one a step, S of 4 turns with 10 + 110 each, and the masked. */
function firstMovesByHand({ candidates, cuts }: MoveHistory): number[] {
  const moves: number[] = [];
  let [first, meter] = [0, 0];
  cuts.forEach((cut, step) => {
    const ready = candidates.filter(({ readyMessage }) => readyMessage < cut).length;
    if (ready === first) return;
    meter += 0.1 * 100 * (ready - first);
    // After result `first` come the turns up to the cut before, all but the newest 4 or so of them masked by then.
    const turnsAfter = step - 1 - (first + 1);
    const masked = ready - first - 1;
    if (meter < 120 * turnsAfter - 100 * masked) return;
    moves.push(step);
    [first, meter] = [ready, 0];
  });
  return moves;
}

/** Straight from the definition: sets, sums over all units, no running state but M, two meters and two bills. */
function naive(history: MoveHistory, rule: MoveRule) {
  const { unitSums, messageStarts, candidates, cuts, turnStarts, otherTokens } = history;
  const maskedAt = candidates.map(() => -1);
  const moves: number[] = [];
  let [meter, partMeter, sentBill, netSaving, previousCut, passedBefore] = [0, 0, 0, 0, 0, 0];
  const start = (message: number) => messageStarts[message] ?? 0;
  const saved = (indexes: number[]) => indexes.reduce((sum, index) => sum + (candidates[index]?.savedTokens ?? 0), 0);
  const indexes = candidates.map((_, index) => index);
  const isMasked = (index: number) => maskedAt[index] !== -1;
  const pricesOf = (total: number) => {
    const times = rule.dear !== undefined && total > rule.dear.aboveTokens ? rule.dear.times / 10_000 : 1;
    return { read: Math.floor(rule.read * times + 0.5), write: Math.floor(rule.write * times + 0.5) };
  };
  cuts.forEach((cut, step) => {
    const waiting = indexes.filter((index) => (candidates[index]?.readyMessage ?? 0) < cut && !isMasked(index));
    const result = waiting.find((index) => candidates[index]?.isThinking !== true);
    const part = result === undefined ? [] : waiting.filter((index) => index >= result);
    const turns = turnStarts.filter((message) => message < cut).length;
    const passed = Math.max(0, turns - rule.windowTurns);
    const crosses = Math.floor(passed / rule.strideTurns) > Math.floor(passedBefore / rule.strideTurns);
    passedBefore = passed;
    const end = start(previousCut);
    previousCut = cut;
    const whole = otherTokens + (unitSums[start(cut)] ?? 0);
    const fresh = (unitSums[start(cut)] ?? 0) - (unitSums[end] ?? 0);
    const bill = (total: number, written = fresh) => {
      const { read, write } = pricesOf(total);
      return read * (total - written) + write * written;
    };
    const request = whole - saved(indexes.filter(isMasked));
    meter += bill(request) - bill(request - saved(waiting));
    partMeter += bill(request) - bill(request - saved(part));
    const costOf = (set: number[]) => {
      const edited = (candidates[set[0] ?? 0]?.unit ?? 0) + 1;
      const isFarBack = start(cut) - edited > (rule.lookBackUnits ?? Number.POSITIVE_INFINITY);
      const from = isFarBack ? 0 : edited;
      const after = indexes.filter((index) => {
        const { unit = 0, readyMessage = 0 } = candidates[index] ?? {};
        return unit >= from && unit < end && (readyMessage < cut || isMasked(index));
      });
      const sent = edited < end ? (unitSums[end] ?? 0) - (unitSums[from] ?? 0) - saved(after) : 0;
      const { read, write } = pricesOf(request - saved(set));
      return Math.max(0, write - read) * sent;
    };
    const isTriggered =
      rule.trigger?.some(
        (all) => request >= (all.tokens ?? 0) && turns >= (all.toolTurns ?? 0) && cut >= (all.messages ?? 0),
      ) ?? true;
    const { budget, minimumTokens = 0 } = rule;
    const isOver = budget !== undefined && request > budget.tokens && saved(waiting) >= budget.clearAtLeast;
    const pays = (set: number[], waited: number) => {
      const after = request - saved(set);
      const isShort = minimumTokens > 0 && request >= minimumTokens && after < minimumTokens;
      const cost = costOf(set);
      if (!isTriggered || isShort || set.length === 0) return false;
      if (rule.strategy === "rent") return waited * 10_000 >= rule.rent * cost;
      const sentNow = sentBill + bill(whole);
      const later = (bill(whole, 0) - bill(after, 0)) * (step + 1);
      const excess = (cost - Math.max(0, netSaving)) * 100;
      const isSafe = (now: number, soon: number) => excess <= sentNow * now && excess - later * 25 <= sentNow * soon;
      const half = waited * 20_000 >= rule.rent * cost && isSafe(10, 4);
      const once = waited * 10_000 >= rule.rent * cost && isSafe(12, 4);
      return half || once || waited * 10_000 >= 2 * rule.rent * cost;
    };
    const chosen = () => {
      if (rule.strategy === "off") return [];
      if (rule.strategy === "every-turn") return waiting;
      if (rule.strategy === "stride") return crosses ? waiting : [];
      if (isOver || pays(waiting, meter)) return waiting;
      return pays(part, partMeter) ? part : [];
    };
    const taken = chosen();
    if (taken.length > 0) {
      netSaving -= costOf(taken);
      meter = taken.length === waiting.length ? 0 : meter - partMeter;
      partMeter = 0;
      for (const index of taken) maskedAt[index] = step;
      moves.push(step);
    }
    netSaving += bill(whole) - bill(whole - saved(indexes.filter(isMasked)));
    sentBill += bill(whole);
  });
  return { maskedAt, moves };
}

const arbitraryRule: fc.Arbitrary<MoveRule> = fc.record({
  strategy: fc.constantFrom(
    "auto" as const,
    "auto" as const,
    "rent" as const,
    "rent" as const,
    "every-turn" as const,
    "stride" as const,
  ),
  read: fc.constantFrom(1000, 5000, 10_000),
  write: fc.constantFrom(10_000, 12_500, 20_000),
  rent: fc.constantFrom(0, 5000, 10_000, 30_000),
  strideTurns: fc.integer({ min: 1, max: 4 }),
  windowTurns: fc.integer({ min: 1, max: 3 }),
  trigger: fc.option(
    fc.array(fc.record({ tokens: fc.nat(500), toolTurns: fc.nat(4), messages: fc.nat(8) }), { maxLength: 2 }),
    { nil: undefined },
  ),
  minimumTokens: fc.constantFrom(0, 0, 60, 200),
  lookBackUnits: fc.constantFrom(undefined, undefined, 0, 3, 8),
  dear: fc.option(fc.record({ aboveTokens: fc.nat(400), times: fc.constantFrom(20_000, 50_000, 15_000) }), {
    nil: undefined,
  }),
  budget: fc.option(fc.record({ tokens: fc.nat(800), clearAtLeast: fc.nat(60) }), { nil: undefined }),
});

/** Messages of one to three units; each unit may be a candidate that is eligible some messages later. */
const arbitraryHistory: fc.Arbitrary<MoveHistory> = fc
  .array(
    fc.record({
      units: fc.array(
        fc.record({
          tokens: fc.nat(60),
          saved: fc.option(fc.nat(50)),
          wait: fc.nat(6),
          isThinking: fc.boolean(),
        }),
        {
          minLength: 1,
          maxLength: 3,
        },
      ),
      isCut: fc.boolean(),
      isTurn: fc.boolean(),
    }),
    { minLength: 1, maxLength: 14 },
  )
  .map((messages) => {
    const unitSums = [0];
    const messageStarts = [0];
    const candidates: MoveHistory["candidates"][number][] = [];
    messages.forEach(({ units }, message) => {
      for (const { tokens, saved, wait, isThinking } of units) {
        const unit = unitSums.length - 1;
        // Thinking is ready in document order, at the next multiple of four messages as if the user spoke there.
        const readyMessage = isThinking ? message + 3 - (message % 4) : message + wait;
        if (saved !== null) candidates.push({ unit, readyMessage, savedTokens: Math.min(tokens, saved), isThinking });
        unitSums.push((unitSums.at(-1) ?? 0) + tokens);
      }
      messageStarts.push(unitSums.length - 1);
    });
    const cuts = messages.flatMap(({ isCut }, message) => (isCut && message > 0 ? [message] : []));
    const turnStarts = messages.flatMap(({ isTurn }, message) => (isTurn ? [message] : []));
    return { unitSums, messageStarts, candidates, cuts: [...cuts, messages.length], turnStarts, otherTokens: 20 };
  });
