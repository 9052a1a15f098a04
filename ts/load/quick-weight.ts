import { loadTokenBackend } from "./token-backend.js";

// Keys, roles and types make up most strings of a request, and are the same few.
const SHORT_CHARS = 64;
const MOST_SHORT = 4_096;

const shortWeights = new Map<string, number>();

/** The weight that decisions are made with: the estimate for the o200k family, uncalibrated. */
export function quickWeight(text: string): number {
  if (text.length > SHORT_CHARS) return weigh(text);
  const known = shortWeights.get(text);
  if (known !== undefined) return known;
  if (shortWeights.size >= MOST_SHORT) shortWeights.clear();
  const weight = weigh(text);
  shortWeights.set(text, weight);
  return weight;
}

const weigh = (text: string): number => loadTokenBackend().weigh(text, "o200k_base");
