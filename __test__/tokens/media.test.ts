import { describe, expect, it } from "vitest";
import { estimateRequest } from "../../ts/tokens/index.js";
import { anthropicImageTokens, geminiImageTokens, pageTokens } from "../../ts/tokens/media-tokens.js";
import { openAiImageTokens } from "../../ts/tokens/openai-images.js";
import { readImageSize } from "../../ts/wires/image-size.js";
import { createRandom } from "../support/random.js";

const u16 = (value: number) => [value >> 8, value & 255];
const u16le = (value: number) => u16(value).reverse();
const latin1 = (text: string) => [...Buffer.from(text, "latin1")];
const PNG = (w: number, h: number) => [
  ...latin1("\x89PNG\r\n\x1a\n"),
  0,
  0,
  0,
  13,
  ...latin1("IHDR"),
  0,
  0,
  ...u16(w),
  0,
  0,
  ...u16(h),
];
const GIF = (w: number, h: number) => [...latin1("GIF89a"), ...u16le(w), ...u16le(h)];
const webp = (kind: string, ...rest: number[]): number[] => [
  ...latin1("RIFF\0\0\0\0WEBP"),
  ...latin1(kind),
  0,
  0,
  0,
  0,
  ...rest,
  ...Array(30).fill(0),
];
const JPEG = (w: number, h: number) => [
  ...[0xff, 0xd8, 0xff, 0xe1, ...u16(300), ...Array(298).fill(0xff)],
  ...[0xff, 0xff, 0xc4, ...u16(3), 0, 0xff, 0xd0],
  ...[0xff, 0xc2, ...u16(17), 8, ...u16(h), ...u16(w), 3],
];

describe("readImageSize", () => {
  it.each([
    ["PNG", PNG(640, 480)],
    ["GIF", GIF(640, 480)],
    ["JPEG", JPEG(640, 480)],
    ["lossy WebP", webp("VP8 ", 0, 0, 0, 0x9d, 1, 0x2a, ...u16le(640), ...u16le(480))],
    [
      "lossless WebP",
      webp(
        "VP8L",
        0x2f,
        ...[639 | (479 << 14)].flatMap((bits) => [bits & 255, (bits >> 8) & 255, (bits >> 16) & 255, bits >>> 24]),
      ),
    ],
    ["extended WebP", webp("VP8X", 0, 0, 0, 0, ...u16le(639), 0, ...u16le(479), 0)],
  ])("reads a %s", (_, bytes) => {
    expect(readImageSize(Uint8Array.from(bytes))).toEqual({ width: 640, height: 480 });
  });

  it("returns undefined without a size", () => {
    for (const bytes of [[], [0xff, 0xd8], PNG(0, 5), PNG(5, 5).slice(0, 20), latin1("BM..."), webp("ALPH")]) {
      expect(readImageSize(Uint8Array.from(bytes))).toBeUndefined();
    }
  });

  it("survives any bytes after a known beginning", () => {
    const random = createRandom(6);
    const heads: number[][] = [
      PNG(1, 1).slice(0, 8),
      GIF(1, 1).slice(0, 6),
      [0xff, 0xd8, 0xff],
      webp("VP8L"),
      webp("VP8X"),
      webp("VP8 "),
    ];
    for (let number = 0; number < 3_000; number++) {
      const tail = Array.from({ length: random.below(60) }, () => random.below(256));
      const size = readImageSize(Uint8Array.from([...(heads[random.below(heads.length)] ?? []), ...tail]));
      if (size !== undefined) expect(Math.min(size.width, size.height)).toBeGreaterThan(0);
    }
  });
});

const size = (width: number, height: number) => ({ width, height });

