// The tokens of images at OpenAI. As of 2026-09: developers.openai.com/api/docs, "Images and vision", "Calculating
// costs". For models that this page no longer names: the same page of 2025.
import type { ImageSize } from "../wires/image-size.js";

/** Tokens in a tiled model: a base, and a price for each 512 px tile. */
interface Tiles {
  base: number;
  tile: number;
}

/** How far a model scales an image down at one `detail`. */
interface Fit {
  /** Longest edge, in pixels. */
  edge: number;
  /** Most patches of 32 × 32 pixels. */
  patches: number;
}

/** A model that counts patches: its factor, and the sizes by `detail`. A missing size falls back to `auto`. */
interface Patches {
  factor: number;
  low?: Fit;
  high?: Fit;
  original?: Fit;
  auto: Fit;
}

const limit = (edge: number, patches: number): Fit => ({ edge, patches });
/** Larger images than 30,000 patches are refused. */
const AS_IT_IS = limit(65_535, 30_000);
const HIGH = limit(2048, 2500);
const ORIGINAL = limit(6000, 10_000);
const LOW = limit(512, 256);
const CAPPED = limit(2048, 6144);
/** The page of 2025 names no longest edge. */
const OF_2025 = limit(Number.POSITIVE_INFINITY, 1536);

const GPT_5_6: Patches = { factor: 1.2, low: LOW, high: HIGH, auto: AS_IT_IS };

/** By the beginning of the model's name; the longest match decides. Unnamed newer models count like the newest. */
const MODELS: readonly (readonly [prefix: string, cost: Tiles | Patches])[] = [
  ["gpt-4o-mini", { base: 2833, tile: 5667 }],
  ["gpt-4o", { base: 85, tile: 170 }],
  ["gpt-4.5", { base: 85, tile: 170 }],
  ["gpt-4.1", { base: 85, tile: 170 }],
  ["gpt-4.1-mini", { factor: 1.62, auto: CAPPED }],
  ["gpt-4.1-nano", { factor: 2.46, auto: OF_2025 }],
  ["gpt-5", { base: 70, tile: 140 }],
  // The page of 2025 has 1.62 and 2.46. These factors are those of the provider's price calculator and of its bills:
  // community.openai.com, "GPT-5-mini image input token calculation discrepancy", 2026-06.
  ["gpt-5-mini", { factor: 1.2, auto: OF_2025 }],
  ["gpt-5-nano", { factor: 1.5, auto: OF_2025 }],
  ["gpt-5.1", { base: 70, tile: 140 }],
  ["gpt-5.2", { factor: 1.2, auto: CAPPED }],
  ["gpt-5.3", { factor: 1.2, auto: CAPPED }],
  ["gpt-5.4", { factor: 1.2, low: CAPPED, original: ORIGINAL, auto: HIGH }],
  ["gpt-5.5", { factor: 1.2, low: LOW, high: HIGH, auto: ORIGINAL }],
  ["gpt-5.", GPT_5_6],
  ["gpt-6", { ...GPT_5_6, high: limit(65_535, 2500) }],
  ["o1", { base: 75, tile: 150 }],
  ["o3", { base: 75, tile: 150 }],
  ["o4-mini", { factor: 1.72, auto: OF_2025 }],
  ["computer-use-preview", { base: 65, tile: 129 }],
];
const OTHER: Tiles = { base: 85, tile: 170 };
/** An image of unknown size counts like the page's example, four tiles. */
const UNKNOWN: ImageSize = { width: 1024, height: 1024 };

/**
 * Tiled models: the base if `detail` is `low`; else the image is scaled down into 2,048 × 2,048, then to 768 on the
 * shorter side, and costs the base and a price for each tile of 512 × 512. Patch models: patches of 32 × 32, scaled
 * down to the longest edge and the most patches that model and `detail` allow, times the model's factor. Unknown size:
 * 1,024 × 1,024.
 */
export function openAiImageTokens(image: {
  size: ImageSize | undefined;
  detail?: unknown;
  model: string | undefined;
}): number {
  const { size = UNKNOWN, detail } = image;
  const cost = costOf(image.model);
  if ("factor" in cost) return Math.ceil(rounded(patches(size, fitOf(cost, detail)) * cost.factor));
  return detail === "low" ? cost.base : cost.base + cost.tile * tiles(size);
}

function costOf(model: string | undefined): Tiles | Patches {
  const name = (model ?? "").toLowerCase().replace(/^.*\//, "");
  const fitting = MODELS.filter(([prefix]) => name.startsWith(prefix));
  return fitting.sort(([a], [b]) => b.length - a.length)[0]?.[1] ?? OTHER;
}

function fitOf(cost: Patches, detail: unknown): Fit {
  return (detail === "low" || detail === "high" || detail === "original" ? cost[detail] : undefined) ?? cost.auto;
}

function tiles({ width, height }: ImageSize): number {
  const into = Math.min(1, 2048 / Math.max(width, height));
  const short = Math.min(1, 768 / (Math.min(width, height) * into));
  const scale = into * short;
  return Math.ceil(rounded((width * scale) / 512)) * Math.ceil(rounded((height * scale) / 512));
}

/** Rounds off floating-point noise: 2.0000000000000004 is two tiles. */
const rounded = (value: number) => Math.round(value * 1e6) / 1e6;

const PATCH = 32;

function patches(size: ImageSize, { edge, patches: most }: Fit): number {
  const scale = Math.min(1, edge / Math.max(size.width, size.height));
  const [width, height] = [size.width, size.height].map(
    (side) => Math.max(1, Math.floor(rounded(side * scale))) / PATCH,
  );
  const whole = covering(width, height);
  if (whole <= most) return whole;
  const shrink = Math.sqrt(most / ((width ?? 1) * (height ?? 1)));
  const [columns, rows] = [(width ?? 1) * shrink, (height ?? 1) * shrink];
  // Makes the patches fill whole rows and columns if there is more than one.
  const exact = Math.min(...[columns, rows].filter((side) => side >= 1).map((side) => Math.floor(side) / side));
  return Math.min(most, covering(columns * exact, rows * exact));
}

const covering = (columns = 1, rows = 1) => Math.ceil(rounded(columns)) * Math.ceil(rounded(rows));
