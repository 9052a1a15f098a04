// Runs the graduated pipeline, or a condensation, over a session: renders its turns as an OpenAI Chat request and reads
// the result as turns.

import { type CondensationOptions, condense, renderFeedback } from "../condensation/index.js";
import { isRecord, type JsonRecord } from "../text/json-value.js";
import type { Done } from "./make-room.js";
import { isSessionTurn, type Turn, toTurn } from "./turn.js";
import { keepWhole, referenceMetadata, referencesOfTurns } from "./turn-references.js";
import { arrange } from "./wires/index.js";
import { fromMessage, toMessage } from "./wires/openai-chat.js";

/** Makes a request of turns smaller, or leaves it as it is. Messages that it leaves alone are the same objects. */
export interface TurnReducer {
  reduce(
    request: { model?: string; messages: JsonRecord[] },
    options: { wire: "openai-chat" },
  ): Promise<{
    body: { messages: JsonRecord[] };
    changed: boolean;
    /** By message: what its turn's metadata is to have beside its own. @default nothing */
    metadata?: ReadonlyMap<object, JsonRecord>;
  }>;
}

/**
 * Reduces turns. A turn that the reducer leaves alone is returned as the same object, unless it points to one that does not stay
 * as it was.
 */
export async function reduceTurns(
  turns: readonly Turn[],
  reducer: TurnReducer,
  model: string | undefined,
): Promise<Turn[]> {
  const arranged = arrange(turns);
  // The turns are rendered without their originals, because edits are judged by text alone.
  const sources = new Map<JsonRecord, Turn>();
  const messages = arranged.map((turn) => {
    const message = { ...toMessage(turn) };
    sources.set(message, turn);
    return message;
  });
  const request = { ...(model === undefined ? {} : { model }), messages };
  const { body, changed, metadata } = await reducer.reduce(request, { wire: "openai-chat" });
  if (!changed) return [...turns];
  // Notes for calls without a result belong to the prompt, not to the session.
  const own = new Set(turns);
  const again = body.messages.flatMap((message, index) =>
    toTurnAgain(message, sources, arranged[index], body.messages.length).map((turn) => {
      const added = metadata?.get(message);
      return added === undefined ? turn : { ...turn, metadata: { ...turn.metadata, ...added } };
    }),
  );
  const notes = new Set(arranged.filter((turn) => !own.has(turn)));
  return keepWhole(
    turns,
    again.filter((turn) => !notes.has(turn)),
  );
}

function toTurnAgain(
  message: JsonRecord,
  sources: ReadonlyMap<JsonRecord, Turn>,
  sameplace: Turn | undefined,
  count: number,
): Turn[] {
  const same = sources.get(message);
  if (same !== undefined) return [same];
  if (!isRecord(message)) return [];
  const read = fromMessage(message, "messages");
  // With as many messages as before, this message is the edited one in the same place.
  const was = count === sources.size ? sameplace : undefined;
  if (was === undefined) return [toTurn({ ...read, metadata: { madeBy: "tamis" } })];
  const { original: _, ...rest } = was;
  return [{ ...rest, content: read.content ?? "" }];
}

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