describe("tokens of images", () => {
  // The examples of the providers' pages.
  it.each([
    [size(1024, 1024), "high", 765],
    [size(2048, 4096), "high", 1105],
    [size(4096, 8192), "low", 85],
    [size(300, 300), undefined, 255],
    [undefined, "auto", 765],
  ])("OpenAI, tiles: %j, %s", (facts, detail, tokens) => {
    expect(openAiImageTokens({ size: facts, detail, model: "gpt-4o" })).toBe(tokens);
  });

  it.each([
    [size(1024, 1024), "gpt-4.1-mini", Math.ceil(1024 * 1.62)],
    [size(1800, 2400), "gpt-4.1-mini", Math.ceil(48 * 64 * 1.62)],
    [size(1800, 2400), "o4-mini", Math.ceil(1452 * 1.72)],
    [size(1024, 1024), "gpt-5", 70 + 4 * 140],
    [size(1024, 1024), "gpt-5.1-codex", 70 + 4 * 140],
    [size(1024, 1024), "openai/o3-2025-04-16", 75 + 4 * 150],
    [size(1024, 1024), "gpt-4o-mini-2024-07-18", 2833 + 4 * 5667],
    [size(10, 10_000), "gpt-5-nano", Math.ceil(313 * 1.5)],
    [size(10, 100_000), "gpt-5-nano", Math.ceil(1536 * 1.5)],
    // As measured at the provider: community.openai.com (2026-06).
    [size(512, 512), "gpt-5-mini", 308],
    [size(768, 1024), "gpt-5-mini", 922],
    [size(1280, 720), "gpt-5-mini", 1104],
    [size(2048, 768), "gpt-5-mini", 1844],
  ])("OpenAI: %j, %s", (facts, model, tokens) => {
    expect(openAiImageTokens({ size: facts, model })).toBe(tokens);
  });

  // As measured at the provider, 12 million pixels and less: the data set image-token-cost of huggingface.co (2026-11).
  it.each([
    [size(256, 256), 77, 77, 77],
    [size(1280, 720), 1104, 1104, 1104],
    [size(1920, 1080), 2448, 2448, 2448],
    [size(2560, 1440), 4320, 2931, 4320],
    [size(3840, 2160), 9792, 2931, 9792],
    [size(4032, 3024), 14_364, 2942, 11_868],
  ])("OpenAI, patches: %j", (facts, auto, high, older) => {
    const tokens = (model: string, detail?: string) => openAiImageTokens({ size: facts, detail, model });
    expect([tokens("gpt-6-astra"), tokens("gpt-6-astra", "high"), tokens("gpt-5.5")]).toEqual([auto, high, older]);
    expect([tokens("gpt-5.6-sol"), tokens("gpt-5.4", "original")]).toEqual([auto, older]);
    expect(tokens("gpt-5.5", "low")).toBeLessThanOrEqual(308);
  });

  // The examples of the provider's pages, and what is next to the limits.
  it.each([
    [size(200, 200), 64, 64],
    [size(1000, 1000), 1296, 1296],
    [size(1092, 1092), 1521, 1521],
    [size(1920, 1080), 1560, 2691],
    [size(3840, 2160), 1560, 4784],
    [size(2160, 3840), 1560, 4784],
    [size(1075, 1520), 33 * 47, 39 * 55],
    [size(1568, 100), 56 * 4, 56 * 4],
    [size(8000, 8000), 39 * 39, 69 * 69],
    [size(1, 8000), 56, 92],
    [undefined, 1568, 1568],
  ])("Anthropic: %j", (facts, standard, high) => {
    const tokens = (model?: string) => anthropicImageTokens(facts, model);
    const old = [
      "claude-3-7-sonnet-latest",
      "claude-opus-4-20250514",
      "claude-haiku-4-5",
      "eu.anthropic.claude-4",
      "x",
    ];
    expect(old.map(tokens)).toEqual(old.map(() => standard));
    expect(tokens()).toBe(standard);
    const newer = [
      "claude-opus-4-7",
      "anthropic/claude-opus-4.8",
      "claude-sonnet-5",
      "claude-opus-5-5",
      "claude-fable-5",
    ];
    expect(newer.map(tokens)).toEqual(newer.map(() => high));
  });

  it.each([
    [size(384, 384), "gemini-2.5-pro", 258],
    [size(960, 540), "gemini-2.5-pro", 6 * 258],
    [size(385, 100), "gemini-2.5-pro", 2 * 258],
    [undefined, undefined, 258],
    [size(960, 540), "models/gemini-3-pro-preview", 1120],
    [size(960, 540), "gemini-4-argon", 1120],
  ])("Gemini: %j, %s", (facts, model, tokens) => expect(geminiImageTokens(facts, model)).toBe(tokens));
});

describe("media in requests", () => {
  const data = Buffer.from(PNG(1092, 1092)).toString("base64").padEnd(4000, "A");
  const block = (request: object) => estimateRequest(Buffer.from(JSON.stringify(request))).messages[0]?.blocks[0];

  it("reads media at each wire's own places", () => {
    const chat = [{ type: "image_url", image_url: { url: `data:image/png;base64,${data}` } }];
    expect(block({ model: "gpt-4o", messages: [{ role: "user", content: chat }] })).toMatchObject({
      kind: "image",
      tokens: 765,
      chars: 0,
    });
    const source = { type: "base64", media_type: "image/png", data };
    expect(
      block({
        max_tokens: 1,
        model: "claude-opus-4-1",
        messages: [{ role: "user", content: [{ type: "image", source }] }],
      }),
    ).toMatchObject({ tokens: 1521 });
    expect(block({ contents: [{ parts: [{ inlineData: { mimeType: "image/png", data } }] }] })).toMatchObject({
      tokens: 4 * 258,
    });
    expect(
      block({
        model: "gpt-4o",
        input: [{ role: "user", content: [{ type: "input_image", detail: "low", image_url: "https://x/y" }] }],
      }),
    ).toMatchObject({ tokens: 85 });
  });

  it("counts a page by the provider's formula", () => {
    expect(pageTokens("anthropic", "claude-opus-4-8")).toBe(2250);
    expect([pageTokens("gemini", "gemini-2.5-pro"), pageTokens("gemini", "gemini-3-pro-preview")]).toEqual([258, 560]);
    expect(pageTokens("openai", "gpt-4o")).toBe(openAiImageTokens({ size: undefined, model: "gpt-4o" }));
  });

  it("counts a PDF by its pages", () => {
    const pdf = Buffer.from(
      `%PDF-1.4\n${"1 0 obj<</Type /Page /Parent 2 0 R>>endobj\n".repeat(3)}<</Type/Pages/Count 3>>`,
    ).toString("base64");
    expect(
      block({ contents: [{ parts: [{ inlineData: { mimeType: "application/pdf", data: pdf } }] }] }),
    ).toMatchObject({ kind: "document", tokens: 3 * 258 });
    const source = { type: "base64", media_type: "application/pdf", data: pdf };
    expect(
      block({
        max_tokens: 1,
        model: "claude-opus-4-1",
        messages: [{ role: "user", content: [{ type: "document", source }] }],
      }),
    ).toMatchObject({ tokens: 3 * 2250 });
  });
});
