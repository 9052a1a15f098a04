import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openConversation } from "../../ts/condensation/conversation/open.js";
import { condense, expandConversation, replayCondensation } from "../../ts/condensation/index.js";
import { losslessPhase } from "../../ts/condensation/lossless/phase.js";
import { expandReferences } from "../../ts/condensation/lossless/references/expand.js";
import { classify } from "../../ts/condensation/lossy/classification/classify.js";
import { asItCame, renderConversation } from "../../ts/condensation/lossy/classification/render.js";
import type { ConversationContext } from "../../ts/condensation/providers/base/context.js";
import type { Wire } from "../../ts/contract/report.js";
import { isRecord } from "../../ts/text/json-value.js";
import { validateRequest } from "../../ts/validate/validate.js";
import { REQUESTS } from "../support/arbitrary-wires.js";
import { cases, timeLimit } from "../support/cases.js";
import { chatOf, onWire } from "../support/on-wire.js";
import { LIST_KEYS, WIRE_NAMES } from "../support/wire-shapes.js";

const lines = (seed: number, count: number) =>
  Array.from({ length: count }, (_, at) => `src/m${seed}.ts:${at + 1}: value ${seed * 31 + at}`).join("\n");

/** Outputs of few kinds, so that some repeat, contain others, fail, or are long. */
const output = fc
  .tuple(fc.nat(4), fc.nat(3))
  .map(
    ([seed, kind]) => [lines(seed, 40), lines(seed, 20), `Error: no such file m${seed}\nexit code 1`, "ok"][kind] ?? "",
  );
const call = fc.record({
  tool: fc.constantFrom("read_file", "list_files", "search", "run"),
  path: fc.nat(3).map((at) => `src/m${at}.ts`),
  output,
});
const prose = fc
  .array(
    fc.constantFrom(
      "I look at the file. ",
      "We decided to keep the flag. ",
      "The loop reads entries. ",
      "That failed because of x. ",
    ),
    {
      minLength: 1,
      maxLength: 30,
    },
  )
  .map((sentences) => sentences.join(""));
const turn = fc.record({
  says: fc.nat(999).map((at) => `Please do ${at}, and not the other thing.`),
  calls: fc.array(call, { maxLength: 4 }),
  answer: prose,
});

/** A conversation of OpenAI Chat that its provider accepts. */
const chat = fc.array(turn, { minLength: 2, maxLength: 6 }).map((turns) => {
  const said = turns.flatMap(({ says, calls, answer }) => [
    { user: says },
    ...calls.map(({ tool, path, output: result }) => ({ calls: [{ tool, args: { path }, result }] })),
    { say: answer },
  ]);
  return chatOf([...said, { user: "Go on." }]);
});

const wordsOfUser = (context: ConversationContext): string[] =>
  classify(openConversation(context)).blocks.flatMap(({ type, texts }) =>
    type === "USER_MESSAGE" ? texts.map(({ text }) => text) : [],
  );

const violations = (wire: Wire, messages: readonly object[]) =>
  validateRequest({ [LIST_KEYS[wire]]: messages }, { wire }).map(({ rule, message }) => `${rule} ${message}`);

describe.each(WIRE_NAMES)("any conversation of %s", (wire) => {
  const any = chat.map((messages): ConversationContext => ({ wire, messages: onWire(wire, messages) }));

  it(
    "is condensed by smart to a valid one, with every word of the user and references that lead to their originals",
    async () => {
      let smaller = 0;
      const property = fc.asyncProperty(
        any,
        fc.integer({ min: 1, max: 95 }),
        async (context, targetReductionPercent) => {
          const before = JSON.stringify(context.messages);
          const result = await condense(context, { provider: "smart", targetReductionPercent });
          expect(JSON.stringify(context.messages)).toBe(before);
          const after = { ...context, messages: result.messages };
          expect(wordsOfUser(after)).toEqual(wordsOfUser(context));
          expect(violations(wire, result.messages)).toEqual(violations(wire, context.messages));
          expect(expandConversation(after, result.references).missing).toEqual([]);
          expect(result.report.phases.flatMap(({ rolledBack }) => rolledBack ?? [])).toEqual([]);
          expect(result.newContextTokens).toBeLessThanOrEqual(result.metrics.originalTokens);
          smaller += Number(result.report.changed);
        },
      );
      await fc.assert(property, { numRuns: cases(20) });
      expect(smaller).toBeGreaterThan(5);
    },
    timeLimit(60_000),
  );

  it(
    "is the same again, byte for byte, once the references of the lossless phase are put back",
    () => {
      let count = 0;
      const property = fc.property(any, (context) => {
        const typed = classify(openConversation(context));
        const { state, references, whole } = losslessPhase(typed, asItCame(typed), { isPinned: () => false });
        const back = classify(renderConversation(typed, state));
        const expanded = expandReferences(back, references);
        expect(expanded.missing).toEqual([]);
        expect(expanded.texts).toEqual(whole);
        count += references.length;
      });
      fc.assert(property, { numRuns: cases(30) });
      expect(count).toBeGreaterThan(5);
    },
    timeLimit(60_000),
  );

  it(
    "is condensed by native to a valid one that keeps its first message and its newest three",
    async () => {
      const property = fc.asyncProperty(any, async (context) => {
        const { messages, error } = await condense(context, { provider: "native" });
        if (error !== undefined) return;
        const newest = context.messages.slice(-3).map((message) => JSON.stringify(message));
        const text = JSON.stringify(messages);
        for (const message of newest.slice(1)) expect(text).toContain(message);
        const known = violations(wire, context.messages);
        expect(violations(wire, messages).filter((one) => !known.includes(one))).toEqual([]);
      });
      await fc.assert(property, { numRuns: cases(20) });
    },
    timeLimit(60_000),
  );

  it(
    "is condensed by a replay at the same steps however much of it is known",
    async () => {
      const property = fc.asyncProperty(any, fc.constantFrom("smart", "native"), async (context, provider) => {
        const options = { limitTokens: 600, settings: { provider } };
        const whole = await replayCondensation(context, options);
        const last = whole.moves.at(-1);
        if (last === undefined) return;
        const then = await replayCondensation({ ...context, messages: context.messages.slice(0, last) }, options);
        expect(then.moves).toEqual(whole.moves);
        const sent = JSON.stringify(whole.messages);
        expect(sent.startsWith(JSON.stringify(then.messages).slice(0, -1))).toBe(true);
      });
      await fc.assert(property, { numRuns: cases(15) });
    },
    timeLimit(60_000),
  );
});

describe.each(REQUESTS)("any odd request of %s", (wire, arbitrary) => {
  it.each(["smart", "native"])(
    "is condensed by %s, or is as it came, and is never changed in place",
    async (provider) => {
      const property = fc.asyncProperty(arbitrary, async (request) => {
        const list: unknown = Reflect.get(request, LIST_KEYS[wire]);
        if (!Array.isArray(list) || !list.every(isRecord)) return;
        const before = JSON.stringify(list);
        const result = await condense({ wire, messages: list }, { provider });
        expect(JSON.stringify(list)).toBe(before);
        expect(Array.isArray(result.messages)).toBe(true);
        if (result.error !== undefined) expect(result.messages).toBe(list);
        if (provider === "smart" && result.fellBackFrom === undefined)
          expect(wordsOfUser({ wire, messages: result.messages })).toEqual(wordsOfUser({ wire, messages: list }));
      });
      await fc.assert(property, { numRuns: cases(40) });
    },
    timeLimit(60_000),
  );
});
