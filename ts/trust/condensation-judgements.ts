// Every key of the table [condensation], and which of its values condense less than the user's own.
import { atLeast, atMost, type Compare, counts, type Judgement, NEVER, only, same, wider } from "./judgement.js";

/** Smart keeps what people said word for word and asks no model; other code than the package's own is the user's choice. */
const provider: Compare = (own, wanted) => {
  if (wanted === "smart" || (wanted === "native" && own === "native")) return counts(wanted);
  return wanted === "native" ? wider(own) : { verdict: "never", value: own };
};

/** By dotted key; those of a mode are judged as the same keys outside of modes, by what the user has in that mode. */
export const CONDENSATION_JUDGEMENTS: Readonly<Record<string, Judgement>> = {
  provider,
  autoCondenseContext: only(false),
  autoCondenseContextPercent: atLeast,
  customCondensingPrompt: NEVER,
  condensingApiHandler: NEVER,
  enableLosslessPhase: only(true),
  enableContentTypeAwareness: only(true),
  preservationPriority: same,
  targetReductionPercent: atMost,
  maxReductionPercentPerPhase: atMost,
  enabled: NEVER,
  contextTokens: NEVER,
  summarizer: NEVER,
  plugins: NEVER,
};
