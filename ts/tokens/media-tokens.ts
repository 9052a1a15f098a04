// The tokens of images and pages, by the providers' documented formulas.

import type { ImageSize } from "../wires/image-size.js";
import type { Provider } from "../wires/provider-facts.js";
import { openAiImageTokens } from "./openai-images.js";

/** The facts of an image that a formula needs. */
export interface ImageFacts {
  size: ImageSize | undefined;
  /** OpenAI's `detail`; a missing one counts as `auto`. */
  detail?: unknown;
  model: string | undefined;
}

/** Tokens of an image, by that provider's formula. */
export const imageTokens = (formula: Provider, facts: ImageFacts): number => FORMULAS[formula].image(facts);

/** Tokens of a page of a PDF, by that provider's formula. */
export const pageTokens = (formula: Provider, model: string | undefined): number => FORMULAS[formula].page(model);

interface Formulas {
  image(facts: ImageFacts): number;
  page(model: string | undefined): number;
}

const FORMULAS: Record<Provider, Formulas> = {
  openai: { image: openAiImageTokens, page: (model) => openAiImageTokens({ size: undefined, model }) },
  anthropic: { image: ({ size, model }) => anthropicImageTokens(size, model), page: () => ANTHROPIC_PAGE },
  gemini: {
    image: ({ size, model }) => geminiImageTokens(size, model),
    page: (model) => (hasFixedImages(model) ? GEMINI_3_PAGE : GEMINI_TILE),
  },
};

/** The upper limits of an image. */
interface Tier {
  /** Longest edge, in pixels. */
  edge: number;
  tokens: number;
}

const STANDARD: Tier = { edge: 1568, tokens: 1568 };
/** Claude 4.7 and later. */
const HIGH_RESOLUTION: Tier = { edge: 2576, tokens: 4784 };
const ANTHROPIC_PATCH = 28;

/**
 * One token for each patch of 28 × 28 pixels that covers the image, after scaling it down to the largest size within
 * the model's tier: 1,568 pixels on the long edge and 1,568 tokens; from Claude 4.7 on 2,576 pixels and 4,784 tokens.
 * Unknown size: 1,568. Source, as of 2026-08: platform.claude.com/docs, "Vision", "Resolution and token cost", and
 * "Coordinates", "Resize your image before uploading".
 */
export function anthropicImageTokens(size: ImageSize | undefined, model: string | undefined): number {
  if (size === undefined) return STANDARD.tokens;
  const tier = isHighResolution(model) ? HIGH_RESOLUTION : STANDARD;
  const long = Math.max(size.width, size.height);
  const ratio = Math.min(size.width, size.height) / long;
  let [fits, tooLong] = [0, long + 1];
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    const padded = Math.ceil(middle / ANTHROPIC_PATCH) * ANTHROPIC_PATCH;
    if (padded <= tier.edge && patchesOf(middle, ratio) <= tier.tokens) fits = middle;
    else tooLong = middle;
  }
  return patchesOf(fits, ratio);
}

function patchesOf(long: number, ratio: number): number {
  const short = Math.max(1, halfToEven(long * ratio));
  return Math.ceil(long / ANTHROPIC_PATCH) * Math.ceil(short / ANTHROPIC_PATCH);
}

function halfToEven(value: number): number {
  const below = Math.floor(value);
  return value - below === 0.5 ? below + (below % 2) : Math.round(value);
}

/** `claude-opus-4-7`, `claude-sonnet-5`; `claude-opus-4-20250514` is 4.0, `claude-3-7-sonnet` 3.7. */
function isHighResolution(model = ""): boolean {
  const [, major = "", minor = "0"] = /claude-(?:[a-z]+-)?(\d{1,2})(?!\d)(?:[-.](\d{1,2})(?!\d))?/i.exec(model) ?? [];
  return Number(major) > 4 || (Number(major) === 4 && Number(minor) >= 7);
}

/**
 * The page documents "Each page typically uses 1,500–3,000 tokens" of text. Each page is also an image of undocumented
 * size. This is the middle of that range; it is near the documented example of 7,000 tokens for three pages. Source:
 * platform.claude.com/docs, "PDF support", "Estimate your costs".
 */
const ANTHROPIC_PAGE = 2250;

/**
 * Gemini 2 and before: 258 if both sides are at most 384 pixels, else 258 for each tile. A tile's side is the shorter
 * side / 1.5, at least 256 and at most 768 pixels. Gemini 3 and later: 1,120 at the default resolution, whatever the
 * size. Unknown size: one tile. A page of a PDF is 258; Gemini 3: 560. `mediaResolution` is not read. Source, as of
 * 2026-09-23: ai.google.dev/gemini-api/docs, "Media resolution", "Token counts"; "Image understanding"; "Document
 * understanding".
 */
export function geminiImageTokens(size: ImageSize | undefined, model: string | undefined): number {
  if (hasFixedImages(model)) return GEMINI_3_IMAGE;
  if (size === undefined || Math.max(size.width, size.height) <= 384) return GEMINI_TILE;
  const side = Math.min(768, Math.max(256, Math.floor(Math.min(size.width, size.height) / 1.5)));
  return GEMINI_TILE * Math.ceil(size.width / side) * Math.ceil(size.height / side);
}

const GEMINI_TILE = 258;
const GEMINI_3_IMAGE = 1120;
const GEMINI_3_PAGE = 560;
const hasFixedImages = (model: string | undefined) => /(^|\/)gemini-[3-9]/.test(model ?? "");
