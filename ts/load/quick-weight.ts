import type { WeightVersion } from "../contract/token-backend.js";
import type { TextWeight } from "../wires/units.js";
import { loadTokenBackend } from "./token-backend.js";

// Keys, roles and types make up most strings of a request, and are the same few.
const SHORT_CHARS = 64;
const MOST_SHORT = 4_096;

const weights = new Map<WeightVersion, TextWeight>();

/** The weight that decisions are made with, by `policy.version`: the estimate for the o200k family, uncalibrated. */
export function quickWeight(version: WeightVersion): TextWeight {
  const known = weights.get(version);
  if (known !== undefined) return known;
  const weight = rememberingWeight(version);
  weights.set(version, weight);
  return weight;
}

function rememberingWeight(version: WeightVersion): TextWeight {
  const shortWeights = new Map<string, number>();
  const weigh = (text: string) => loadTokenBackend().weigh(text, "o200k_base", version);
  return (text) => {
    if (text.length > SHORT_CHARS) return weigh(text);
    const known = shortWeights.get(text);
    if (known !== undefined) return known;
    if (shortWeights.size >= MOST_SHORT) shortWeights.clear();
    const weight = weigh(text);
    shortWeights.set(text, weight);
    return weight;
  };
}
