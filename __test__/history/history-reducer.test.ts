import { describe, expect, it } from "vitest";
import {
  buildSummary,
  type ChatMessage,
  HistoryReducer,
  type HistoryReducerOptions,
  type HistoryStages,
  maskObservations,
} from "../../ts/history/index.js";
import { renderSummaryMessage } from "../../ts/history/summary-message.js";
import { thrownBy } from "../support/thrown.js";
import { assistant, call, charsOf, masked, orphansOf, pair, result, system, user } from "./build.js";

const OUTPUT = "output ".repeat(100);
const reducer = new HistoryReducer();
const reduce = (messages: ChatMessage[], options: Partial<HistoryReducerOptions>) =>
  reducer.reduce(messages, { enabled: true, ...options });

/** Ten old results of 700 chars with reasoning between them, and a window of four messages. */
function longHistory(): ChatMessage[] {
  const old = Array.from({ length: 10 }, (_, i) => [
    call(`old${i}`, `I look at file ${i}.`),
    result(`old${i}`, OUTPUT),
    assistant(`File ${i} shows what I need.`),
  ]).flat();
  return [system(), user("Fix the bug. Never push."), ...old, user("go on"), ...pair("new", OUTPUT), assistant("done")];
}

const history = longHistory();
const keptAlways = new Set([0, ...[4, 3, 2, 1].map((back) => history.length - back)]);
const maskedHistory = maskObservations(history, keptAlways).messages;
const CHARS = charsOf(history);
const MASKED_CHARS = charsOf(maskedHistory);
const oldOnes = maskedHistory.filter((_, index) => !keptAlways.has(index));
const summarized = [
  system(),
  renderSummaryMessage(buildSummary(oldOnes, 1_400), oldOnes.length, "user"),
  ...history.slice(-4),
];
const SUMMARIZED_CHARS = charsOf(summarized);
const TRUNCATED_CHARS = charsOf([...keptAlways].map((index) => history[index] as ChatMessage));

describe("HistoryReducer, budget edges", () => {
  it("uses an example with the sizes that the cases need", () => {
    expect(
      [CHARS, MASKED_CHARS, SUMMARIZED_CHARS, TRUNCATED_CHARS].every((n, i, all) => i === 0 || n < (all[i - 1] ?? 0)),
    ).toBe(true);
  });

  it.each([
    ["one above the input", CHARS + 1, undefined],
    ["at the input", CHARS, undefined],
    ["one below the input", CHARS - 1, "masking"],
    ["one above the masked", MASKED_CHARS + 1, "masking"],
    ["at the masked", MASKED_CHARS, "masking"],
    ["one below the masked", MASKED_CHARS - 1, "summarization"],
    ["one above the summarised", SUMMARIZED_CHARS + 1, "summarization"],
    ["at the summarised", SUMMARIZED_CHARS, "summarization"],
    ["one below the summarised", SUMMARIZED_CHARS - 1, "fallback"],
    ["at the truncated", TRUNCATED_CHARS, "fallback"],
    ["one below the truncated", TRUNCATED_CHARS - 1, "fallback"],
    ["nothing", 0, "fallback"],
  ])("%s: %i chars, %s", (_, maxInputChars, stage) => {
    const after = reduce(history, { maxInputChars });
    expect(after.reductionStage).toBe(stage);
    expect(after.fits).toBe(charsOf(after.messages) <= maxInputChars);
    expect(after.fits).toBe(maxInputChars >= TRUNCATED_CHARS);
    if (stage === undefined) expect(after.messages).toBe(history);
  });

  it.each([
    ["at", 0, undefined],
    ["one below", -1, "masking"],
  ])("keeps within maxInputTokens, %s", (_, less, stage) => {
    const tokens = history.reduce((sum, { content }) => sum + Math.ceil(content.length / 4), 0);
    expect(reduce(history, { maxInputTokens: tokens + less }).reductionStage).toBe(stage);
    expect(reduce(history, { maxInputTokens: tokens + less, maxInputChars: CHARS }).reductionStage).toBe(stage);
    expect(reduce(history, { maxInputTokens: tokens + less, maxInputChars: 0 }).reductionStage).toBe("fallback");
  });

  it("counts tokens with the caller's estimator", () => {
    const estimateTokens = (text: string) => text.length * 2;
    expect(reduce(history, { maxInputTokens: 2 * CHARS, estimateTokens }).reduced).toBe(false);
    expect(reduce(history, { maxInputTokens: 2 * MASKED_CHARS, estimateTokens }).reductionStage).toBe("masking");
    expect(reduce(history, { maxInputTokens: 2 * MASKED_CHARS - 1, estimateTokens }).reductionStage).toBe(
      "summarization",
    );
  });
});

