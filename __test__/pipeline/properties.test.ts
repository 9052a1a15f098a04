import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { childrenOf, lastMember } from "../../ts/text/json-children.js";
import { LIST_KEYS } from "../support/wire-shapes.js";
import { arbitraryCase, type Case, type Json, listOf, parse, reduceWith, tokensOf, violationsOf } from "./build.js";

const asked = fc.record({
  one: arbitraryCase(),
  share: fc.double({ min: 0.02, max: 1.05, noNaN: true }),
  enabled: fc.boolean(),
  strategy: fc.constantFrom("every-turn", "rent", "off" as const),
  windowTurns: fc.integer({ min: 1, max: 4 }),
});

const RUNS = 150;

function optionsOf(wire: Case["wire"], request: object, { share, enabled, strategy, windowTurns }: Json) {
  const tokens = Math.max(1, Math.round(tokensOf(wire, request) * Number(share)));
  const policy = {
    mask: { windowTurns: Number(windowTurns), minChars: 0, keepErrors: false },
    cache: { strategy: strategy as "rent" },
    summarize: { enabled: Boolean(enabled) },
  };
  return { budget: { tokens }, policy };
}

describe("the pipeline, over generated conversations of every wire,", () => {
  it("keeps requests valid and never makes them longer", async () => {
    await fc.assert(
      fc.asyncProperty(asked, async ({ one, ...rest }) => {
        const { wire, body, request } = one;
        const options = optionsOf(wire, request, rest);
        const out = await reduceWith(options, body, wire);
        const after = parse(out.body);
        expect(violationsOf(wire, out.body)).toEqual(violationsOf(wire, body));
        expect(out.body.length).toBeLessThanOrEqual(body.length);
        expect(out.report.fits).toBe(tokensOf(wire, after) <= options.budget.tokens);
        expect(out.changed).toBe(out.body !== body);
        if (tokensOf(wire, request) <= options.budget.tokens) expect(out.body).toBe(body);
        expect(out.report.notes?.filter(({ reason }) => reason === "internal_error") ?? []).toEqual([]);
        expect(out.report.tokens?.after).toBe(tokensOf(wire, after));
        expect(out.report.bytes).toEqual({ before: body.length, after: out.body.length });
      }),
      { numRuns: RUNS },
    );
  });

  it("reduces objects like bytes", async () => {
    await fc.assert(
      fc.asyncProperty(asked, async ({ one, ...rest }) => {
        const { wire, body, request } = one;
        const before = structuredClone(request);
        const options = optionsOf(wire, request, rest);
        const [bytes, object] = [await reduceWith(options, body, wire), await reduceWith(options, request, wire)];
        expect(parse(bytes.body)).toEqual(object.body);
        expect(request).toEqual(before);
        expect(object.report.reductionStage).toBe(bytes.report.reductionStage);
        expect(object.report.phases).toEqual(bytes.report.phases);
        expect(object.report.preserved).toEqual(bytes.report.preserved);
        expect(object.report.droppedCount).toBe(bytes.report.droppedCount);
      }),
      { numRuns: RUNS },
    );
  });

  it("leaves every kept message as masked, byte for byte, and the user's word for word", async () => {
    await fc.assert(
      fc.asyncProperty(asked, async ({ one, ...rest }) => {
        const { wire, body, request } = one;
        const options = optionsOf(wire, request, rest);
        const out = await reduceWith(options, body, wire);
        if (out.report.reductionStage === undefined || out.report.reductionStage === "masking") return;
        const [before, after] = [rawMessages(one, body), rawMessages(one, out.body)];
        const dropped = new Set(
          [...out.originals()].flatMap(({ edit: { action, path } }) =>
            action === "drop" && path.split("/").length === 3 ? [Number(path.split("/")[2])] : [],
          ),
        );
        expect(dropped.size).toBe(out.report.droppedCount);
        const summary = [...out.originals()].find(({ edit }) => edit.action === "summary")?.edit;
        const inserted = summary === undefined ? [] : (JSON.parse(`[${summary.replacement}]`) as object[]);
        const kept = before.texts.flatMap((text, index) => (dropped.has(index) ? [] : [{ text, index }]));
        expect(before.head).toBe(after.head);
        expect(before.tail).toBe(after.tail);
        const places = after.texts.filter((text) => !inserted.some((value) => JSON.stringify(value) === text));
        expect(places.length).toBe(kept.length);
        for (const [at, { text, index }] of kept.entries()) {
          if (places[at] === text) continue;
          // Only results that were masked, and the message with the summary.
          const isHost = summary?.path === `/${LIST_KEYS[wire]}/${index}`;
          const message = listOf(one, request)[index];
          expect(
            isHost || JSON.stringify(message).includes(wire === "gemini" ? "unction" : "tool") || isOutput(message),
          ).toBe(true);
        }
        for (const text of userTexts(
          wire,
          kept.map(({ index }) => listOf(one, request)[index] as Json),
        )) {
          expect(after.texts.join("\n")).toContain(JSON.stringify(text).slice(1, -1));
        }
        if (out.report.reductionStage === "summarization") {
          const all = listOf(one, request).filter((_, index) => !dropped.has(index));
          expect(userTexts(wire, all)).toEqual(userTexts(wire, listOf(one, request)));
        }
      }),
      { numRuns: RUNS },
    );
  });

  it("leaves its own output unchanged", async () => {
    await fc.assert(
      fc.asyncProperty(asked, async ({ one, ...rest }) => {
        const options = optionsOf(one.wire, one.request, rest);
        const once = await reduceWith(options, one.body, one.wire);
        const twice = await reduceWith(options, once.body, one.wire);
        if (once.report.fits) expect(twice.body).toBe(once.body);
        else expect(twice.body.length).toBeLessThanOrEqual(once.body.length);
        expect(violationsOf(one.wire, twice.body)).toEqual(violationsOf(one.wire, once.body));
      }),
      { numRuns: RUNS / 2 },
    );
  });
});

const isOutput = (message: unknown) => String((message as Json).type).endsWith("_output");

/** The raw text of each message, and the text before and after the list. */
function rawMessages({ wire }: Case, body: Uint8Array): { head: string; texts: string[]; tail: string } {
  const text = Buffer.from(body).toString("utf8");
  const list = lastMember(childrenOf(text, 0), LIST_KEYS[wire]);
  if (list === undefined) throw new Error("no list");
  const texts = childrenOf(text, list.start).map(({ start, end }) => text.slice(start, end));
  return { head: text.slice(0, list.start), texts, tail: text.slice(list.end) };
}

/** Everything that the user wrote. */
function userTexts(wire: Case["wire"], messages: readonly Json[]): string[] {
  return messages.flatMap((message) => {
    if (message.role !== "user") return [];
    const content = wire === "gemini" ? message.parts : message.content;
    if (typeof content === "string") return [content];
    return (content as Json[]).flatMap((block) => (typeof block.text === "string" ? [block.text] : []));
  });
}
