// A request that is over its budget is masked before it is read: the plan of the masks says itself that the request came over the
// budget, so that it need not be planned once more to count it.
import type { Report } from "../contract/report.js";
import { detectObjectWire } from "../wires/wire-of.js";
import { CallContext, type ContextSettings } from "./context.js";
import type { Draft } from "./draft.js";
import { StageRun } from "./stage-run.js";
import { maskBy } from "./stages/mask.js";

/** Guesses by the requests before whether one is over its budget. What is decided does not depend on it. */
export class OverGuess {
  /** Bytes as JSON from which on requests are over it. */
  #from: number | undefined;

  isLikely({ json }: Draft, tokens: number): boolean {
    // A token has about four bytes.
    this.#from ??= 4 * tokens;
    return json.length >= this.#from;
  }

  learn({ json: { length } }: Draft, isWithin: boolean): void {
    if (this.#from === undefined) return;
    if (!isWithin) this.#from = Math.min(this.#from, length);
    // A conversation that grows is not guessed wrong at every step.
    else if (length >= this.#from) this.#from = 1.1 * length;
  }
}

/** Masks an object that is likely to be over its budget; undefined unless it is, which leaves nothing done. */
export async function maskFirst(
  asked: Omit<ContextSettings, "wire" | "fits">,
  read: () => Report,
  guess: OverGuess,
): Promise<StageRun | undefined> {
  const { original, policy, options } = asked;
  // A session would remember what is not sent.
  if (original.isBytes || options.session !== undefined || policy.settings.mode === "off") return undefined;
  const wire = options.wire ?? detectObjectWire(original.body);
  if (wire === undefined || original.written.problem !== undefined) return undefined;
  const context = new CallContext({ ...asked, wire, fits: false });
  if (!context.countsAsPlans || !guess.isLikely(original, context.limits.tokens)) return undefined;
  const run = new StageRun(original, read, context);
  // The core itself finds the wire.
  if (await run.startsWith({ name: "masking", run: (draft) => maskBy(draft, context, options) })) return run;
  guess.learn(original, true);
  return undefined;
}
