import { type ConversationPlan, type Draft, makeConversation, type Result } from "./conversation.js";
import { createRandom, type Random } from "./random.js";

const lineOf = (file: number, at: number) => `const file${file}_${at} = ${"é".repeat(at % 2)}${"y".repeat(28)};`;

/** Lines of one of three files, numbered as read tools do it. */
function readText(random: Random): string {
  const file = random.below(3);
  const from = random.chance(0.6) ? 0 : random.below(6);
  const count = 8 + random.below(5);
  return Array.from({ length: count }, (_, at) => `${`${from + at + 1}`.padStart(6)}→${lineOf(file, from + at)}`).join(
    "\n",
  );
}

function shellText(random: Random): string {
  const file = random.below(3);
  const lines = Array.from({ length: 6 + random.below(6) }, (_, at) => lineOf(file, at));
  return [`$ run ${random.below(3)}`, ...lines, "done"].join("\n");
}

function repeatingText(random: Random): string {
  if (random.chance(0.1)) return "⟨ Reference: See message #1 for the result of bash (call_0) ⟩";
  return random.chance(0.6) ? readText(random) : shellText(random);
}

/** A conversation whose results repeat each other, whole or some lines of them. */
export function makeRepeatingConversation(plan: ConversationPlan): Draft {
  const draft = makeConversation(plan);
  const random = createRandom(plan.seed + 1);
  for (const { steps } of draft.conversation.rounds) {
    for (const { calls } of steps) {
      for (const call of calls) {
        const { kind } = call.result;
        if (random.chance(0.1) || kind === "media" || kind === "nested") continue;
        const result: Result = { ...call.result, kind: "text", texts: [repeatingText(random)] };
        call.result = result;
        if (call.isCustom || random.chance(0.4)) continue;
        call.name = "read_file";
        call.args = { path: `/src/${random.below(2)}.ts` };
      }
    }
  }
  return draft;
}
