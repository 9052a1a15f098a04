import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Wire } from "../../ts/contract/report.js";
import { createReducer } from "../../ts/index.js";
import { cases } from "../support/cases.js";
import { masksAlone } from "../support/masks-alone.js";
import { LIST_KEYS } from "../support/wire-shapes.js";
import { type Json, leastBudget, listOf, parse, tokensOf, violationsOf } from "./build.js";

const MIXED_WIRES = ["anthropic", "gemini"] as const satisfies readonly Wire[];
type MixedWire = (typeof MIXED_WIRES)[number];

/** One turn of an agent: its calls, and what the user typed while they ran. */
interface Turn {
  calls: number;
  thinks: boolean;
  words: string[];
}

const output = (id: string) => `output of ${id} `.repeat(60);

const WRITERS: Record<MixedWire, (turns: readonly Turn[]) => Json> = {
  anthropic: (turns) => ({
    model: "claude-sonnet-4-5",
    max_tokens: 1_000,
    messages: [
      { role: "user", content: "Fix the build." },
      ...turns.flatMap(({ calls, thinks, words }, turn) => {
        const ids = Array.from({ length: calls }, (_, call) => `toolu_${turn}_${call}`);
        const thinking = thinks ? [{ type: "thinking", thinking: "hm", signature: "c2ln" }] : [];
        return [
          {
            role: "assistant",
            content: [...thinking, ...ids.map((id) => ({ type: "tool_use", id, name: "f", input: {} }))],
          },
          {
            role: "user",
            content: [
              ...ids.map((id) => ({ type: "tool_result", tool_use_id: id, content: output(id) })),
              ...words.map((text) => ({ type: "text", text })),
            ],
          },
        ];
      }),
    ],
  }),
  gemini: (turns) => ({
    contents: [
      { role: "user", parts: [{ text: "Fix the build." }] },
      ...turns.flatMap(({ calls, words }, turn) => {
        const ids = Array.from({ length: calls }, (_, call) => `call_${turn}_${call}`);
        return [
          {
            role: "model",
            parts: ids.map((id) => ({ functionCall: { id, name: "f", args: {} }, thoughtSignature: "c2ln" })),
          },
          {
            role: "user",
            parts: [
              ...ids.map((id) => ({ functionResponse: { id, name: "f", response: { output: output(id) } } })),
              ...words.map((text) => ({ text })),
            ],
          },
        ];
      }),
    ],
  }),
};

const blocksOf = (message: Json | undefined) => (message?.content ?? message?.parts) as Json[];
const textsOf = (message: Json): unknown[] =>
  typeof message.content === "string" ? [message.content] : blocksOf(message).map(({ text }) => text);
const wordsIn = (wire: Wire, request: object): unknown[] =>
  listOf({ wire }, request)
    .filter(({ role }) => role === "user")
    .flatMap(textsOf)
    .filter((text) => typeof text === "string" && !text.startsWith("[Summary"));
/** The ids of all calls and results in a body, in order. */
const resultIds = (body: Uint8Array) =>
  Buffer.from(body)
    .toString("utf8")
    .match(/"(?:toolu|call)_\d+_\d+"/g) ?? [];

const off = { strategy: "off" as const };
const summarising = masksAlone({ cache: off, summarize: { enabled: true } });
const ten: Turn[] = Array.from({ length: 10 }, (_, turn) => ({ calls: 1, thinks: false, words: [`Word ${turn}.`] }));

