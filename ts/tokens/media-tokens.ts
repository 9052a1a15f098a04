// What images and pages cost, by the formulas that the providers document. To be checked against the pages before a release.
import type { Wire } from "../report.js";
import type { ImageSize } from "./image-size.js";

/** What a formula needs to know of an image. */
export interface ImageFacts {
  size: ImageSize | undefined;
  /** OpenAI's `detail`; `auto` and what is missing count as `high`. */
  detail?: unknown;
  model: string | undefined;
}

/** Tokens of an image, in the wire's formula. */
export function imageTokens(wire: Wire, facts: ImageFacts): number {
  if (wire === "anthropic") return anthropicImageTokens(facts.size);
  return wire === "gemini" ? geminiImageTokens(facts.size, facts.model) : openAiImageTokens(facts);
}

/** Tokens of a page of a PDF, in the wire's formula. */
export function pageTokens(wire: Wire, model: string | undefined): number {
  if (wire === "anthropic") return ANTHROPIC_PAGE;
  if (wire === "gemini") return isGemini3(model) ? GEMINI_3_PAGE : GEMINI_TILE;
  return openAiImageTokens({ size: undefined, model });
}

/**
 * Width × height / 750, after scaling down to 1,568 pixels on the long edge; images of more than about 1,600 tokens are
 * scaled down to that. Unknown size: 1,600. Source: docs.anthropic.com, "Vision", "Evaluate image size" and "Calculate
 * image costs".
 */
export function anthropicImageTokens(size: ImageSize | undefined): number {
  if (size === undefined) return ANTHROPIC_MOST;
  const scale = Math.min(1, ANTHROPIC_EDGE / Math.max(size.width, size.height));
  return Math.min(ANTHROPIC_MOST, Math.ceil((size.width * scale * size.height * scale) / 750));
}

const ANTHROPIC_EDGE = 1568;
const ANTHROPIC_MOST = 1600;
/**
 * "Each page typically uses 1,500–3,000 tokens": the middle. Source: docs.anthropic.com, "PDF support", "Estimate your
 * costs".
 */
const ANTHROPIC_PAGE = 2250;

/**
 * 258 where both sides are at most 384 pixels. Else 258 for each tile, whose side is the shorter side / 1.5, at least 256
 * and at most 768 pixels. Gemini 3: 1,120 at the default resolution. Unknown size: one tile. A page of a PDF is 258
 * (Gemini 3: 560). Source: ai.google.dev, "Understand and count tokens", "Image understanding", "Document understanding",
 * "Media resolution".
 */
export function geminiImageTokens(size: ImageSize | undefined, model: string | undefined): number {
  if (isGemini3(model)) return GEMINI_3_IMAGE;
  if (size === undefined || Math.max(size.width, size.height) <= 384) return GEMINI_TILE;
  const side = Math.min(768, Math.max(256, Math.floor(Math.min(size.width, size.height) / 1.5)));
  return GEMINI_TILE * Math.ceil(size.width / side) * Math.ceil(size.height / side);
}

const GEMINI_TILE = 258;
const GEMINI_3_IMAGE = 1120;
const GEMINI_3_PAGE = 560;
const isGemini3 = (model: string | undefined) => /(^|\/)gemini-3/.test(model ?? "");

/** Tokens of a tiled model: of the image at all, and of each 512 px tile. */
interface Tiles {
  base: number;
  tile: number;
}

/** By the beginning of the model's name; the longest that fits. Patch models have a factor instead. */
const OPENAI: readonly (readonly [prefix: string, cost: Tiles | number])[] = [
  ["gpt-4o-mini", { base: 2833, tile: 5667 }],
  ["gpt-4o", { base: 85, tile: 170 }],
  ["gpt-4.5", { base: 85, tile: 170 }],
  ["gpt-4.1", { base: 85, tile: 170 }],
  ["gpt-4.1-mini", 1.62],
  ["gpt-4.1-nano", 2.46],
  ["gpt-5", { base: 70, tile: 140 }],
  ["gpt-5-mini", 1.62],
  ["gpt-5-nano", 2.46],
  ["o1", { base: 75, tile: 150 }],
  ["o3", { base: 75, tile: 150 }],
  ["o4-mini", 1.72],
  ["computer-use-preview", { base: 65, tile: 129 }],
];
const OTHER: Tiles = { base: 85, tile: 170 };
/** Where the size is unknown: that of the guide's example, four tiles. */
const UNKNOWN: ImageSize = { width: 1024, height: 1024 };

/**
 * Tiled models: a base where `detail` is `low`; else scaled down into 2,048 × 2,048, then to 768 on the shorter side,
 * the base and a price for each tile of 512 × 512. Patch models: patches of 32 × 32, scaled down to at most 1,536,
 * times the model's factor. Unknown size: 1,024 × 1,024. Source: platform.openai.com/docs, "Images and vision",
 * "Calculating costs".
 */
export function openAiImageTokens({ size = UNKNOWN, detail, model }: ImageFacts): number {
  const cost = openAiCost(model);
  if (typeof cost === "number") return Math.ceil(patches(size) * cost);
  return detail === "low" ? cost.base : cost.base + cost.tile * tiles(size);
}

function openAiCost(model: string | undefined): Tiles | number {
  const name = (model ?? "").toLowerCase().replace(/^.*\//, "");
  const fitting = OPENAI.filter(([prefix]) => name.startsWith(prefix));
  return fitting.sort(([a], [b]) => b.length - a.length)[0]?.[1] ?? OTHER;
}

function tiles({ width, height }: ImageSize): number {
  const fit = Math.min(1, 2048 / Math.max(width, height));
  const short = Math.min(1, 768 / (Math.min(width, height) * fit));
  const scale = fit * short;
  return Math.ceil(rounded((width * scale) / 512)) * Math.ceil(rounded((height * scale) / 512));
}

/** 2.0000000000000004 is two tiles. */
const rounded = (value: number) => Math.round(value * 1e6) / 1e6;

const PATCH = 32;
const MOST_PATCHES = 1536;

function patches({ width, height }: ImageSize): number {
  const whole = Math.ceil(width / PATCH) * Math.ceil(height / PATCH);
  if (whole <= MOST_PATCHES) return whole;
  const shrink = Math.sqrt((PATCH * PATCH * MOST_PATCHES) / (width * height));
  const [columns, rows] = [(width * shrink) / PATCH, (height * shrink) / PATCH];
  // So that the patches fill whole rows and columns.
  const exact = shrink * Math.min(Math.floor(columns) / columns, Math.floor(rows) / rows);
  const fitted = Math.ceil(rounded((width * exact) / PATCH)) * Math.ceil(rounded((height * exact) / PATCH));
  return Math.min(MOST_PATCHES, Math.max(1, fitted));
}
