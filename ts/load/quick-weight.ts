import type { WeightVersion } from "../contract/token-backend.js";
import { DECISION_WEIGHTS, type TextWeight } from "../wires/units.js";
import { loadTokenBackend } from "./token-backend.js";

/** From this length on the backend weighs a string faster, including the call. */
const LONG_CHARS = 64;

/** The weight for decisions, from this process's backend. */
export function quickWeight(version: WeightVersion): TextWeight {
  const ofShort = DECISION_WEIGHTS[version];
  return (text) => (text.length < LONG_CHARS ? ofShort(text) : loadTokenBackend().weigh(text, "o200k_base", version));
}
