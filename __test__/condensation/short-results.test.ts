// Results of few bytes and odd ones: what is left of them in a smaller form may be shorter than any hash takes.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openConversation } from "../../ts/condensation/conversation/open.js";
import { type CondensationResult, type ConversationContext, condense } from "../../ts/condensation/index.js";
import { classify } from "../../ts/condensation/lossy/classification/classify.js";
import { IMPORTANCE_WEIGHTS } from "../../ts/condensation/lossy/tree-scoring/score.js";
import { runSmart } from "../../ts/condensation/providers/smart/run.js";
import { DEFAULT_CONDENSATION_SETTINGS } from "../../ts/condensation/settings/settings.js";
import type { ApiHandler } from "../../ts/llm/handler/api-handler.js";
import { MemorySummaryStore } from "../../ts/pipeline/summary/store.js";
import { tamis } from "../cli/run-cli.js";
import { ask, startGateway } from "../gateway/start.js";
import { cases, timeLimit } from "../support/cases.js";
import { temporaryFolder } from "../support/folder.js";
import { type ChatMessage, chatOf, onWire, type Turn } from "../support/on-wire.js";
import { WIRE_NAMES } from "../support/wire-shapes.js";
import { longConversation } from "./long-conversation.js";

const ESC = "\u001b";
const SHORT = [
  `${ESC}[32mok${ESC}[0m`,
  `${ESC}[1m${ESC}[31m${ESC}[0m`,
  "ok   \n\n",
  "   \n",
  "a\t\t \n\n\n",
  '{\n  "a": 1\n}',
  "[\n  1,\n  2\n]",
  "{ }",
  "",
  "x",
  "é",
  "\ud83d",
  "\ude00 done   \n",
  `\ud83d${ESC}[0m`,
  "10%\r20%\r100%",
  "==========\n==========\n==========\n",
  "\n\n\n\n\n\n\n\n\n\n",
  "ok\nok\nok\nok\nok\nok\nok\nok\nok\nok\n",
];

/** Texts of a few pieces, most of which a smaller form leaves nothing or little of. */
const odd = fc.oneof(
  fc.constantFrom(...SHORT),
  fc
    .array(
      fc.constantFrom(
        ESC,
        "[0m",
        "[32m",
        " ",
        "\n",
        "\r",
        "\t",
        "{",
        "}",
        '"a"',
        ":",
        "1",
        ",",
        "é",
        "\ud83d",
        "\ude00",
        "ok",
      ),
      {
        maxLength: 24,
      },
    )
    .map((pieces) => pieces.join("")),
  fc.json({ maxDepth: 2 }).map((text) => JSON.stringify(JSON.parse(text), null, 2)),
  fc.tuple(fc.constantFrom(...SHORT), fc.integer({ min: 2, max: 90 })).map(([text, times]) => text.repeat(times)),
);

interface Said {
  says: string;
  outputs: string[];
}

/** Chat messages with a call for each output, as agents send them. */
function messagesOf(turns: readonly Said[]): ChatMessage[] {
  const call = (result: string): Turn => ({ calls: [{ tool: "run", args: { command: "make check" }, result }] });
  const said = turns.flatMap(({ says, outputs }): Turn[] => [
    { user: says },
    ...outputs.map(call),
    { say: "I ran the check and will look at the next one. ".repeat(20) },
  ]);
  return chatOf([...said, { user: "Go on with the rest." }]);
}

const said = (at: number) => `Please check part ${at}, and leave the other parts alone.`;
const short = messagesOf(SHORT.map((output, at) => ({ says: said(at), outputs: [output, output] })));
const words = [...SHORT.keys()].map(said);

/** A form with fewer chars may have a token more; then the phase is taken back, which is right. */
const isGrowth = ({ check }: { check: string }) => check === "tokens";

/** What there is to say against a condensation by smart; empty if nothing is. */
function faults({ provider, fellBackFrom, error, report }: CondensationResult): unknown[] {
  const rolledBack = report.phases.flatMap(({ rolledBack: why }) => (why === undefined || isGrowth(why) ? [] : [why]));
  return [...(provider === "smart" ? [] : [provider]), ...[fellBackFrom, error].filter(Boolean), ...rolledBack];
}