describe.each(MIXED_WIRES)("results beside words of the user, over %s,", (wire) => {
  const request = WRITERS[wire](ten);
  const body = Buffer.from(JSON.stringify(request, undefined, 1));
  const tokens = tokensOf(wire, request);
  const reduce = (share: number, policy: object) =>
    createReducer({ budget: { tokens: Math.round(tokens * share) }, policy }).reduce(body, { wire });

  it.each([
    ["summarization", summarising],
    ["fallback", { cache: off }],
  ])("drops results with their calls and keeps the words: %s", async (stage, policy) => {
    const { body: out, report, originals } = await reduce(0.6, policy);
    expect(report).toMatchObject({ reductionStage: stage, fits: true });
    expect(violationsOf(wire, out)).toEqual([]);
    expect(wordsIn(wire, parse(out))).toEqual(wordsIn(wire, request));
    expect(resultIds(out)).not.toContain(resultIds(body)[0]);
    // What is left of the message is as it was, byte for byte.
    const rest = JSON.stringify(listOf({ wire }, parse(out)).find((one) => JSON.stringify(one).includes("Word 0.")));
    const key = wire === "gemini" ? "parts" : "content";
    const block = wire === "gemini" ? { text: "Word 0." } : { type: "text", text: "Word 0." };
    expect(rest).toBe(JSON.stringify({ role: "user", [key]: [block] }));
    const drops = [...originals()].filter(({ edit }) => edit.action === "drop");
    const first = drops.find(({ edit }) => edit.path === `/${LIST_KEYS[wire]}/2/${key}/0`);
    expect(JSON.parse(Buffer.from(first?.bytes ?? []).toString("utf8"))).toEqual(
      blocksOf(listOf({ wire }, request)[2])[0],
    );
    const whole = drops.filter(({ edit }) => edit.path.split("/").length === 3);
    expect(whole.length).toBe(report.droppedCount);
    expect(listOf({ wire }, parse(out)).length).toBe(listOf({ wire }, request).length - (report.droppedCount ?? 0));
  });

  it("edits an object like a body", async () => {
    for (const share of [0.7, 0.4, 0.2, 0.05]) {
      const options = { budget: { tokens: Math.round(tokens * share) }, policy: summarising };
      const before = structuredClone(request);
      const [bytes, object] = [
        await createReducer(options).reduce(body, { wire }),
        await createReducer(options).reduce(request, { wire }),
      ];
      expect(parse(bytes.body)).toEqual(object.body);
      expect(request).toEqual(before);
      expect([...object.originals()].map(({ edit }) => edit)).toEqual([...bytes.originals()].map(({ edit }) => edit));
    }
  });

  it("drops results before the words, and words last, except the first and the last", async () => {
    const truncate = (tokens: number) =>
      createReducer({ budget: { tokens }, policy: { cache: off } }).reduce(body, { wire });
    const { body: out, report } = await truncate(await leastBudget(wire, body, truncate));
    expect(report).toMatchObject({ reductionStage: "fallback", fits: true });
    expect(wordsIn(wire, parse(out))).toEqual(["Fix the build.", "Word 9."]);
    expect(violationsOf(wire, out)).toEqual([]);
  });

  it("keeps results if their message is pinned, or is the user's first", async () => {
    const pinned = await reduce(0.3, { ...summarising, pin: ["Word 0."] });
    expect(pinned.body.toString("utf8")).toMatch(/output of (?:toolu|call)_0_0/);
    const list = listOf({ wire }, request).slice(1);
    const headless = { ...request, [LIST_KEYS[wire]]: list };
    const { body: out } = await createReducer({ budget: { tokens: 500 }, policy: summarising }).reduce(headless, {
      wire,
    });
    expect(JSON.stringify(out)).toMatch(/output of (?:toolu|call)_0_0/);
    expect(violationsOf(wire, out)).toEqual(violationsOf(wire, headless));
  });

  it("leaves valid requests, and all words in order, whatever the turns are", async () => {
    const turn = fc.record({
      calls: fc.integer({ min: 1, max: 3 }),
      thinks: fc.boolean(),
      words: fc.array(fc.constantFrom("Also the docs.", "Stop.", "😀 \\u", "a".repeat(300)), { maxLength: 2 }),
    });
    const asked = fc.record({
      turns: fc.array(turn, { maxLength: 8 }),
      share: fc.double({ min: 0.02, max: 1, noNaN: true }),
      enabled: fc.boolean(),
      strategy: fc.constantFrom("off", "every-turn", "rent" as const),
      pin: fc.subarray(["Stop."]),
    });
    let stripped = 0;
    await fc.assert(
      fc.asyncProperty(asked, async ({ turns, share, enabled, strategy, pin }) => {
        const one = WRITERS[wire](turns);
        const limit = Math.max(1, Math.round(tokensOf(wire, one) * share));
        const policy = { cache: { strategy }, mask: { windowTurns: 1, minChars: 0 }, summarize: { enabled }, pin };
        const bytes = Buffer.from(JSON.stringify(one));
        const reducer = createReducer({ budget: { tokens: limit }, policy });
        const { body: out, report, originals } = await reducer.reduce(bytes, { wire });
        expect(report.notes?.filter(({ reason }) => reason === "internal_error") ?? []).toEqual([]);
        expect(report.notes?.filter(({ reason }) => reason === "invalid") ?? []).toEqual([]);
        expect(violationsOf(wire, out)).toEqual(violationsOf(wire, bytes));
        expect(report.fits).toBe(tokensOf(wire, parse(out)) <= limit);
        expect(parse(out)).toEqual((await reducer.reduce(one, { wire })).body);
        const words = wordsIn(wire, parse(out));
        if (report.reductionStage !== "fallback") expect(words).toEqual(wordsIn(wire, one));
        const gone = [...originals()].filter(({ edit }) => edit.action === "drop" && edit.path.split("/").length > 3);
        stripped += gone.length;
        const again = await reducer.reduce(out, { wire });
        if (report.fits) expect(again.body).toBe(out);
        else expect(again.body.length).toBeLessThanOrEqual(out.length);
      }),
      { numRuns: cases(100) },
    );
    expect(stripped).toBeGreaterThan(cases(30));
  });
});
