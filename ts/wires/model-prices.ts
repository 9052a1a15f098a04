// Prices of cached tokens by model. Only this table decides: live price lists feed reports.

import type { CachePrices } from "./definition.js";

/** Whether a model of OpenAI's finds cached text at breakpoints only, and takes a fee for writing. */
export function hasOpenAiBreakpoints(model: string): boolean {
  const [major, minor] = versionOf(model, "gpt-") ?? [0, 0];
  return major > 5 || (major === 5 && minor >= 6);
}

/** Prices of a model of OpenAI's. Source: the provider's pages on prompt caching and prices. */
export function openAiPrices(model: string): CachePrices {
  if (hasOpenAiBreakpoints(model)) return { read: 1000, write: 12_500 };
  const version = versionOf(model, "gpt-");
  if (version?.[0] === 5) return { read: 1000, write: 10_000 };
  const isQuarter = version === undefined ? /^(?:o3|o4-mini)/.test(baseName(model)) : version.join(".") === "4.1";
  return { read: isQuarter ? 2500 : 5000, write: 10_000 };
}

/** Price of a cached token of a Gemini model, times 10,000. Source: ai.google.dev, "Pricing". */
export function geminiRead(model: string): number {
  const [major, minor] = versionOf(model, "gemini-") ?? [0, 0];
  return major === 1 || (major === 2 && minor === 0) ? 2500 : 1000;
}

/** Routers put the vendor in front: `openai/gpt-5.6`. */
const baseName = (model: string): string => model.slice(model.lastIndexOf("/") + 1);

/** Major and minor version that follow the name of a family; 0 for a minor one that is not there. */
function versionOf(model: string, family: string): [number, number] | undefined {
  const name = baseName(model);
  const match = name.startsWith(family) ? VERSION.exec(name.slice(family.length)) : null;
  return match === null ? undefined : [Number(match[1]), Number(match[2] ?? 0)];
}

const VERSION = /^(\d{1,5})(?!\d)(?:\.(\d{1,5})(?!\d))?/;