describe("HistoryReducer, masking stage", () => {
  const after = reduce(history, { maxInputChars: MASKED_CHARS });

  it("masks results outside the window before any message goes", () => {
    expect(after.messages).toEqual(maskedHistory);
    expect(after.messages.filter(({ content }) => content === masked(700))).toHaveLength(10);
    expect(after.messages.at(-2)?.content).toBe(OUTPUT);
    expect(after).toMatchObject({ reduced: true, droppedCount: 0, invariantStatus: "ok", fits: true });
  });

  it("keeps calls and reasoning in full, at any place", () => {
    const spoken = (messages: readonly ChatMessage[]) => messages.filter(({ role }) => role === "assistant");
    expect(spoken(after.messages)).toEqual(spoken(history));
  });

  it("keeps pairId, pairRole, role and toolCallId, and creates no orphan", () => {
    after.messages.forEach((message, index) => {
      expect({ ...message, content: "" }).toEqual({ ...history[index], content: "" });
    });
    expect(orphansOf(after.messages)).toEqual([]);
  });

  it("reports how much it masked", () => {
    const maskedChars = 10 * (700 - masked(700).length);
    expect(after).toMatchObject({ maskedCount: 10, maskedChars, reductionStage: "masking", notes: [] });
    expect(CHARS - charsOf(after.messages)).toBe(maskedChars);
  });

  it("masks by default, and not with observationMasking false", () => {
    const options = { maxInputChars: MASKED_CHARS };
    expect(reduce(history, { ...options, observationMasking: true })).toEqual(after);
    expect(reduce(history, { ...options, observationMasking: undefined })).toEqual(after);
    expect(reduce(history, { ...options, observationMasking: false }).reductionStage).toBe("summarization");
  });

  it("limits masked results to maxObservationChars", () => {
    const options = { maxInputChars: CHARS - 1, maxObservationChars: 300 };
    expect(reduce(history, options).messages[3]?.content).toMatch(
      /^\[observation masked — 700 chars\]\n(output )+.*\.\.\.$/s,
    );
    expect(reduce(history, options).messages[3]?.content).toHaveLength(300);
  });

  it("leaves results within preserveRecentRawTurns unchanged, 4 by default", () => {
    const flat = Array.from({ length: 6 }, (_, i) => result(`r${i}`, OUTPUT));
    const shown = (preserveRecentRawTurns?: number) =>
      reduce(flat, { maxInputChars: 6 * 700 - 1, preserveRecentRawTurns }).messages.map(
        ({ content }) => content === OUTPUT,
      );
    expect(shown()).toEqual([false, false, true, true, true, true]);
    expect(shown(1)).toEqual([false, false, false, false, false, true]);
    expect(shown(0)).toEqual([false, false, false, false, false, false]);
  });

  it("keeps dispatch blocks of old results", () => {
    const block = 'BEGIN_DISPATCH_RESULT\n{"status":"ok"}\nEND_DISPATCH_RESULT';
    const messages = [...pair("a", `${OUTPUT}${block}${OUTPUT}`), ...history];
    const [, first] = reduce(messages, { maxInputChars: charsOf(messages) - 1 }).messages;
    expect(first?.content).toBe(`[dispatch output masked — 1400 chars]\n${block}`);
  });
});

describe("HistoryReducer, summarization stage", () => {
  const after = reduce(history, { maxInputChars: SUMMARIZED_CHARS });

  it("replaces old messages by a summary if masking was not enough", () => {
    expect(after.messages).toEqual(summarized);
    expect(after).toMatchObject({
      reduced: true,
      droppedCount: history.length - 5,
      invariantStatus: "ok",
      reductionStage: "summarization",
      summaryBy: "extract",
      maskedCount: 10,
      fits: true,
      notes: [{ stage: "masking", reason: "over_budget" }],
    });
  });

  it("summarises the masked messages, not the removed text", () => {
    expect(after.messages[1]?.content).not.toContain("output output");
    const unmasked = reduce(history, { maxInputChars: MASKED_CHARS, observationMasking: false });
    expect(unmasked.messages[1]?.content).toContain("output output");
    expect(unmasked).toMatchObject({ maskedCount: 0, maskedChars: 0 });
  });

  it("summarises if there is nothing to mask", () => {
    const talk = Array.from({ length: 20 }, (_, i) =>
      i % 2 ? assistant("said ".repeat(60)) : user("asked ".repeat(60)),
    );
    const spoken = reduce(talk, { maxInputChars: 4_000 });
    expect(spoken).toMatchObject({ reductionStage: "summarization", maskedCount: 0, maskedChars: 0, droppedCount: 16 });
    expect(spoken.notes).toEqual([{ stage: "masking", reason: "nothing_to_do" }]);
  });

  it("writes summaries of at most 1,400 chars if nothing else is said", () => {
    const talk = Array.from({ length: 60 }, (_, at) =>
      at % 2 === 0
        ? user(`You must keep rule ${at}: ${"word ".repeat(30)}`)
        : assistant(`- [ ] task ${at} ${"x ".repeat(60)}`),
    );
    const old = talk.slice(0, -4);
    expect(buildSummary(old, 1_500)).not.toBe(buildSummary(old, 1_400));
    const [summary] = reduce(talk, { maxInputChars: 4_000 }).messages;
    expect(summary).toEqual(renderSummaryMessage(buildSummary(old, 1_400), old.length, "user"));
    expect(buildSummary(old, 1_400).length).toBeGreaterThan(1_300);
    expect(buildSummary(old, 1_400).length).toBeLessThanOrEqual(1_400);
  });

  it("follows summaryMaxChars and summaryRole", () => {
    const short = reduce(history, { maxInputChars: MASKED_CHARS - 1, summaryMaxChars: 50, summaryRole: "system" });
    expect(short.messages[1]).toEqual(renderSummaryMessage(buildSummary(oldOnes, 50), oldOnes.length, "system"));
  });
});

