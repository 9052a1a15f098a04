import { describe, expect, it } from "vitest";
import { createReducer, type Reducer } from "../../ts/pipeline/create-reducer.js";
import { DEFAULT_POLICY } from "../../ts/policy/policy.js";
import { isPossible, learnRatio } from "../../ts/session/billed-prompt.js";
import { aroundMessage } from "../../ts/session/make-room.js";
import { reducersOf } from "../../ts/session/reducers.js";
import { resolveSettings } from "../../ts/session/settings.js";
import { clipLargest, maskResults } from "../../ts/session/shrink.js";
import { type Turn, toTurn } from "../../ts/session/turn.js";
import { CALM, watchLimit } from "../../ts/session/warnings.js";
import { createCalibration } from "../../ts/tokens/calibration.js";
import { tokensOf } from "../pipeline/build.js";

const settings = resolveSettings({ maxTokens: 1_000 });
const scale = { weigh: ({ content }: Turn) => content.length, fits: () => false };
const result = (content: string, isError = false) => toTurn({ role: "tool", toolCallId: "a", content, isError });
const call = (id: string) => toTurn({ role: "assistant", toolCalls: [{ id, name: "f", arguments: "{}" }] });

describe("warnings", () => {
  it("come at exactly their shares, and say what happens next", () => {
    const warn = (tokens: number) => watchLimit(CALM, tokens, settings).warning;
    expect([warn(799), warn(800)?.level, warn(899)?.level, warn(900)?.level]).toEqual([
      undefined,
      "warn",
      "warn",
      "urgent",
    ]);
    expect(warn(800)?.advice).toBe(
      "Older turns are trimmed before the next prompt; /clear and /save still work until then.",
    );
    expect(warn(900)?.advice).toBe("Use /save, /clear or /reduce now: after one more turn, older turns are trimmed.");
  });

  it("may both be at one share", () => {
    expect(resolveSettings({ maxTokens: 9, warnAt: 0.5, urgentAt: 0.5 }).urgentAt).toBe(0.5);
  });
});

describe("a trim's last steps", () => {
  const masked = (content: string, isError = false) =>
    maskResults([call("a"), result(content, isError), call("b")], 0, scale).turns[1]?.content ?? "";

  it("mask results from 256 chars on, errors by a text of their own", () => {
    expect([masked("x".repeat(255)).length, masked("x".repeat(256))]).toEqual([
      255,
      "[Observation masked: old tool result (tool_call_id=a, tool=f, chars=256)]",
    ]);
    expect(masked("x".repeat(256), true)).toContain("old tool error, do not retry without new input");
  });

  it("clip no text below 100 chars", () => {
    const clipped = (chars: number) => clipLargest([result("x".repeat(chars))], 0, scale).turns[0]?.content.length;
    expect([clipped(199), clipped(200)]).toEqual([199, 100]);
  });
});

describe("bills", () => {
  it("are possible from a quarter of the estimate to four times it and 100,000 tokens", () => {
    const possible = [249, 250, 104_000, 104_001].map((billed) => isPossible({ estimated: 1_000, billed }));
    expect(possible).toEqual([false, true, true, false]);
  });

  it("teach a ratio where prompts differ by 1,000 estimated tokens", () => {
    const learned = [999, 1_000].map((more) => {
      const calibration = createCalibration();
      learnRatio(calibration, "m", { estimated: 10, billed: 10 }, { estimated: 10 + more, billed: 10 + 2 * more });
      return calibration.ratio("m");
    });
    expect(learned).toEqual([1, 2]);
  });

  it("fade to nine tenths with each one, of the 64 models used last", () => {
    const calibration = createCalibration();
    for (const billed of [1_000, 2_000]) {
      calibration.observe({ model: "m", estimatedTokens: 1_000, usage: { prompt_tokens: billed } });
    }
    expect(calibration.ratio("m")).toBeCloseTo(2_900 / 1_900, 10);
    for (let at = 0; at < 70; at++) {
      calibration.observe({ model: `m${at}`, estimatedTokens: 1_000, usage: { prompt_tokens: 1_000 } });
    }
    expect(calibration.models().length).toBe(64);
  });

  it("that are mostly around the turns say what to do", () => {
    expect(aroundMessage(900, 1_000)).toBe(
      "The provider bills 900 of 1000 tokens (90%) besides the turns, for tools and the like, so trimming cannot help. Use fewer tools, or a larger limit.",
    );
  });
});

describe("reducers of a session without a policy", () => {
  const reducerFor = reducersOf({ maxTokens: 1_000 }, settings);

  it("fit at the limit into one token less than the share that warns", async () => {
    const fitting = new Map<number, boolean | undefined>();
    for (let words = 780; words < 800; words++) {
      const request = { model: "gpt-4o", messages: [{ role: "system", content: " a".repeat(words) }] };
      const { report } = await reducerFor("limit").reduce(request);
      fitting.set(tokensOf("openai-chat", request), report.fits);
    }
    expect([fitting.get(799), fitting.get(800)]).toEqual([true, false]);
  });

  it("mask at once where the caller asks, also what the cache would make cheaper to keep", async () => {
    const { windowTurns } = DEFAULT_POLICY.settings.mask;
    const maskedBy = async (reducer: Reducer, count: number) => {
      const turns = Array.from({ length: count }, (_, at) => [
        { role: "assistant", tool_calls: [{ id: `c${at}`, function: { name: "f", arguments: "{}" } }] },
        { role: "tool", tool_call_id: `c${at}`, content: "x y ".repeat(100) },
      ]);
      const request = { model: "gpt-4o", messages: [{ role: "user", content: "go" }, ...turns.flat()] };
      return (await reducer.reduce(request)).report.maskedCount ?? 0;
    };
    const kept: number[] = [];
    for (let count = windowTurns + 1; count <= 16; count++) {
      expect(await maskedBy(reducerFor("asked"), count)).toBe(count - windowTurns);
      kept.push(count - windowTurns - (await maskedBy(createReducer(), count)));
    }
    expect(Math.max(...kept)).toBeGreaterThan(0);
  });
});
