// A provider of condensations that a test registers, and that is gone after each test.
import { afterEach } from "vitest";
import { type ContextCondensationProvider, registerProvider } from "../../ts/condensation/index.js";

/** What is undone after each test. */
export const undo: (() => void)[] = [];
afterEach(() => {
  for (const one of undo.splice(0)) one();
});

export const NAME = "plug-in";

/** Registers a provider that does something else than condense. */
export function plugIn(run: (context: { messages: object[] }) => unknown): void {
  const provider = {
    ...{ name: NAME, description: "For tests.", version: "1.0.0" },
    condense: async (context: { messages: object[] }) => run(context),
    supportsLossless: () => false,
    supportsContentTypeAwareness: () => false,
    supportsCustomPrompts: () => false,
    estimateReduction: async () => ({ tokensBefore: 0, tokensAfter: 0, reductionPercent: 0, lossless: 0, lossy: 0 }),
  };
  undo.push(registerProvider(provider as unknown as ContextCondensationProvider));
}
