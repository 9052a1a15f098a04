import fc from "fast-check";
import type { Wire } from "../../ts/contract/report.js";
import { chatOf, onWire } from "../support/on-wire.js";

export { WIRE_NAMES } from "../support/wire-shapes.js";

/** One tool turn: the tools called at once, and the lengths of their results in chars. */
export interface Turn {
  /** What the user says before it. */
  user?: string | undefined;
  calls: readonly { tool: string; chars: number }[];
}

/** A valid conversation of a wire: a user message, then turns of calls and results. */
export function conversation(wire: Wire, turns: readonly Turn[]): object {
  let count = 0;
  const said = turns.flatMap(({ user, calls }) => [
    ...(user === undefined ? [] : [{ say: "done" }, { user }]),
    {
      calls: calls.map(({ tool, chars }) => {
        const id = `call_${count++}`;
        return { id, tool, result: `${id} `.padEnd(chars, "some text of a result ") };
      }),
    },
  ]);
  const list = onWire(wire, chatOf([{ user: "please do it" }, ...said]));
  if (wire === "gemini") return { contents: list };
  if (wire === "openai-responses") return { model: "gpt-5", input: list.flatMap(withReasoning) };
  return { model: "m", ...(wire === "anthropic" ? { system: "s" } : {}), messages: list };
}

/** In front of the calls of an answer is what the model thought. */
const withReasoning = (item: object, at: number, list: readonly object[]): object[] => {
  const isCall = (one: object | undefined) => one !== undefined && Reflect.get(one, "type") === "function_call";
  return isCall(item) && !isCall(list[at - 1]) ? [{ type: "reasoning", summary: [] }, item] : [item];
};

const turn: fc.Arbitrary<Turn> = fc.record({
  user: fc.option(fc.constant("go on"), { nil: undefined, freq: 5 }),
  calls: fc.array(
    fc.record({ tool: fc.constantFrom("read_file", "bash", "grep"), chars: fc.integer({ min: 10, max: 900 }) }),
    {
      minLength: 1,
      maxLength: 3,
    },
  ),
});

/** Conversations of up to twelve turns. */
export function sampleConversation(wire: Wire): fc.Arbitrary<object> {
  return fc.array(turn, { minLength: 1, maxLength: 12, size: "max" }).map((turns) => conversation(wire, turns));
}
