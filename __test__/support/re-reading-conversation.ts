import { type ConversationPlan, type Draft, makeConversation } from "./conversation.js";
import { createRandom } from "./random.js";

/** Answers of agents that a file is as it was; the last one is Tamis's own pointer. */
export const UNCHANGED = [
  "Wasted call — file unchanged since your last Read. Refer to that earlier tool_result instead.",
  "File unchanged since last read. The content from the earlier Read tool_result in this conversation is still current.",
  '{"status": "unchanged", "message": "File has already been read and has not changed."}',
  "⟨ File content already provided above ⟩",
] as const;

const textOf = (path: string, version: number) =>
  Array.from({ length: 30 }, (_, at) => `${at + 1}→export const a${at}_${path.length} = "${path} ${version}";`).join(
    "\n",
  );

/** A conversation of an agent that reads a few files again and again, and is told so where they are as they were. */
export function makeReReadingConversation(plan: ConversationPlan): Draft {
  const draft = makeConversation(plan);
  const random = createRandom(plan.seed + 7);
  const known = new Map<string, number>();
  for (const { steps } of draft.conversation.rounds) {
    for (const { calls } of steps) {
      for (const call of calls) {
        const { kind } = call.result;
        if (random.chance(0.15) || kind === "media" || kind === "nested" || call.isCustom) continue;
        const path = `/src/${"x".repeat(random.below(3))}.ts`;
        const lines = random.chance(0.3) ? { offset: 1, limit: 30 } : {};
        const key = JSON.stringify([path, lines]);
        const version = known.get(key) ?? 0;
        const isKnown = version > 0 && random.chance(0.7);
        if (!isKnown) known.set(key, version + 1);
        const text = isKnown ? (UNCHANGED[random.below(UNCHANGED.length)] ?? "") : textOf(key, version);
        call.name = "Read";
        call.args = { file_path: path, ...lines };
        call.result = { ...call.result, kind: "text", texts: [text], isError: false };
      }
    }
  }
  return draft;
}
