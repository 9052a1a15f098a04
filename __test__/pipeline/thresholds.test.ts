// The numbers of the stages that a budget calls, on both sides of each.
import { describe, expect, it } from "vitest";
import { createReducer } from "../../ts/pipeline/create-reducer.js";
import { charMeasure, measureRequest } from "../../ts/pipeline/sizes.js";
import { WIRES } from "../../ts/wires/index.js";
import { anthropic, chat, type Json, pair } from "../contract/wires-build.js";
import { masksAlone } from "../support/masks-alone.js";
import { tokensOf } from "./build.js";

const WIRE = "openai-chat";
const cache = { strategy: "off" as const };
const charsOf = (request: object) => measureRequest(WIRES.of(WIRE), request as Json, charMeasure(WIRES.of(WIRE)));

describe("a clipped result", () => {
  const BUDGET = 40_000;

  /** The chars that are left of a huge result beside so much text that always stays. */
  async function clippedBeside(share: number): Promise<number | undefined> {
    const system = { role: "system", content: "s".repeat(share * BUDGET) };
    const request = chat.request([system, chat.user("go"), ...chat.turn(pair("a", "x".repeat(10 * BUDGET)))]);
    const reducer = createReducer({ budget: { chars: BUDGET }, policy: masksAlone({ cache }) });
    const { body, report } = await reducer.reduce(request, { wire: WIRE });
    expect(report.clippedCount).toBe(report.fits ? 1 : 0);
    return report.fits ? String((chat.messagesOf(body as Json).at(-1) as Json).content).length : undefined;
  }

  it.each([
    [0.4, 2],
    [0.6, 4],
    [0.8, 8],
    [0.9, 16],
    [0.95, 32],
  ])("beside %d of the budget has a share of it by the number %i", async (share, divisor) => {
    const chars = (await clippedBeside(share)) ?? 0;
    expect(chars / (BUDGET / divisor)).toBeGreaterThan(0.95);
    expect(chars / (BUDGET / divisor)).toBeLessThanOrEqual(1);
  });

  it("has a thirty-second of the budget at least", async () => {
    expect(await clippedBeside(0.98)).toBeUndefined();
  });

  it("has no part of up to 400 chars clipped", async () => {
    const parts = ["a".repeat(400), "b".repeat(401), "x".repeat(100_000)];
    const request = anthropic.request([anthropic.user("go"), ...anthropic.turn(pair("a", parts))]);
    const reducer = createReducer({ budget: { chars: 4_000 }, policy: masksAlone({ cache }) });
    const { body, report } = await reducer.reduce(request, { wire: "anthropic" });
    expect(report).toMatchObject({ fits: true, clippedCount: 1 });
    const text = JSON.stringify(body);
    expect([text.includes(parts[0] ?? "-"), text.includes("b".repeat(401))]).toEqual([true, false]);
  });
});

describe("truncation", () => {
  it("keeps one turn, the newest", async () => {
    const turns = ["old", "new"].map((id) => chat.turn(pair(id, id.repeat(2_000))));
    const request = chat.request([chat.user("go"), ...turns.flat()]);
    const reducer = createReducer({ budget: { chars: 8_000 }, policy: masksAlone({ cache }) });
    const { body, report } = await reducer.reduce(request, { wire: WIRE });
    expect(report).toMatchObject({ fits: true, droppedCount: 2 });
    expect(chat.messagesOf(body as Json)).toEqual([chat.user("go"), ...(turns[1] ?? [])]);
  });
});

/** Turns of the agent, each with a result of so many chars. */
const turnsOf = (count: number, chars: number) =>
  Array.from({ length: count }, (_, at) => chat.turn(pair(`t${at}`, "x ".repeat(chars / 2)))).flat();

describe("a summary", () => {
  interface Asked {
    turns: number;
    chars: number;
    budget: { tokens?: number; chars?: number };
    maxChars?: number;
  }

  /** The longest text that a model is asked for, each time, and the request that its answers leave. */
  async function askedOf({ turns, chars, budget, maxChars }: Asked) {
    const asked: number[] = [];
    const summarize = (prompt: string) => {
      asked.push(Number(prompt.split(" ", 1)[0]));
      return Promise.resolve("short");
    };
    const limit = maxChars === undefined ? {} : { maxChars };
    const policy = masksAlone({ cache, summarize: { prompt: "{max_chars} {data}", maxCalls: 64, ...limit } });
    const request = chat.request([chat.user("go"), ...turnsOf(turns, chars)]);
    const { body, report } = await createReducer({ budget, policy, summarize }).reduce(request, { wire: WIRE });
    return { asked: new Set(asked), body: body as Json, report };
  }

  it("has half of its chars for what is oldest, a quarter for each of two later pieces", async () => {
    const { asked, report } = await askedOf({ turns: 60, chars: 400, budget: { chars: 10_000 }, maxChars: 1_200 });
    expect(report.summary?.pieces).toBeGreaterThan(0);
    expect([...asked].sort()).toEqual([300, 600]);
  });

  it("has up to its chars within a budget of as many tokens, or of four times as many chars", async () => {
    const pieceOf = async (budget: Asked["budget"]) =>
      Math.max(...(await askedOf({ turns: 60, chars: 100, budget, maxChars: 1_400 })).asked);
    expect(await pieceOf({ chars: 3_200 })).toBe(400);
    expect(await pieceOf({ tokens: 700 })).toBe(350);
  });

  it("never replaces the newest four turns", async () => {
    const { body, report } = await askedOf({ turns: 30, chars: 100, budget: { chars: 900 } });
    expect(report).toMatchObject({ reductionStage: "summarization", fits: true });
    const results = chat.messagesOf(body).filter(({ role }) => role === "tool");
    expect(results.map(({ tool_call_id }) => tool_call_id)).toEqual(["t26", "t27", "t28", "t29"]);
  });

  it("has 200 chars in the smallest of budgets", async () => {
    const { asked } = await askedOf({ turns: 60, chars: 20, budget: { chars: 780 }, maxChars: 1_400 });
    expect(asked.has(100)).toBe(true);
    expect(Math.max(...asked)).toBe(100);
  });

  it.each([
    ["chars", charsOf, 4_000, 1_000 + 200],
    ["tokens", (request: object) => tokensOf(WIRE, request), 1_000, 250 + 60],
  ] as const)(
    "leaves room under the low watermark for its longest text and the line around it, in %s",
    async (key, sizeOf, limit, room) => {
      const sizes: number[] = [];
      for (let turns = 200; turns < 240; turns++) {
        const { body } = await askedOf({ turns, chars: 20, budget: { [key]: limit }, maxChars: 1_000 });
        const isSummary = ({ content }: Json) => String(content).startsWith("[Summary of");
        sizes.push(sizeOf(chat.request(chat.messagesOf(body).filter((message) => !isSummary(message)))));
      }
      // Right after a move it is as small as it gets.
      const least = Math.min(...sizes);
      const turn = sizeOf(chat.request(turnsOf(2, 20))) - sizeOf(chat.request(turnsOf(1, 20)));
      expect(least + room).toBeLessThanOrEqual(0.8 * limit);
      expect(least + turn + room).toBeGreaterThan(0.8 * limit);
    },
  );
});