describe.each(WIRE_NAMES)("short and odd results of %s", (wire) => {
  const contextOf = (turns: readonly Said[]): ConversationContext => ({
    ...{ wire, messages: onWire(wire, messagesOf(turns)) },
  });

  it.each(SHORT.map((text) => [JSON.stringify(text), text]))("are condensed by smart: %s", async (_, output) => {
    const context = contextOf([{ says: said(0), outputs: [output] }]);
    const result = await condense(context, { provider: "smart" });
    expect(faults(result)).toEqual([]);
    expect(JSON.stringify(result.messages)).toContain(said(0));
  });

  it(
    "are condensed by smart whatever they are, with the user's words in them",
    async () => {
      const turn = fc.record({ says: fc.nat(999).map(said), outputs: fc.array(odd, { maxLength: 4 }) });
      const property = fc.asyncProperty(
        fc.array(turn, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 95 }),
        async (turns, targetReductionPercent) => {
          const context = contextOf(turns);
          const result = await condense(context, { provider: "smart", targetReductionPercent });
          expect(faults(result)).toEqual([]);
          const again = await condense({ ...context, messages: result.messages }, { provider: "smart" });
          expect(faults(again)).toEqual([]);
          const sent = JSON.stringify(again.messages);
          expect(turns.filter(({ says }) => !sent.includes(says))).toEqual([]);
        },
      );
      await fc.assert(property, { numRuns: cases(25) });
    },
    timeLimit(60_000),
  );
});

describe("short and odd results", () => {
  const request = { model: "m", max_tokens: 1024, messages: onWire("anthropic", short) };
  const folder = temporaryFolder();
  const file = join(folder, "request.json");

  it("are condensed by smart on the command line", () => {
    writeFileSync(file, JSON.stringify(request));
    const { stdout, stderr } = tamis(["condense", file, "--provider", "smart"], { cwd: folder });
    expect(stderr).toContain("Context condensed using Smart strategy:");
    expect(stderr).not.toContain("failed");
    expect(words.filter((one) => !stdout.toString().includes(one))).toEqual([]);
  });

  it("are condensed by smart on a gateway", async () => {
    const { url, upstream, gateway } = await startGateway(undefined, {
      policies: { default: { mode: "off" } },
      condensation: { enabled: true, provider: "smart", contextTokens: 4_000 },
    });
    await ask(url, "/v1/messages", { body: JSON.stringify(request) });
    const sent = upstream.arrived[0]?.body.toString() ?? "";
    expect(sent.length).toBeLessThan(JSON.stringify(request).length);
    expect(words.filter((one) => !sent.includes(one))).toEqual([]);
    expect(await gateway.metrics()).toMatch(/tamis_condensations_total\{provider="smart",outcome="done"\} [1-9]/);
    expect(await gateway.metrics()).not.toContain('provider="native",outcome="done"');
  });
});

describe("what smart meets outside of its phases", () => {
  const context: ConversationContext = { wire: "openai-chat", messages: longConversation({ turns: 10, answer: 40 }) };
  const handler: ApiHandler = {
    async *createMessage() {
      yield { type: "text", text: "nothing" };
    },
    countTokens: async (blocks) => blocks.reduce((sum, { text }) => sum + Math.ceil(text.length / 4), 0),
    getModel: () => ({ id: "m" }),
  };

  it("is no failure of smart: a handler that cannot say what model it has", async () => {
    const getModel = () => {
      throw new Error("no model yet");
    };
    const options = { provider: "smart", targetReductionPercent: 95, summaryStore: new MemorySummaryStore() };
    const result = await condense(context, { ...options, apiHandler: { ...handler, getModel } });
    expect(faults(result)).toEqual([]);
    expect(result.report.changed).toBe(true);
    expect(result.report.notes.map(({ message }) => message).join("\n")).toContain("no model yet");
  });

  it("is no failure of smart: a handler by whose count the smaller conversation is larger", async () => {
    const countTokens: ApiHandler["countTokens"] = async ([block]) => 100_000 - (block?.text.length ?? 0);
    const result = await condense(context, { provider: "smart", apiHandler: { ...handler, countTokens } });
    expect(faults(result)).toEqual([]);
    expect(result.messages).toBe(context.messages);
    expect(result.newContextTokens).toBe(result.metrics.originalTokens);
  });

  it("takes back alone: phases whose ranking fails", () => {
    const typed = classify(openConversation(context));
    const weights = { ...IMPORTANCE_WEIGHTS, base: null as never };
    const settings = { ...DEFAULT_CONDENSATION_SETTINGS, targetReductionPercent: 95 };
    const outcome = runSmart(typed, { settings, pins: [], weights });
    const [first, ...others] = outcome.phases.map(({ rolledBack }) => rolledBack?.check);
    expect([first, new Set(others)]).toEqual([undefined, new Set(["error"])]);
  });
});
