import { type ConversationPlan, type Draft, makeConversation } from "./conversation.js";
import { createRandom } from "./random.js";

const textOf = (path: string, version: number) =>
  Array.from({ length: 30 }, (_, at) => `${at + 1}→export const a${at}_${path.length} = "${path} ${version}";`).join(
    "\n",
  );

/** A conversation of an agent that reads a few files, whole or in part, and edits them; some edits fail. */
export function makeEditingConversation(plan: ConversationPlan): Draft {
  const draft = makeConversation(plan);
  const random = createRandom(plan.seed + 11);
  const versions = new Map<string, number>();
  for (const { steps } of draft.conversation.rounds) {
    for (const { calls } of steps) {
      for (const call of calls) {
        const { kind } = call.result;
        if (random.chance(0.1) || kind === "media" || kind === "nested" || call.isCustom) continue;
        const path = `/src/${"x".repeat(random.below(3))}.ts`;
        const version = versions.get(path) ?? 1;
        const isEdit = random.chance(0.4);
        const isError = isEdit && random.chance(0.2);
        if (isEdit && !isError) versions.set(path, version + 1);
        const lines = random.chance(0.3) ? { offset: 1, limit: 30 } : {};
        const edited = isError ? "Error: the text was not found" : `The file ${path} has been updated: ${version}`;
        call.name = isEdit ? "Edit" : "Read";
        call.args = isEdit ? { file_path: path, old_string: "a", new_string: "b" } : { file_path: path, ...lines };
        call.result = { ...call.result, kind: "text", texts: [isEdit ? edited : textOf(path, version)], isError };
      }
    }
  }
  return draft;
}
