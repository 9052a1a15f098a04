import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isSystem } from "../../ts/history/chat-message.js";
import { type ChatMessage, HistoryReducer } from "../../ts/history/index.js";
import { readSummaryMessage } from "../../ts/history/summary-message.js";
import { cases, timeLimit } from "../support/cases.js";
import { arbitraryHistory } from "./arbitrary-history.js";
import { charsOf, orphansOf } from "./build.js";

const options = fc.record({
  enabled: fc.constant(true),
  maxInputChars: fc.integer({ min: 0, max: 3_000 }),
  preserveRecentRawTurns: fc.constantFrom(undefined, 0, 1, 2, 6),
  summaryMaxChars: fc.constantFrom(undefined, 1, 40, 300),
  observationMasking: fc.constantFrom(undefined, true, false),
  maxObservationChars: fc.constantFrom(undefined, 1, 20, 100),
  summaryRole: fc.constantFrom(undefined, "user" as const, "system" as const),
});
const reducer = new HistoryReducer();
const RUNS = { numRuns: cases(1_500) };

/** The message of `before` that each message of `after` comes from, the summary left out. */
function originsOf(before: readonly ChatMessage[], after: readonly ChatMessage[], summary: number): number[] {
  const same = (a: ChatMessage, b: ChatMessage) =>
    a === b ||
    (a.pairRole === "result" && JSON.stringify({ ...a, content: 0 }) === JSON.stringify({ ...b, content: 0 }));
  let from = 0;
  return after.flatMap((message, index) => {
    if (index === summary) return [];
    const found = before.findIndex((candidate, at) => at >= from && same(candidate, message));
    expect(found).toBeGreaterThanOrEqual(0);
    from = found + 1;
    return [found];
  });
}

describe("HistoryReducer, for any history", () => {
  it(
    "makes no orphan, never grows, loses no system message, counts what it dropped, and tells the truth",
    () => {
      const seen = new Set<string | undefined>();
      fc.assert(
        fc.property(arbitraryHistory, options, (messages, settings) => {
          const before = structuredClone(messages);
          const after = reducer.reduce(messages, settings);
          seen.add(after.reductionStage);
          expect(messages).toEqual(before);
          expect(orphansOf(after.messages).filter((id) => !orphansOf(messages).includes(id))).toEqual([]);
          expect(charsOf(after.messages)).toBeLessThanOrEqual(charsOf(messages));
          expect(after.reduced).toBe(after.messages !== messages);
          if (after.reduced) expect(charsOf(after.messages)).toBeLessThan(charsOf(messages) + 1);
          expect(after.fits).toBe(charsOf(after.messages) <= settings.maxInputChars);
          const isSummarized = after.reductionStage === "summarization";
          const summary = isSummarized
            ? after.messages.findIndex((m) => !messages.includes(m) && readSummaryMessage(m))
            : -1;
          const origins = new Set(originsOf(messages, after.messages, summary));
          expect(after.droppedCount).toBe(messages.length - origins.size);
          messages.forEach((message, index) => {
            if (isSystem(message)) expect(origins.has(index) && after.messages.includes(message)).toBe(true);
          });
        }),
        RUNS,
      );
      expect(seen).toEqual(new Set([undefined, "masking", "summarization", "fallback"]));
    },
    timeLimit(60_000),
  );

  it(
    "keeps the window untouched",
    () => {
      fc.assert(
        fc.property(arbitraryHistory, options, (messages, settings) => {
          const after = reducer.reduce(messages, settings);
          const window = settings.preserveRecentRawTurns ?? 4;
          const newest = messages.filter((message) => !isSystem(message)).slice(window === 0 ? Infinity : -window);
          expect(newest.every((message) => after.messages.includes(message))).toBe(true);
        }),
        RUNS,
      );
    },
    timeLimit(60_000),
  );

  it(
    "changes nothing the second time",
    () => {
      fc.assert(
        fc.property(arbitraryHistory, options, (messages, settings) => {
          const once = reducer.reduce(messages, settings).messages;
          expect(reducer.reduce(once, settings).messages).toBe(once);
        }),
        RUNS,
      );
    },
    timeLimit(60_000),
  );
});
