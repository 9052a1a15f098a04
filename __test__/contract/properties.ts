import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryChatBody, arbitraryPolicy } from "../support/arbitrary-chat.js";
import { type Message, parse, type Subject } from "./build.js";

const RUNS = { numRuns: 150 };

const messagesOf = (request: unknown): unknown[] => JSON.parse(JSON.stringify(request)).messages;

const isMessage = (value: unknown): value is Message =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export function propertyCases(subject: Subject): void {
  describe("properties", () => {
    it("keeps number, order and everything except contents of results", () => {
      fc.assert(
        fc.property(arbitraryChatBody, arbitraryPolicy, ({ request, body }, policy) => {
          const reduced = parse(subject.reduce(body, policy).body).messages;
          const original = messagesOf(request);
          expect(reduced.length).toBe(original.length);
          original.forEach((message, index) => {
            const after = reduced[index];
            if (!isMessage(message) || message.role !== "tool") expect(after).toEqual(message);
            else expect({ ...after, content: 0 }).toEqual({ ...message, content: 0 });
          });
        }),
        RUNS,
      );
    });

    it("is idempotent", () => {
      fc.assert(
        fc.property(arbitraryChatBody, arbitraryPolicy, ({ body }, policy) => {
          const once = subject.reduce(body, policy);
          const twice = subject.reduce(once.body, policy);
          expect(parse(twice.body)).toEqual(parse(once.body));
        }),
        RUNS,
      );
    });

    it("never grows, and reports the removed chars", () => {
      fc.assert(
        fc.property(arbitraryChatBody, arbitraryPolicy, ({ body }, policy) => {
          const { changed, report, body: reduced } = subject.reduce(body, policy, { explain: true, tokens: true });
          const removed = report.decisions.reduce((sum, d) => sum + d.charsBefore - d.charsAfter, 0);
          expect(removed).toBe(report.maskedChars + report.clippedChars);
          expect(changed).toBe(report.maskedCount + report.clippedCount > 0);
          expect(report.decisions.length).toBe(report.toolResultCount);
          expect((report.chars?.before ?? 0) - (report.chars?.after ?? 0)).toBe(removed);
          if (!changed) expect(reduced).toBe(body);
          for (const d of report.decisions) expect(d.charsAfter < d.charsBefore).toBe(d.action !== "keep");
        }),
        RUNS,
      );
    });

    it("masks no more with a larger window", () => {
      fc.assert(
        fc.property(arbitraryChatBody, fc.integer({ min: 1, max: 5 }), ({ body }, windowTurns) => {
          const masked = (turns: number) =>
            new Set(
              subject
                // By age alone: what is fetched again while it is in the window is not kept for that.
                .reduce(body, { mask: { minChars: 0, windowTurns: turns, roles: false } })
                .report.decisions.map((d) => d.messageIndex),
            );
          const narrow = masked(windowTurns);
          for (const index of masked(windowTurns + 1)) expect(narrow).toContain(index);
        }),
        RUNS,
      );
    });

    it("plans the edits that it makes", () => {
      fc.assert(
        fc.property(arbitraryChatBody, arbitraryPolicy, ({ body }, policy) => {
          const plan = subject.plan(body, policy);
          const { report } = subject.reduce(body, policy);
          expect({ ...plan.report, elapsedMicros: 0 }).toMatchObject({
            maskedCount: report.maskedCount,
            bytes: report.bytes,
          });
          expect(plan.edits.filter((e) => e.replacement !== "").length).toBe(report.maskedCount + report.clippedCount);
        }),
        RUNS,
      );
    });
  });
}
