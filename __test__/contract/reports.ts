import { describe, expect, it } from "vitest";
import { calls, laterTurns, plainText, result, type Subject, system, turn, user } from "./build.js";

const LONG = plainText(1000);
const POLICY = { mask: { windowTurns: 1, minChars: 0, keepErrorsMaxChars: 200 } };
const MASKED_CHARS = "[old result left out: 1000 chars]".length;
const MESSAGES = [system(), user(), ...turn("a", LONG), ...turn("b", `Error: ${LONG}`), ...laterTurns(1)];
const BODY = { model: "m", messages: MESSAGES };

export function reportCases(subject: Subject): void {
  describe("reports", () => {
    it("counts results read and edited", () => {
      const { body, changed, report } = subject.reduce(BODY, POLICY);
      const before = Buffer.byteLength(JSON.stringify(BODY));
      expect(changed).toBe(true);
      expect(report).toMatchObject({
        wire: "openai-chat",
        changed: true,
        reductionStage: "masking",
        invariantStatus: "ok",
        fits: true,
        bytes: { before, after: body.length },
        messageCount: 8,
        toolTurnCount: 3,
        toolResultCount: 3,
        maskedCount: 1,
        maskedChars: 1000 - MASKED_CHARS,
        clippedCount: 1,
        clippedChars: 1007 - 200,
        cache: { strategy: "every-turn" },
      });
      expect(report.elapsedMicros).toBeGreaterThanOrEqual(0);
      expect(report.skipped).toBeUndefined();
      expect([report.chars, report.tokens]).toEqual([undefined, undefined]);
    });

    it("lists edited results, and all results with explain, in document order", () => {
      const shown = (explain: boolean) =>
        subject
          .reduce(BODY, POLICY, { explain })
          .report.decisions.map((d) => `${d.messageIndex} ${d.action}/${d.reason}`);
      expect(shown(false)).toEqual(["3 mask/window", "5 clip/error"]);
      expect(shown(true)).toEqual(["3 mask/window", "5 clip/error", "7 keep/window"]);
    });

    it("describes each decision", () => {
      const orphan = [result(undefined, "x"), { role: "tool", content: null }];
      const { report } = subject.reduce({ messages: [...MESSAGES, ...orphan] }, POLICY, { explain: true });
      expect(report.decisions[0]).toMatchObject({
        messageIndex: 3,
        blockIndex: 0,
        toolName: "read_file",
        callId: "a",
        action: "mask",
        reason: "window",
        charsBefore: 1000,
        charsAfter: MASKED_CHARS,
      });
      expect(report.decisions.at(-2)).toMatchObject({ charsBefore: 1, charsAfter: 1 });
      expect(report.decisions.at(-1)).toMatchObject({
        callId: undefined,
        toolName: undefined,
        charsBefore: 0,
        charsAfter: 0,
      });
      expect(report.toolResultCount).toBe(5);
    });

    it("sums chars over parts", () => {
      const parts = ["ab", "c".repeat(500)].map((text) => ({ type: "text", text }));
      const { report } = subject.mask([...turn("a", parts), ...laterTurns(1)]);
      expect(report.decisions[0]).toMatchObject({ charsBefore: 502 });
    });

    it("measures text and arguments if asked", () => {
      const messages = [
        { role: "user", content: "é😀" },
        { role: "user", content: [{ type: "text", text: "ab" }, { type: "image_url", text: 5 }, { text: "c" }, "x"] },
        {
          role: "assistant",
          content: null,
          tool_calls: [
            { id: "a", function: { name: "nn", arguments: "1234" } },
            { custom: { input: "56" } },
            { id: 1, function: { arguments: 5 } },
            "x",
          ],
        },
        "not a message",
        ...laterTurns(2),
      ];
      const argumentsOfLater = 2 * "{}".length;
      const before = 3 + 3 + 6 + argumentsOfLater + 2 * 600;
      const { report } = subject.reduce({ messages }, POLICY, { tokens: true });
      const after = before - report.maskedChars;
      expect(report.maskedCount).toBe(1);
      expect(report.chars).toEqual({ before, after });
      expect(report.tokens).toEqual({ before: Math.ceil(before / 4), after: Math.ceil(after / 4), method: "chars4" });
    });

    it("returns the same bytes if nothing changes", () => {
      const body = Buffer.from(JSON.stringify({ messages: [user()] }));
      const reduction = subject.reduce(body, POLICY);
      expect(reduction.body).toBe(body);
      expect(reduction.changed).toBe(false);
      expect(reduction.report.reductionStage).toBeUndefined();
      expect(reduction.report.bytes).toEqual({ before: body.length, after: body.length });
    });

    it("changes nothing in mode observe", () => {
      const body = Buffer.from(JSON.stringify(BODY));
      const reduction = subject.reduce(body, { ...POLICY, mode: "observe" });
      expect(reduction.body).toBe(body);
      expect(reduction.report).toMatchObject({ changed: false, maskedCount: 1, clippedCount: 1 });
      expect(reduction.report.decisions).toHaveLength(2);
      const would = subject.reduce(body, POLICY);
      expect(would.changed).toBe(true);
      expect(reduction.report.bytes).toEqual({ before: body.length, after: would.body.length });
    });
  });

  describe("plans", () => {
    it("lists what would change", () => {
      const { edits, report } = subject.plan(BODY, POLICY);
      const reduction = subject.reduce(BODY, POLICY);
      const messages = JSON.parse(Buffer.from(reduction.body).toString()).messages;
      expect(edits).toMatchObject([
        {
          path: "/messages/3/content",
          replacement: JSON.stringify(messages[3].content),
          action: "mask",
          reason: "window",
        },
        {
          path: "/messages/5/content",
          replacement: JSON.stringify(messages[5].content),
          action: "clip",
          reason: "error",
        },
      ]);
      expect({ ...report, elapsedMicros: 0 }).toMatchObject({ changed: true, maskedCount: 1, clippedCount: 1 });
      expect(report.bytes).toEqual(reduction.report.bytes);
    });

    it("lists each changed part of a list", () => {
      const part = (text: string, more = {}) => ({ type: "text", text, ...more });
      const content = [part(LONG), part("b", { cache_control: {} }), part("c")];
      const messages = [calls(["a", "read_file"]), result("a", content), ...laterTurns(1)];
      const template = "[masked result: {original_chars}]";
      const { edits } = subject.plan({ messages }, { mask: { ...POLICY.mask, placeholder: { template } } });
      expect(edits.map(({ path, replacement }) => [path, replacement])).toEqual([
        ["/messages/1/content/0", ""],
        ["/messages/1/content/1/text", '"[masked result: 1002]"'],
        ["/messages/1/content/2", ""],
      ]);
    });

    it("lists nothing if nothing changes", () => {
      expect(subject.plan({ messages: [user()] }).edits).toEqual([]);
      expect(subject.plan("not json").report.skipped).toBe("invalid_json");
      expect(subject.plan(BODY, { mode: "off" }).report.skipped).toBe("disabled");
    });
  });
}
