// A provider of condensations that a test registers, and that is gone after each test.
import { onTestFinished } from "vitest";
import { type ContextCondensationProvider, registerProvider } from "../../ts/condensation/index.js";

export const NAME = "plug-in";

type Condense = ContextCondensationProvider["condense"];
type Run = (context: { messages: object[] }, options: Parameters<Condense>[1]) => unknown;

/** A provider that does something else than condense. */
export function providerOf(name: string, run: Run): ContextCondensationProvider {
  return {
    ...{ name, description: "For tests.", version: "1.0.0" },
    condense: async (context, options) => run(context as never, options) as ReturnType<Condense>,
    supportsLossless: () => false,
    supportsContentTypeAwareness: () => false,
    supportsCustomPrompts: () => false,
    estimateReduction: async () => ({ tokensBefore: 0, tokensAfter: 0, reductionPercent: 0, lossless: 0, lossy: 0 }),
  };
}

/** Registers one until the test has ended; returns its name. */
export function plugIn(run: Run, name = NAME): string {
  onTestFinished(registerProvider(providerOf(name, run)));
  return name;
}