describe("HistoryReducer, fallback", () => {
  it("drops old messages if a summary does not fit", () => {
    const after = reduce(history, { maxInputChars: TRUNCATED_CHARS });
    expect(after.messages).toEqual([history[0], ...history.slice(-4)]);
    expect(after).toMatchObject({
      reduced: true,
      droppedCount: history.length - 5,
      invariantStatus: "fallback",
      reductionStage: "fallback",
      maskedCount: 10,
      fits: true,
    });
    expect(after.notes).toEqual([
      { stage: "masking", reason: "over_budget" },
      { stage: "summarization", reason: "over_budget", detail: "the extract" },
    ]);
  });

  it("keeps the window and reports that it does not fit", () => {
    const after = reduce(history, { maxInputChars: 10 });
    expect(after.messages).toEqual([history[0], ...history.slice(-4)]);
    expect(after).toMatchObject({ fits: false, invariantStatus: "fallback" });
    expect(after.notes?.at(-1)).toEqual({ stage: "fallback", reason: "over_budget" });
  });

  it("returns the same list if all messages are in the window", () => {
    const messages = history.slice(-4);
    const after = reduce(messages, { maxInputChars: 10 });
    expect(after.messages).toBe(messages);
    expect(after).toMatchObject({ reduced: false, droppedCount: 0, fits: false, maskedCount: 0, maskedChars: 0 });
  });
});

describe("HistoryReducer, error scenarios", () => {
  const withStages = (stages: Partial<HistoryStages>, maxInputChars: number) =>
    new HistoryReducer(stages).reduce(history, { enabled: true, maxInputChars });
  const breaking: HistoryStages["mask"] = (messages, keep, options) => {
    const after = maskObservations(messages, keep, options);
    return {
      ...after,
      messages: after.messages.filter(({ pairId, pairRole }) => pairId !== "old3" || pairRole !== "result"),
    };
  };

  it("summarises the unmasked messages if masking breaks a pair", () => {
    const after = withStages({ mask: breaking }, MASKED_CHARS);
    expect(after).toMatchObject({
      reductionStage: "summarization",
      invariantStatus: "ok",
      maskedCount: 0,
      maskedChars: 0,
    });
    expect(after.notes).toEqual([{ stage: "masking", reason: "pair_violation" }]);
    expect(orphansOf(after.messages)).toEqual([]);
  });

  it("truncates if masking breaks a pair and the summary does not fit", () => {
    expect(withStages({ mask: breaking }, SUMMARIZED_CHARS - 200)).toMatchObject({ reductionStage: "fallback" });
  });

  it("returns the original history if truncation breaks a pair", () => {
    const after = withStages({ truncate: (messages) => ({ messages: messages.slice(-2) }) }, 10);
    expect(after.messages).toBe(history);
    expect(after).toMatchObject({ reduced: false, droppedCount: 0, invariantStatus: "fallback", fits: false });
    expect(after.notes).toContainEqual({ stage: "fallback", reason: "pair_violation" });
  });

  it("truncates if the summary breaks a pair", () => {
    // Whole pairs remain whole, but are no longer within the window.
    const turning: HistoryStages["mask"] = (messages, keep, options) => {
      const after = maskObservations(messages, keep, options);
      return { ...after, messages: [...after.messages.slice(2), ...after.messages.slice(0, 2)] };
    };
    const after = withStages({ mask: turning }, SUMMARIZED_CHARS + 200);
    expect(after.notes).toContainEqual({ stage: "summarization", reason: "pair_violation", detail: "the extract" });
    expect(after.reductionStage).toBe("fallback");
    expect(orphansOf(after.messages)).toEqual([]);
  });

  it("skips masking that makes the history longer", () => {
    const growing: HistoryStages["mask"] = (messages) => ({
      messages: messages.map((message) => ({ ...message, content: `${message.content}!` })),
      maskedCount: messages.length,
      maskedChars: -messages.length,
    });
    const after = withStages({ mask: growing }, MASKED_CHARS);
    expect(after).toMatchObject({ reductionStage: "summarization", maskedCount: 0, maskedChars: 0 });
    expect(after.notes).toEqual([{ stage: "masking", reason: "not_shorter" }]);
  });

  it("summarises if no result is outside the window", () => {
    const messages = [
      ...Array.from({ length: 9 }, () => user("words ".repeat(100))),
      ...pair("a", OUTPUT),
      assistant("x"),
    ];
    const after = reduce(messages, { maxInputChars: 4_000 });
    expect(after).toMatchObject({ reductionStage: "summarization", maskedCount: 0 });
    expect(after.notes).toEqual([{ stage: "masking", reason: "nothing_to_do" }]);
  });

  it("skips a summary that is no shorter than its messages", () => {
    const messages = [user("a"), assistant("b"), ...history.slice(-4)];
    const after = reduce(messages, { maxInputChars: charsOf(messages) - 1 });
    expect(after).toMatchObject({ reductionStage: "fallback", droppedCount: 2, fits: true });
    expect(after.notes).toContainEqual({ stage: "summarization", reason: "not_shorter", detail: "the extract" });
  });

  it("ignores pairs that were broken in the input", () => {
    const messages = [call("lost"), ...history];
    expect(reduce(messages, { maxInputChars: MASKED_CHARS + 20 })).toMatchObject({
      reductionStage: "masking",
      invariantStatus: "ok",
    });
  });
});

