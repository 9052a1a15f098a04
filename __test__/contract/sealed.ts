// Signatures and encrypted reasoning: no text, but billed.
import { describe, expect, it } from "vitest";
import type { Subject } from "./build.js";

const SEALED = "Eq".repeat(10_000);
const TOKENS = Math.ceil((SEALED.length * 179) / 1024);
const thinking = (block: object) => ({
  messages: [{ role: "assistant", content: [block, { type: "text", text: "ok" }] }],
});

const REQUESTS: [what: string, request: object, chars: number][] = [
  [
    "encrypted reasoning of OpenAI Responses",
    {
      input: [
        { type: "message", role: "user", content: "go" },
        { type: "reasoning", encrypted_content: SEALED },
      ],
    },
    2,
  ],
  ["a compaction of OpenAI Responses", { input: [{ type: "compaction", encrypted_content: SEALED }] }, 0],
  [
    "a signature of Claude's thinking",
    { system: "s", max_tokens: 9, ...thinking({ type: "thinking", thinking: "hm", signature: SEALED }) },
    5,
  ],
  [
    "redacted thinking of Claude",
    { system: "s", max_tokens: 9, ...thinking({ type: "redacted_thinking", data: SEALED }) },
    3,
  ],
  [
    "a thought signature of Gemini",
    { contents: [{ role: "model", parts: [{ functionCall: { name: "f", args: {} }, thoughtSignature: SEALED }] }] },
    0,
  ],
  [
    "thinking that a router passes on",
    {
      messages: [
        { role: "user", content: "go" },
        { role: "assistant", content: "", thinking_blocks: [{ type: "thinking", thinking: "hm", signature: SEALED }] },
      ],
    },
    4,
  ],
  [
    "encrypted reasoning that a router passes on",
    {
      messages: [
        { role: "user", content: "go" },
        { role: "assistant", content: "", reasoning_details: [{ type: "reasoning.encrypted", data: SEALED }] },
      ],
    },
    2,
  ],
];

export function sealedCases(subject: Subject): void {
  describe("signatures and encrypted reasoning", () => {
    it.each(REQUESTS)("%s is in the tokens, and not in the chars", (_, request, chars) => {
      const { report } = subject.reduce(request, {}, { tokens: true });
      expect(report.skipped).toBeUndefined();
      expect(report.chars).toEqual({ before: chars, after: chars });
      expect(report.tokens?.before).toBe(TOKENS + Math.ceil(chars / 4));
    });

    it("a member of that name that is no text counts nothing", () => {
      const item = { type: "reasoning", encrypted_content: { encrypted_content: 7 }, signature: null, data: SEALED };
      const { report } = subject.reduce({ input: [item] }, {}, { tokens: true });
      expect(report.tokens).toEqual({ before: 0, after: 0, method: "chars4" });
    });

    it("goes from the tokens with the thinking that is removed", () => {
      const talk = (text: string, block: object) => [
        { role: "user", content: text },
        { role: "assistant", content: [block, { type: "text", text: "done" }] },
      ];
      const blocks = [
        { type: "thinking", thinking: "hm \ud83d\ude00", signature: `${SEALED}\u00e9` },
        { type: "redacted_thinking", data: SEALED },
        { type: "thinking", thinking: "x", signature: SEALED, data: SEALED },
      ];
      const request = {
        model: "claude-opus-4-6",
        max_tokens: 9,
        system: "s",
        messages: [...blocks.flatMap((block) => talk("go", block)), { role: "user", content: "on" }],
      };
      const reduce = (value: object | Uint8Array) => subject.reduce(value, {}, { tokens: true, wire: "anthropic" });
      const { body, report } = reduce(request);
      const again = reduce(body);
      expect(report.thinkingRemoved).toBe(blocks.length);
      expect(report.tokens?.before).toBeGreaterThan(3 * TOKENS);
      expect(report.tokens?.after).toBe(again.report.tokens?.before);
      expect(report.chars?.after).toBe(again.report.chars?.before);
    });
  });
}
