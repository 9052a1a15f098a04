// What a condensation wrote in the place of turns' contents travels in their metadata: into the store, exports and imports.
//
//   { role: "tool", content: "⟨ File content already provided above ⟩", metadata: { condensed: [{ type: "file", … }] } }

import { openConversation } from "../condensation/conversation/open.js";
import { type ContentReference, expandConversation } from "../condensation/index.js";
import { readReferences } from "../condensation/lossless/references/known.js";
import { isRecord, type JsonRecord } from "../text/json-value.js";
import type { Turn } from "./turn.js";
import { toMessage } from "./wires/openai-chat.js";

const KEY = "condensed";

const ownReferences = ({ metadata }: Turn): ContentReference[] => {
  const own = metadata?.[KEY];
  return Array.isArray(own) && own.every(isRecord) ? (own as unknown as ContentReference[]) : [];
};

/** What contents of turns stand for, as {@link expandConversation} asks for: also after an export, an import, or a restart. */
export const referencesOfTurns = (turns: readonly Turn[]): ContentReference[] => turns.flatMap(ownReferences);

/** By message: the metadata that its turn needs. */
export function referenceMetadata(
  messages: readonly JsonRecord[],
  references: readonly ContentReference[],
): Map<object, JsonRecord> {
  const found = new Map<object, JsonRecord>();
  for (const reference of references) {
    const message = messages[Number(reference.place.split("/")[1])];
    if (message === undefined) continue;
    const own = found.get(message)?.[KEY];
    found.set(message, { [KEY]: [...(Array.isArray(own) ? own : []), reference] });
  }
  return found;
}

const conversationOf = (turns: readonly Turn[]) => ({
  messages: turns.map((turn) => ({ ...toMessage(turn) })),
  wire: "openai-chat" as const,
});

const isPointer = ({ original }: ContentReference): boolean => original === undefined;

/** The turns with what their pointers stand for. Those without pointers are the same objects. Linear. */
export function wholeTurns(turns: readonly Turn[]): Turn[] {
  const pointers = referencesOfTurns(turns).filter(isPointer);
  if (pointers.length === 0) return [...turns];
  const conversation = conversationOf(turns);
  const { messages } = conversation;
  const { messages: whole } = expandConversation(conversation, pointers);
  return turns.map((turn, index) => {
    const message = whole[index];
    if (message === undefined || message === messages[index]) return turn;
    const { original: _, metadata: { [KEY]: __, ...metadata } = {}, ...rest } = turn;
    const forms = ownReferences(turn).filter((one) => !isPointer(one));
    const kept = forms.length === 0 ? metadata : { ...metadata, [KEY]: forms };
    const content = Reflect.get(message, "content");
    return {
      ...rest,
      content: typeof content === "string" ? content : turn.content,
      ...(Object.keys(kept).length === 0 ? {} : { metadata: kept }),
    };
  });
}

/** The turns that are left of others; those that point to what is not left, or is no longer the same, have its text. Linear. */
export function keepWhole(before: readonly Turn[], after: readonly Turn[]): Turn[] {
  const isLeft = new Set(after);
  const pointers = referencesOfTurns(after).filter(isPointer);
  if (pointers.length === 0 || before.every((turn) => isLeft.has(turn))) return [...after];
  const { references } = readReferences(openConversation(conversationOf(before)), pointers);
  const isLost = ({ originalIndex }: ContentReference) => !isLeft.has(before[originalIndex] as Turn);
  const losing = new Set(references.filter(isLost).map(({ place }) => before[Number(place.split("/")[1])]));
  if (losing.size === 0) return [...after];
  const whole = wholeTurns(before);
  const wholeOf = new Map(before.map((turn, index) => [turn, losing.has(turn) ? whole[index] : turn]));
  return after.map((turn) => wholeOf.get(turn) ?? turn);
}

/** The turns before the last one of the user; undefined where there is none. */
export function beforeLastMessage(turns: readonly Turn[]): { turns: Turn[]; removed: Turn[] } | undefined {
  const at = turns.findLastIndex(({ role }) => role === "user");
  return at < 0 ? undefined : { turns: keepWhole(turns, turns.slice(0, at)), removed: turns.slice(at) };
}
