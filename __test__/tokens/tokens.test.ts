import { describe, expect, it } from "vitest";
import { TamisError } from "../../ts/index.js";
import {
  chars4,
  countTokens,
  countTokensBatch,
  encodingForModel,
  estimateTokens,
  estimateTokensBatch,
  type TokenText,
} from "../../ts/tokens/index.js";
import { native } from "../support/native.js";
import { thrownBy } from "../support/thrown.js";

const TEXT = "The window of a policy is measured in tool turns.\n";

describe("estimateTokens and countTokens", () => {
  it("accepts strings and bytes", () => {
    expect(countTokens(TEXT)).toBe(11);
    expect(countTokens(Buffer.from(TEXT))).toBe(11);
    expect(countTokens(new Uint8Array(Buffer.from(TEXT)), { encoding: "cl100k_base" })).toBe(11);
    expect(estimateTokens(TEXT)).toBe(estimateTokens(Buffer.from(TEXT)));
    expect(Math.abs(estimateTokens(TEXT.repeat(20)) / (20 * 11) - 1)).toBeLessThan(0.2);
  });

  it("returns 0 for no text and at least 1 for any other", () => {
    for (const text of ["", new Uint8Array(0)]) expect([estimateTokens(text), countTokens(text)]).toEqual([0, 0]);
    for (const text of ["a", " ", "\0", "\ud83d"]) expect(estimateTokens(text)).toBeGreaterThan(0);
  });

  it("returns the same numbers in batches", () => {
    const texts = [TEXT, "", Buffer.from("é語😀"), "lone \ud83d", TEXT.repeat(50)];
    expect([...estimateTokensBatch(texts)]).toEqual(texts.map((text) => estimateTokens(text)));
    expect([...countTokensBatch(texts, { model: "gpt-4" })]).toEqual(
      texts.map((text) => countTokens(text, { model: "gpt-4" })),
    );
    expect(countTokensBatch([])).toEqual(new Uint32Array(0));
  });

  it("reads a part of a buffer, shared and resizable memory", () => {
    const whole = Buffer.from(`xx${TEXT}yy`);
    expect(countTokens(whole.subarray(2, -2))).toBe(11);
    const shared = new Uint8Array(new SharedArrayBuffer(TEXT.length));
    shared.set(Buffer.from(TEXT));
    const resizable = new Uint8Array(
      Reflect.construct(ArrayBuffer, [TEXT.length, { maxByteLength: 1000 }]) as ArrayBuffer,
    );
    resizable.set(Buffer.from(TEXT));
    for (const text of [shared, resizable]) expect([countTokens(text), ...countTokensBatch([text])]).toEqual([11, 11]);
  });

  it("leaves the bytes unchanged", () => {
    const bytes = Buffer.from(TEXT);
    countTokensBatch([bytes]);
    estimateTokens(bytes);
    expect(bytes.toString()).toBe(TEXT);
  });

  it.each([[undefined], [null], [42], [{}], [["a"]], [new Uint16Array(2)], [new ArrayBuffer(2)]])(
    "refuse %s as a text",
    (value) => {
      const text = value as unknown as TokenText;
      expect(thrownBy(() => estimateTokens(text))).toMatchObject({ code: "OPTION_INVALID" });
      expect(thrownBy(() => countTokensBatch(["a", text]))).toMatchObject({
        code: "OPTION_INVALID",
        message: expect.stringContaining("texts[1]"),
      });
    },
  );

  it("refuses a batch that is no list", () => {
    expect(thrownBy(() => countTokensBatch("abc" as unknown as string[]))).toMatchObject({ code: "OPTION_INVALID" });
  });
});

describe("models", () => {
  it.each([
    ["gpt-4o", "o200k_base", true],
    ["gpt-4o-mini-2024-07-18", "o200k_base", true],
    ["gpt-4.1-nano", "o200k_base", true],
    ["gpt-5", "o200k_base", true],
    ["gpt-5.2-codex", "o200k_base", true],
    ["openai/gpt-5-mini", "o200k_base", true],
    ["GPT-4O", "o200k_base", true],
    ["o1", "o200k_base", true],
    ["o3-mini", "o200k_base", true],
    ["o4-mini-2025-04-16", "o200k_base", true],
    ["gpt-4", "cl100k_base", true],
    ["gpt-4-turbo-2024-04-09", "cl100k_base", true],
    ["gpt-3.5-turbo", "cl100k_base", true],
    ["gpt-35-turbo", "cl100k_base", true],
    ["claude-sonnet-4-5", "o200k_base", false],
    ["us.anthropic.claude-3-5-haiku-20241022-v1:0", "o200k_base", false],
    ["models/gemini-2.5-pro", "o200k_base", false],
    ["meta-llama/Llama-3.3-70B", "o200k_base", false],
  ])("%s is counted by %s", (model, encoding, isOwn) => {
    expect(encodingForModel(model)).toEqual({ encoding, isOwn });
  });

  it("counts differently for different encodings", () => {
    const text = "語言模型 Привет мир";
    expect(countTokens(text, { model: "gpt-4" })).toBe(countTokens(text, { encoding: "cl100k_base" }));
    expect(countTokens(text, { model: "gpt-4" })).not.toBe(countTokens(text, { model: "gpt-4o" }));
    expect(countTokens(text, { model: "gpt-4o", encoding: "cl100k_base" })).toBe(countTokens(text, { model: "gpt-4" }));
  });

  it.each(["gpt-9", "gtp-4o", "o15", "", "my-model"])(
    "refuses the unknown model %j with the nearest names",
    (model) => {
      const error = thrownBy(() => countTokens("a", { model }));
      expect(TamisError.isInstance(error)).toBe(true);
      expect(error).toMatchObject({ code: "MODEL_UNKNOWN", message: expect.stringContaining("nearest known names") });
      expect(thrownBy(() => estimateTokens("a", { model }))).toMatchObject({ code: "MODEL_UNKNOWN" });
    },
  );

  it("names the model that was probably meant", () => {
    expect(thrownBy(() => estimateTokens("a", { model: "gtp-4o" }))).toMatchObject({
      message: expect.stringContaining("gpt-4o"),
    });
  });

  it("estimates an unknown model if the caller allows it", () => {
    const text = TEXT.repeat(30);
    const options = { model: "my-model", allowUnknown: true };
    expect(countTokens(text, options)).toBe(estimateTokens(text, { encoding: "o200k_base" }));
    expect(countTokens(text, { ...options, model: "gpt-4o" })).toBe(countTokens(text));
  });

  it("refuses an unknown encoding with the valid ones", () => {
    const encoding = "p50k_base" as "o200k_base";
    expect(thrownBy(() => countTokens("a", { encoding }))).toMatchObject({
      code: "MODEL_UNKNOWN",
      message: expect.stringContaining("o200k_base, cl100k_base"),
    });
  });
});

it("chars4 is a quarter of the chars, rounded up", () => {
  expect(["", "a", "abcd", "abcde", "😀😀", "é"].map((text) => chars4(text))).toEqual([0, 1, 1, 2, 1, 1]);
  expect(chars4(Buffer.from("😀😀x"))).toBe(2);
});

it("estimates of 64 MB of bytes allocate no memory", ({ skip }) => {
  if (!("addon" in native)) return skip("the addon is not here");
  const bytes = Buffer.alloc(1 << 26, TEXT);
  estimateTokens(bytes.subarray(0, 1000));
  const before = process.memoryUsage.rss();
  for (let call = 0; call < 5; call++) estimateTokensBatch([bytes]);
  expect(process.memoryUsage.rss() - before).toBeLessThan(1 << 24);
});
