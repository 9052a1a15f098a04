import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ChatMessage, maskObservations } from "../../ts/history/index.js";
import { DEFAULT_MAX_OBSERVATION_CHARS } from "../../ts/history/options.js";
import { thrownBy } from "../support/thrown.js";
import { arbitraryHistory } from "./arbitrary-history.js";
import { assistant, call, charsOf, masked, pair, result, system, user } from "./build.js";

const OUTPUT = "output ".repeat(100);
const none = new Set<number>();
const contents = (messages: readonly ChatMessage[]) => messages.map(({ content }) => content);

describe("maskObservations", () => {
  it("masks results outside keepIndices and nothing else", () => {
    const messages = [
      system(OUTPUT),
      user(OUTPUT),
      assistant(OUTPUT),
      call("a", OUTPUT),
      result("a", OUTPUT),
      ...pair("b", OUTPUT),
    ];
    const after = maskObservations(messages, new Set([6]), { maxObservationChars: 80 });
    expect(contents(after.messages)).toEqual([OUTPUT, OUTPUT, OUTPUT, OUTPUT, masked(700), "calling", OUTPUT]);
    expect(after.maskedCount).toBe(1);
    expect(after.maskedChars).toBe(700 - masked(700).length);
  });

  it("keeps every field but the content", () => {
    const message = { ...result("a", OUTPUT), tags: ["x"], name: "bash", custom: { deep: 1 } };
    const [after] = maskObservations([message], none).messages;
    expect(after).toEqual({ ...message, content: masked(700) });
  });

  it("returns a new list with the same objects for unmasked messages", () => {
    const messages = [user("x"), result("a", OUTPUT), result("b", "short")];
    const before = structuredClone(messages);
    const after = maskObservations(messages, none).messages;
    expect(messages).toEqual(before);
    expect(after).not.toBe(messages);
    expect(after[0]).toBe(messages[0]);
    expect(after[1]).not.toBe(messages[1]);
    expect(after[2]).toBe(messages[2]);
  });

  it.each(["assistant", "user", "system", "developer"])("never masks the role %s, whatever its pairRole", (role) => {
    const message = { ...result("a", OUTPUT), role };
    expect(maskObservations([message], none)).toEqual({ messages: [message], maskedCount: 0, maskedChars: 0 });
  });

  it("masks a result without its call", () => {
    expect(maskObservations([result("orphan", OUTPUT)], none).maskedCount).toBe(1);
  });

  it("does nothing if no result is outside the window", () => {
    const messages = [user(OUTPUT), ...pair("a", OUTPUT)];
    expect(maskObservations(messages, new Set([2]))).toEqual({ messages, maskedCount: 0, maskedChars: 0 });
  });

  it.each([
    [80, masked(700)],
    [79, masked(700)],
    [20, "[observation masked "],
    [1, "["],
    [81, `${masked(700)}\n${OUTPUT.slice(0, 81 - masked(700).length - 4)}...`],
    [200, `${masked(700)}\n${OUTPUT.slice(0, 200 - masked(700).length - 4)}...`],
    [700, OUTPUT],
    [5_000, OUTPUT],
  ])("masks with maxObservationChars %i to %j", (maxObservationChars, expected) => {
    const { messages } = maskObservations([result("a", OUTPUT)], none, { maxObservationChars });
    expect(messages[0]?.content).toBe(expected);
    expect(expected.length).toBeLessThanOrEqual(Math.max(700, maxObservationChars));
  });

  it("uses 80 chars as default", () => {
    expect(DEFAULT_MAX_OBSERVATION_CHARS).toBe(80);
    expect(maskObservations([result("a", OUTPUT)], none)).toEqual(
      maskObservations([result("a", OUTPUT)], none, { maxObservationChars: 80 }),
    );
  });

  it.each([0, -1, 1.5, Number.NaN, "80" as unknown as number])("refuses maxObservationChars %j", (value) => {
    const error = thrownBy(() => maskObservations([], none, { maxObservationChars: value }));
    expect(error.code).toBe("OPTION_INVALID");
    expect(error.message).toMatch(/^options\.maxObservationChars: expected a whole number of 1 or more, got /);
  });

  it("never grows, counts exactly, and masks only once", () => {
    const limit = fc.constantFrom(1, 20, 80, 81, 150, 400);
    fc.assert(
      fc.property(arbitraryHistory, fc.array(fc.nat(30)), limit, (messages, kept, maxObservationChars) => {
        const keep = new Set(kept);
        const after = maskObservations(messages, keep, { maxObservationChars });
        expect(after.maskedChars).toBe(charsOf(messages) - charsOf(after.messages));
        expect(after.maskedChars).toBeGreaterThanOrEqual(after.maskedCount);
        expect(after.messages.filter((message, index) => message !== messages[index]).length).toBe(after.maskedCount);
        after.messages.forEach((message, index) => {
          expect({ ...message, content: "" }).toEqual({ ...messages[index], content: "" });
          if (keep.has(index)) expect(message).toBe(messages[index]);
        });
        expect(maskObservations(after.messages, keep, { maxObservationChars }).maskedCount).toBe(0);
      }),
      { numRuns: 3_000 },
    );
  });
});
