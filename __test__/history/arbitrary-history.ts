import fc from "fast-check";
import type { ChatMessage } from "../../ts/history/chat-message.js";

const pairId = fc.constantFrom("a", "b", "c", "d", "__proto__");
const filler = fc
  .tuple(fc.constantFrom("x", "é", "😀", "line\n", '"\\', "You must not. "), fc.integer({ min: 0, max: 120 }))
  .map(([unit, count]) => unit.repeat(count));
const block = fc.constantFrom(
  "BEGIN_DISPATCH_RESULT\n{}\nEND_DISPATCH_RESULT",
  "BEGIN_DISPATCH_RESULT",
  "END_DISPATCH_RESULT",
  "[observation masked — 12 chars]",
  "[dispatch output masked — 12 chars]\n",
);
const text = fc.oneof(
  { arbitrary: filler, weight: 4 },
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.array(fc.oneof(block, filler), { maxLength: 5 }).map((parts) => parts.join("")),
);

const plain: fc.Arbitrary<ChatMessage[]> = fc
  .record({ role: fc.constantFrom("user", "assistant", "system", "developer", "tool", "critic"), content: text })
  .map((message) => [message]);

/** Calls and results with few ids, so that repeats are frequent; parallel calls, and halves of pairs. */
const paired: fc.Arbitrary<ChatMessage[]> = fc
  .tuple(
    pairId,
    fc.constantFrom<("call" | "result")[]>(
      ["call", "result"],
      ["call", "result", "result"],
      ["call", "call", "result"],
      ["call"],
      ["result"],
    ),
    fc.array(text, { minLength: 3, maxLength: 3 }),
  )
  .map(([id, roles, texts]) =>
    roles.map((pairRole, index) => ({
      role: pairRole === "call" ? "assistant" : "tool",
      content: texts[index] ?? "",
      pairId: id,
      pairRole,
      ...(pairRole === "result" ? { toolCallId: `call_${id}` } : {}),
    })),
  );

/** Histories of every kind: whole and broken pairs, dispatch blocks, look-alikes of placeholders. */
export const arbitraryHistory: fc.Arbitrary<ChatMessage[]> = fc
  .array(fc.oneof(plain, { arbitrary: paired, weight: 2 }), { maxLength: 12 })
  .map((groups) => groups.flat());
