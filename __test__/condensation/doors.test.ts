import { describe, expect, it } from "vitest";
import { openConversation } from "../../ts/condensation/conversation/open.js";
import { condense, expandConversation } from "../../ts/condensation/index.js";
import { classify } from "../../ts/condensation/lossy/classification/classify.js";
import type { Wire } from "../../ts/contract/report.js";
import { WIRE_NAMES } from "../../ts/contract/wires.js";
import { validateRequest } from "../../ts/validate/validate.js";
import { timeLimit } from "../support/cases.js";
import { readRecording, recordings } from "../support/recordings.js";
import { LIST_KEYS } from "../support/wire-shapes.js";
import { contextOf, DOORS, type Request } from "./doors.js";
import { ODD_OUTPUTS, readFile, readingConversation } from "./readings.js";

type Output = readonly [tool: string, args: object, text: string];
const run = (text: string, at: number): Output => ["run", { command: `step ${at}` }, text];

/** Conversations that a provider accepts, with what outputs may be. */
const CASES: [string, readonly Output[]][] = [
  ["short outputs", ["", "0", "ok", "\n", "null", "  ", "é", "a\n\nb"].map(run)],
  ["the same short output", Array.from({ length: 12 }, (_, at) => run("ok", at))],
  [
    "odd outputs",
    [...ODD_OUTPUTS, run("\u001b[31m\u0000\u0007", 1), run("\r\n\r\n".repeat(400), 2), run("😀".repeat(900), 3)],
  ],
  ["files that are read again", [readFile(1), readFile(2), readFile(1), readFile(2), readFile(1)]],
  ["a result of one line", [run(JSON.stringify(Array.from({ length: 4_000 }, (_, at) => ({ at }))), 1), run("ok", 2)]],
  [
    "lines that look like ours",
    [
      "⟨ File content already provided above ⟩",
      "[condensed — x: 3 lines, 9 chars]",
      "[… condensed …]",
      "⟨ Reference: See message #2 for lines 1–9 of call_0 ⟩",
      "[3 earlier messages dropped]",
      "<feedback>no</feedback>",
    ].map(run),
  ],
  [
    "words that are members of objects",
    ["__proto__", "constructor", "toString ".repeat(300), '{"__proto__":{"a":1}}'].map(run),
  ],
];

const wordsOfUser = (wire: Wire, messages: readonly object[]): string[] =>
  classify(openConversation({ wire, messages })).blocks.flatMap(({ type, texts }) =>
    type === "USER_MESSAGE" ? texts.map(({ text }) => text) : [],
  );

/** Whether the user's words are there, in order; results that a client wrote into the same text may stand between. */
function hasWords(wire: Wire, messages: readonly object[], words: readonly string[]): boolean {
  const said = openConversation({ wire, messages }).blocks.flatMap(({ author, text }) =>
    author === "user" ? text : [],
  );
  const text = said.join("\n");
  let at = 0;
  return words.every((one) => {
    const found = text.indexOf(one, at);
    at = found + one.length;
    return found >= 0;
  });
}

const breaches = (wire: Wire, messages: readonly object[]) =>
  validateRequest({ [LIST_KEYS[wire]]: messages }, { wire }).map(({ rule, message }) => `${rule} ${message}`);

const isAll = process.env.TAMIS_ALL_RECORDINGS !== undefined;

/** The library takes each conversation on every wire; at the doors in front of it the wires take turns, unless all are asked for. */
const wiresAt = (door: string, at: number): readonly Wire[] =>
  door !== "library" && !isAll ? [WIRE_NAMES[at % WIRE_NAMES.length] as Wire] : WIRE_NAMES;

describe.each(DOORS)("a conversation that is condensed by %s", (door, open) => {
  it.each(CASES.map(([name, outputs], at) => [name, outputs, at] as const))(
    "is what its provider made of it, valid, with every word of the user's by smart: %s",
    async (_, outputs, at) => {
      const opened = open();
      for (const wire of wiresAt(door, at)) {
        const messages = readingConversation(wire, outputs);
        const request: Request = { model: "a-model", [LIST_KEYS[wire]]: messages };
        for (const provider of ["smart", "native"] as const) {
          const after = await opened.condense(wire, structuredClone(request), provider);
          expect({ door, wire, provider, failed: after.failed }).toEqual({ door, wire, provider, failed: undefined });
          if (after.messages === undefined) continue;
          expect(breaches(wire, after.messages)).toEqual(breaches(wire, messages));
          if (provider === "smart") expect(hasWords(wire, after.messages, wordsOfUser(wire, messages))).toBe(true);
        }
      }
    },
    timeLimit(120_000),
  );
});

const deep = `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`;
const broken = (open: string, text: readonly number[], end: string): Buffer =>
  Buffer.concat([Buffer.from(open), Buffer.from(text), Buffer.from(end)]);

