// The running total. A turn is weighed when it arrives, and its weight is subtracted when it goes.

import { estimateTokens, estimateTokensBatch } from "../tokens/index.js";
import type { TokenOptions } from "../tokens/options.js";
import type { TokenMeasure } from "./settings.js";
import { type Turn, textOfTurn } from "./turn.js";

/** Weighs turns. Weights add up; `toTokens` converts a sum to tokens, before bills correct it. */
export interface Meter {
  weigh(turn: Turn): number;
  weighAll(turns: readonly Turn[]): number[];
  toTokens(weight: number): number;
  /** Whether weights are estimated tokens, which bills correct. */
  isEstimate: boolean;
}

const BATCH = 1_000;

/** @param model Decides the encoding. An unknown model is estimated like OpenAI's newest. */
export function createMeter(measure: TokenMeasure, model: string | undefined): Meter {
  if (measure === "chars4") {
    const weigh = (turn: Turn) => textOfTurn(turn).length;
    const toTokens = (chars: number) => Math.ceil(chars / 4);
    return { weigh, weighAll: (turns) => turns.map(weigh), toTokens, isEstimate: false };
  }
  const toTokens = (weight: number) => Math.round(weight);
  if (typeof measure === "function") {
    const weigh = (turn: Turn) => measure(textOfTurn(turn));
    return { weigh, weighAll: (turns) => turns.map(weigh), toTokens, isEstimate: false };
  }
  const options: TokenOptions = { ...(model === undefined ? {} : { model }), allowUnknown: true };
  return {
    weigh: (turn) => estimateTokens(textOfTurn(turn), options),
    weighAll: (turns) => {
      const weights: number[] = [];
      for (let at = 0; at < turns.length; at += BATCH) {
        weights.push(...estimateTokensBatch(turns.slice(at, at + BATCH).map(textOfTurn), options));
      }
      return weights;
    },
    toTokens,
    isEstimate: true,
  };
}
