import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildSummary, type ChatMessage, HistoryReducer } from "../../ts/history/index.js";
import { renderSummaryMessage } from "../../ts/history/summary-message.js";
import { cases } from "../support/cases.js";
import { arbitraryHistory } from "./arbitrary-history.js";
import { charsOf } from "./build.js";

interface Settings {
  maxInputChars: number;
  preserveRecentRawTurns: number;
}

const isSystem = ({ role }: ChatMessage) => role === "system" || role === "developer";

/** The path without masking, written so simply that it is unlikely to be wrong; quadratic. */
function summarizeOnly(messages: ChatMessage[], { maxInputChars, preserveRecentRawTurns }: Settings): ChatMessage[] {
  if (messages.length <= 2 || charsOf(messages) <= maxInputChars) return messages;
  const others = messages.filter((message) => !isSystem(message));
  const recent = others.filter((_, index) => index >= others.length - preserveRecentRawTurns);
  const isPaired = ({ pairId, pairRole }: ChatMessage) => Boolean(pairId) && Boolean(pairRole);
  const isKept = (message: ChatMessage) =>
    isSystem(message) ||
    recent.includes(message) ||
    (isPaired(message) &&
      messages.some(
        (mate) => isPaired(mate) && mate.pairId === message.pairId && (isSystem(mate) || recent.includes(mate)),
      ));
  const kept = messages.filter(isKept);
  const old = messages.filter((message) => !isKept(message));
  if (old.length === 0) return messages;
  const lead = messages.findIndex((message) => !isSystem(message));
  const summary = renderSummaryMessage(buildSummary(old, 1_400), old.length, "user");
  const summarized = [...kept.slice(0, lead), summary, ...kept.slice(lead)];
  const isUseful = charsOf(summarized) <= maxInputChars && charsOf(summarized) < charsOf(messages);
  return isUseful ? summarized : kept;
}

describe("observationMasking: false", () => {
  it("works like the path without masking", () => {
    const settings = fc.record({
      maxInputChars: fc.integer({ min: 0, max: 3_000 }),
      preserveRecentRawTurns: fc.integer({ min: 0, max: 6 }),
    });
    fc.assert(
      fc.property(arbitraryHistory, settings, (messages, chosen) => {
        const after = new HistoryReducer().reduce(messages, { enabled: true, observationMasking: false, ...chosen });
        expect(after.messages).toEqual(summarizeOnly(messages, chosen));
        expect(after.reductionStage).not.toBe("masking");
        if (after.reduced) expect(after).toMatchObject({ maskedCount: 0, maskedChars: 0 });
      }),
      { numRuns: cases(1_000) },
    );
  });
});
