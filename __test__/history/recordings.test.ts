import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type ChatMessage, HistoryReducer } from "../../ts/history/index.js";
import { readRecording, recordings } from "../support/recordings.js";
import { charsOf, orphansOf } from "./build.js";

interface WireMessage {
  role: string;
  content?: unknown;
  tool_calls?: { id: string }[];
  tool_call_id?: string;
}

/** A recorded request as chat messages: an assistant message is one pair with all results of its calls. */
function toChatMessages(messages: readonly WireMessage[]): ChatMessage[] {
  const pairOf = new Map<string, string>();
  return messages.map((message, index) => {
    const content = typeof message.content === "string" ? message.content : JSON.stringify(message.content ?? "");
    const { role } = message;
    if (role === "assistant" && message.tool_calls?.length) {
      for (const { id } of message.tool_calls) pairOf.set(id, `turn${index}`);
      return { role, content, pairId: `turn${index}`, pairRole: "call" };
    }
    const pairId = role === "tool" ? pairOf.get(message.tool_call_id ?? "") : undefined;
    return pairId === undefined
      ? { role, content }
      : { role, content, pairId, pairRole: "result", toolCallId: message.tool_call_id };
  });
}

const histories = (recordings ?? [])
  .filter(({ primary, wire }) => primary && wire === "openai-chat")
  .map((recording) => {
    const { messages } = JSON.parse(readRecording(recording).toString("utf8")) as { messages: WireMessage[] };
    return { file: recording.file, messages: toChatMessages(messages) };
  });
const reducer = new HistoryReducer();

/** The session that the examples show: recorded with the real tools of an agent. */
const SESSION = new URL("../../examples/record/session.openai-chat.json", import.meta.url);

describe("HistoryReducer on the example's session", () => {
  const messages = toChatMessages(JSON.parse(readFileSync(SESSION, "utf8")).messages);
  const chars = charsOf(messages);

  it("leaves less than half of a session with many results by masking alone", () => {
    const results = messages.filter(({ pairRole }) => pairRole === "result");
    const after = reducer.reduce(messages, { enabled: true, maxInputChars: Math.floor(chars / 2) });
    expect(results.length).toBeGreaterThan(8);
    expect(after).toMatchObject({ reductionStage: "masking", droppedCount: 0, fits: true });
    expect(charsOf(after.messages) / chars).toBeLessThan(0.5);
    expect(after.messages.map(({ role, pairId }) => [role, pairId])).toEqual(
      messages.map(({ role, pairId }) => [role, pairId]),
    );
  });

  it("ends within each budget or reports that it does not, with whole pairs", () => {
    const stages = [0.9, 0.25, 0.05, 0.01, 0.001].map((share) => {
      const maxInputChars = Math.floor(chars * share);
      const after = reducer.reduce(messages, { enabled: true, maxInputChars });
      expect(after.fits).toBe(charsOf(after.messages) <= maxInputChars);
      expect(orphansOf(after.messages)).toEqual([]);
      return after.reductionStage;
    });
    expect(stages[0]).toBe("masking");
    expect(stages.at(-1)).toBe("fallback");
  });
});

describe.skipIf(recordings === undefined)("HistoryReducer on recorded conversations", () => {
  it("finds the recordings", () => {
    expect(histories.length).toBeGreaterThan(80);
    expect(
      histories.filter(({ messages }) => messages.some(({ pairRole }) => pairRole === "result")).length,
    ).toBeGreaterThan(40);
  });

  it.each([0.75, 0.5, 0.25, 0.1])(
    "stays valid, and within budget or reported not to be, at %d of their size",
    (share) => {
      for (const { file, messages } of histories) {
        const maxInputChars = Math.floor(charsOf(messages) * share);
        const after = reducer.reduce(messages, { enabled: true, maxInputChars });
        const broken = orphansOf(messages);
        expect(
          orphansOf(after.messages).filter((id) => !broken.includes(id)),
          file,
        ).toEqual([]);
        expect(after.fits, file).toBe(charsOf(after.messages) <= maxInputChars);
        expect(charsOf(after.messages), file).toBeLessThanOrEqual(charsOf(messages));
        const systems = messages.filter(({ role }) => role === "system");
        expect(
          systems.every((message) => after.messages.includes(message)),
          file,
        ).toBe(true);
        expect(reducer.reduce(after.messages, { enabled: true, maxInputChars }).messages, file).toBe(after.messages);
      }
    },
  );

  it("halves long agent runs by masking alone", () => {
    const long = histories.filter(
      ({ messages }) => messages.filter(({ pairRole }) => pairRole === "result").length > 8,
    );
    const before = long.reduce((sum, { messages }) => sum + charsOf(messages), 0);
    const after = long.reduce((sum, { messages }) => {
      const reduced = reducer.reduce(messages, { enabled: true, maxInputChars: charsOf(messages) - 1 });
      expect(reduced.reductionStage).toBe("masking");
      return sum + charsOf(reduced.messages);
    }, 0);
    expect(long.length).toBeGreaterThan(20);
    expect(after / before).toBeLessThan(0.5);
  });
});