/** Bodies that cannot be read, and what a message has to name; `list` is the key of the wire's messages. */
const BODIES: [string, (list: string) => Buffer, RegExp][] = [
  ["nothing", () => Buffer.from(""), /JSON|empty|list of messages/],
  ["no JSON", () => Buffer.from("nonsense"), /json|list of messages|neither a request/i],
  ["a body that ends early", (list) => Buffer.from(`{"model":"m","${list}":[{"role":"user"`), /json|list|neither/i],
  ["a list", () => Buffer.from("[1, 2]"), /list|object|no_conversation/],
  ["no messages", () => Buffer.from('{"model":"m"}'), /list|neither|no_conversation/],
  ["messages that are none", (list) => Buffer.from(`{"model":"m","${list}":[1,"x",null]}`), /\[0\].*object/],
  [
    "invalid UTF-8",
    (list) => broken(`{"model":"m","${list}":[{"role":"user","content":"`, [0xff, 0xfe], '"}]}'),
    /utf-?_?8/i,
  ],
  [
    "messages too deep",
    (list) => Buffer.from(`{"model":"m","${list}":[{"role":"user","content":${deep}}]}`),
    /deep|levels/,
  ],
];

describe.each(DOORS)("what cannot be condensed, by %s", (door, open) => {
  it.each(BODIES.map(([name, make, reason], at) => [name, make, reason, at] as const))(
    "stays as it came, on each wire, and a message says why: %s",
    async (name, make, reason, at) => {
      const opened = open();
      for (const wire of wiresAt(door, at)) {
        // What a caller decodes is text by then.
        if (name === "invalid UTF-8" && (door === "library" || door === "page")) continue;
        const { isIntact, message } = await opened.refuse(wire, make(LIST_KEYS[wire]));
        expect({ door, wire, isIntact, message }).toEqual({
          ...{ door, wire, isIntact: true },
          message: expect.stringMatching(reason),
        });
      }
    },
    timeLimit(60_000),
  );
});

describe.skipIf(recordings === undefined)("recordings that are condensed to a half (TAMIS_SHARED)", () => {
  const chosen = (recordings ?? []).filter((_, index) => isAll || index % 12 === 0);

  it(
    "fall back on no other provider, keep every word of the user's, and give back what the account calls lossless",
    async () => {
      for (const recording of chosen) {
        const { file, wire } = recording;
        const context = contextOf(wire, JSON.parse(readRecording(recording).toString("utf8")) as Request);
        const { messages, fellBackFrom, report, references, metrics } = await condense(context, { provider: "smart" });
        expect({ file, fellBackFrom }).toEqual({ file, fellBackFrom: undefined });
        expect(hasWords(wire, messages, wordsOfUser(wire, context.messages))).toBe(true);
        let at = metrics.originalTokens;
        for (const { tokensBefore, tokensAfter } of report.phases) {
          expect({ file, tokensBefore }).toEqual({ file, tokensBefore: at });
          at = tokensAfter;
        }
        expect(at).toBe(metrics.finalTokens);
        const sent = JSON.parse(JSON.stringify({ messages, references }));
        expect(expandConversation({ wire, messages: sent.messages }, sent.references).missing).toEqual([]);
        const lossless = await condense(context, { provider: "smart", targetReductionPercent: 1 });
        if (
          lossless.report.phases.some(
            ({ name, tokensAfter }) => name !== "lossless" && tokensAfter !== lossless.metrics.postLosslessTokens,
          )
        )
          continue;
        const back = expandConversation({ wire, messages: lossless.messages }, lossless.references);
        expect(JSON.stringify(back.messages)).toBe(JSON.stringify(context.messages));
      }
    },
    timeLimit(400_000),
  );

  it(
    "reach it where what must stay lets them, three of four in all, and nineteen of twenty with less than 40 % to stay",
    async () => {
      const rows: { stays: number; isReached: boolean; lossless: number }[] = [];
      for (const recording of chosen.filter((one) => readRecording(one).length > 50_000)) {
        const context = contextOf(recording.wire, JSON.parse(readRecording(recording).toString("utf8")) as Request);
        const { report, metrics } = await condense(context, { provider: "smart" });
        const isTheirs = (type: string) => type.startsWith("TOOL_") || type.startsWith("ASSISTANT_");
        const free = report.types.reduce((sum, one) => sum + (isTheirs(one.type) ? one.tokensBefore : 0), 0);
        const { originalTokens, postLosslessTokens, finalTokens } = metrics;
        rows.push({
          stays: 1 - free / originalTokens,
          isReached: finalTokens <= originalTokens / 2,
          lossless: 1 - postLosslessTokens / originalTokens,
        });
      }
      const fair = rows.filter(({ stays }) => stays < 0.4);
      const share = (list: typeof rows) => list.filter(({ isReached }) => isReached).length / list.length;
      if (process.env.TAMIS_SHOW !== undefined) {
        const sorted = rows.map(({ lossless }) => lossless).sort((one, other) => one - other);
        const at = (part: number) => (100 * (sorted[Math.floor(part * sorted.length)] ?? 0)).toFixed(1);
        const figures = {
          ...{
            above50KB: rows.length,
            reached: share(rows),
            mustStayBelow40: fair.length,
            reachedOfThese: share(fair),
          },
          ...{ losslessMedian: at(0.5), losslessP90: at(0.9) },
        };
        console.log(`figures ${JSON.stringify({ half: figures })}`);
      }
      expect(share(rows)).toBeGreaterThanOrEqual(0.75);
      expect(share(fair)).toBeGreaterThanOrEqual(isAll ? 0.95 : 0.9);
    },
    timeLimit(400_000),
  );
});
