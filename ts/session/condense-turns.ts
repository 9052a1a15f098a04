import { type CondensationOptions, condense, renderFeedback } from "../condensation/index.js";
import type { JsonRecord } from "../text/json-value.js";
import type { Done } from "./make-room.js";
import { reduceTurns } from "./reduce-turns.js";
import { isSessionTurn, type Turn } from "./turn.js";
import { referenceMetadata, referencesOfTurns } from "./turn-references.js";

/** Condensed turns, what was done with them, and the line for people. */
export interface CondensedTurns {
  turns: Turn[];
  done: Done & { message: string };
}

/** Condenses turns by a provider. Turns that it leaves alone are the same objects. */
export async function condenseTurns(
  turns: readonly Turn[],
  condensation: CondensationOptions | (() => CondensationOptions) | undefined,
  context: { model: string | undefined; contextTokens: number; taskId: string },
): Promise<CondensedTurns> {
  const { model, ...rest } = context;
  const options = typeof condensation === "function" ? condensation() : condensation;
  let message = "";
  const reduce = async ({ messages }: { messages: JsonRecord[] }) => {
    const references = referencesOfTurns(turns);
    const known = { messages, wire: "openai-chat" as const, references };
    const given = { ...known, ...rest, ...(model === undefined ? {} : { model }) };
    const result = await condense(given, { isAutomaticTrigger: true, ...options });
    message = renderFeedback(result, { model });
    const condensed = [...result.messages] as JsonRecord[];
    const metadata = referenceMetadata(condensed, result.references);
    return { body: { messages: condensed }, changed: result.report.changed, metadata };
  };
  const after = await reduceTurns(turns, { reduce }, model);
  const known = new Set(turns);
  const count = (list: readonly Turn[]) => list.filter(isSessionTurn).length;
  const droppedTurns = Math.max(0, count(turns) - count(after));
  const changed = after.filter((turn) => !known.has(turn)).length;
  return { turns: after, done: { droppedTurns, widened: 0, maskedCount: changed, clippedCount: 0, message } };
}
