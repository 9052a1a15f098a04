import { describe, expect, it } from "vitest";
import { type CalibrationState, createCalibration, parseUsage } from "../../ts/tokens/index.js";
import { thrownBy } from "../support/thrown.js";

describe("parseUsage", () => {
  const usage = (inputTokens: number, cachedTokens: number, cacheWriteTokens: number, outputTokens: number) => ({
    inputTokens,
    cachedTokens,
    cacheWriteTokens,
    outputTokens,
  });

  it.each([
    [
      "OpenAI Chat",
      { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120, prompt_tokens_details: { cached_tokens: 64 } },
      usage(100, 64, 0, 20),
    ],
    [
      "OpenAI Responses",
      { input_tokens: 100, output_tokens: 20, input_tokens_details: { cached_tokens: 64 } },
      usage(100, 64, 0, 20),
    ],
    [
      "Anthropic",
      { input_tokens: 10, cache_creation_input_tokens: 30, cache_read_input_tokens: 60, output_tokens: 5 },
      usage(100, 60, 30, 5),
    ],
    ["Anthropic without a cache", { input_tokens: 10, output_tokens: 5 }, usage(10, 0, 0, 5)],
    [
      "Gemini",
      { promptTokenCount: 100, cachedContentTokenCount: 40, candidatesTokenCount: 7, thoughtsTokenCount: 3 },
      usage(100, 40, 0, 10),
    ],
    ["a response of Gemini", { usageMetadata: { promptTokenCount: 9 } }, usage(9, 0, 0, 0)],
    ["a response of OpenAI", { id: "x", usage: { prompt_tokens: 3, completion_tokens: 1 } }, usage(3, 0, 0, 1)],
    ["a completed Responses stream", { response: { usage: { input_tokens: 3, output_tokens: 1 } } }, usage(3, 0, 0, 1)],
    [
      "Anthropic's stream",
      [
        {
          type: "message_start",
          message: { usage: { input_tokens: 10, cache_read_input_tokens: 90, output_tokens: 1 } },
        },
        { type: "message_delta", usage: { output_tokens: 42 } },
      ],
      usage(100, 90, 0, 42),
    ],
    ["nulls", { prompt_tokens: 3, completion_tokens: null, prompt_tokens_details: null }, usage(3, 0, 0, 0)],
  ])("reads %s", (_, given, expected) => expect(parseUsage(given)).toEqual(expected));

  it("uses the given wire", () => {
    const given = { input_tokens: 10, output_tokens: 5 };
    expect(parseUsage(given, "anthropic")).toEqual(parseUsage(given, "openai-responses"));
    expect(parseUsage(given, "gemini")).toBeUndefined();
  });

  it.each([
    [undefined],
    [null],
    [42],
    ["usage"],
    [[]],
    [{}],
    [{ usage: null }],
    [{ prompt_tokens: -1 }],
    [{ prompt_tokens: Number.NaN }],
    [{ prompt_tokens: "100" }],
    [{ prompt_tokens: 1.5 }],
    [{ prompt_tokens: 10, prompt_tokens_details: { cached_tokens: 11 } }],
    [{ prompt_tokens: 10, completion_tokens: -1 }],
    [{ prompt_tokens: Number.POSITIVE_INFINITY }],
  ])("returns undefined for %j", (given) => expect(parseUsage(given)).toBeUndefined());
});

describe("a calibration", () => {
  const billed = (prompt_tokens: number) => ({ prompt_tokens, completion_tokens: 1 });

  it("learns a model's ratio and corrects with it", () => {
    const calibration = createCalibration();
    expect(calibration.correct("m", 1000)).toBe(1000);
    for (let request = 0; request < 20; request++) {
      expect(calibration.observe({ model: "m", estimatedTokens: 1000, usage: billed(1250) })).toBe(true);
    }
    expect(calibration.ratio("m")).toBeCloseTo(1.25, 10);
    expect(calibration.correct("m", 2000)).toBe(2500);
    expect(calibration.ratio("other")).toBe(1);
    expect(calibration.models()).toEqual([{ model: "m", ratio: calibration.ratio("m"), observations: 20 }]);
  });

  it("forgets the past: the last ten requests or so decide", () => {
    const calibration = createCalibration();
    for (let request = 0; request < 50; request++)
      calibration.observe({ model: "m", estimatedTokens: 10, usage: billed(20) });
    for (let request = 0; request < 50; request++)
      calibration.observe({ model: "m", estimatedTokens: 10, usage: billed(10) });
    expect(calibration.ratio("m")).toBeCloseTo(1, 1);
  });

  it.each([
    ["nothing billed", 100, billed(0)],
    ["a negative bill", 100, billed(-5)],
    ["no usage", 100, undefined],
    ["NaN", 100, billed(Number.NaN)],
    ["no estimate", 0, billed(100)],
    ["a negative estimate", -100, billed(100)],
    ["an estimate that is not a number", Number.NaN, billed(100)],
    ["a ratio above 4", 100, billed(401)],
    ["a ratio below a quarter", 100, billed(24)],
  ])("never learns from %s", (_, estimatedTokens, usage) => {
    const calibration = createCalibration();
    expect(calibration.observe({ model: "m", estimatedTokens, usage })).toBe(false);
    expect(calibration.ratio("m")).toBe(1);
    expect(calibration.models()).toEqual([]);
  });

  it("counts cached tokens as input", () => {
    const calibration = createCalibration();
    const usage = { input_tokens: 10, cache_creation_input_tokens: 40, cache_read_input_tokens: 70 };
    calibration.observe({ model: "claude-x", estimatedTokens: 100, usage, wire: "anthropic" });
    expect(calibration.ratio("claude-x")).toBe(1.2);
  });

  it("remembers a limited number of models, the least recently used goes first", () => {
    const calibration = createCalibration({ maxModels: 2 });
    for (const model of ["a", "b", "a", "c"]) calibration.observe({ model, estimatedTokens: 10, usage: billed(12) });
    expect(calibration.models().map(({ model }) => model)).toEqual(["a", "c"]);
  });

  it("can be saved as JSON", () => {
    const calibration = createCalibration();
    calibration.observe({ model: "m", estimatedTokens: 100, usage: billed(130) });
    const state = JSON.parse(JSON.stringify(calibration)) as CalibrationState;
    const again = createCalibration({ from: state });
    expect(again.ratio("m")).toBe(1.3);
    expect(again.toJSON()).toEqual(calibration.toJSON());
    again.observe({ model: "m", estimatedTokens: 100, usage: billed(100) });
    expect(calibration.ratio("m")).toBe(1.3);
  });

  it.each([
    [{ from: null }],
    [{ from: {} }],
    [{ from: { version: 2, models: [] } }],
    [{ from: { version: 1, models: [{ model: "m", billed: 1e9, estimated: 1, observations: 1 }] } }],
    [{ from: { version: 1, models: [null] } }],
    [{ maxModels: 0 }],
  ])("refuses %j", (options) => {
    expect(thrownBy(() => createCalibration(options as unknown as { maxModels: number }))).toMatchObject({
      code: "OPTION_INVALID",
    });
  });
});