describe("HistoryReducer, input", () => {
  it("does nothing unless enabled", () => {
    for (const enabled of [undefined, false]) {
      const after = reducer.reduce(history, { enabled, maxInputChars: 1 });
      expect(after).toEqual({ messages: history, reduced: false, droppedCount: 0, invariantStatus: "ok" });
      expect(after.messages).toBe(history);
    }
  });

  it.each([0, 1, 2])("leaves %i messages unchanged", (count) => {
    const messages = history.slice(0, count);
    const after = reduce(messages, { maxInputChars: 0 });
    expect(after.messages).toBe(messages);
    expect(after).toMatchObject({ reduced: false, invariantStatus: "ok", fits: count === 0 });
  });

  it("never changes its input", () => {
    const messages = longHistory();
    for (const maxInputChars of [MASKED_CHARS, SUMMARIZED_CHARS, 0]) reduce(messages, { maxInputChars });
    expect(messages).toEqual(history);
  });

  it.each([
    [{}, /^options\.maxInputChars: a budget is needed; give it or maxInputTokens$/],
    [{ maxInputChars: null, maxInputTokens: null }, /^options\.maxInputChars: a budget is needed/],
    [{ maxInputChars: -1 }, /^options\.maxInputChars: expected 0 or more chars, got -1$/],
    [{ maxInputChars: Number.NaN }, /maxInputChars/],
    [{ maxInputChars: "100" }, /got "100"/],
    [{ maxInputChars: 1, preserveRecentRawTurns: 1.5 }, /preserveRecentRawTurns: expected a whole number of 0 or more/],
    [{ maxInputChars: 1, summaryMaxChars: 0 }, /summaryMaxChars: expected a whole number of 1 or more, got 0/],
    [{ maxInputChars: 1, maxObservationChars: 0 }, /maxObservationChars/],
    [{ maxInputChars: 1, observationMasking: "no" }, /observationMasking: expected true or false, got "no"/],
    [{ maxInputChars: 1, summaryRole: "tool" }, /summaryRole: expected "user" or "system"/],
    [
      { maxInputChars: 1, maxObservationChar: 9 },
      /unknown key "maxObservationChar"; did you mean "maxObservationChars"\?/,
    ],
    [{ maxInputTokens: 1, estimateTokens: () => Number.NaN }, /estimateTokens: expected it to give 0 or more tokens/],
  ])("refuses the options %j", (options, message) => {
    const error = thrownBy(() => reduce(history, options as never));
    expect(error.code).toBe("OPTION_INVALID");
    expect(error.message).toMatch(message);
  });

  it.each([
    [null, /^messages: expected an array/],
    [[user("a"), null, user("b")], /^messages\[1\]: expected an object$/],
    [[{ content: "x" }], /^messages\[0\]\.role: expected a string, got undefined$/],
    [[user("a"), { role: "assistant", content: null }], /^messages\[1\]\.content: expected a string, got null; use ""/],
    [[{ role: "user", content: [] }], /got a list/],
  ])("refuses the messages %j", (messages, message) => {
    const error = thrownBy(() => reduce(messages as never, { maxInputChars: 1 }));
    expect(error.code).toBe("OPTION_INVALID");
    expect(error.message).toMatch(message);
  });
});
