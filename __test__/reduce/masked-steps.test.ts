import { describe, expect, it } from "vitest";
import { definePolicy } from "../../ts/index.js";
import { loadBackend } from "../../ts/load/backend.js";
import { maskedSteps, masksOf } from "../../ts/reduce/masked-steps.js";
import { WIRES } from "../../ts/wires/index.js";
import { readSteps } from "../../ts/wires/steps.js";
import { chatOf } from "../support/on-wire.js";

const TURNS = 14;
const REQUEST = {
  model: "gpt-5",
  messages: [
    { role: "user", content: "find the fault" },
    ...Array.from({ length: TURNS }, (_, turn) =>
      chatOf([
        {
          calls: [
            {
              id: `c${turn}`,
              tool: "read",
              args: { line: turn },
              result: `${turn} ${"words of a file ".repeat(300 + 40 * turn)}`,
            },
          ],
        },
      ]),
    ).flat(),
  ],
};

describe.each([
  ["auto", 11],
  ["rent", 10],
  ["every-turn", 12],
  ["off", 0],
] as const)("the strategy %s", (strategy, masked) => {
  it("masks at each step what the request of that step has masked", () => {
    const { backend } = loadBackend();
    const wire = WIRES.of("openai-chat");
    const policy = definePolicy({ cache: { strategy } });
    const { cuts } = readSteps(wire, REQUEST.messages);
    const json = (count: number) =>
      Buffer.from(JSON.stringify({ ...REQUEST, messages: REQUEST.messages.slice(0, count) }));
    const conversation = { wire, json: json(REQUEST.messages.length), cuts };
    const runs = [...maskedSteps(backend, conversation, policy, {})];
    const atStep = cuts.map((_, step) => runs.find(({ first }) => first <= step));
    const found = atStep.map((run) => run && [...masksOf(run.plan)]);
    expect(found).toEqual(cuts.map((count) => [...masksOf(backend.planBody(json(count), policy, {}))]));
    expect(found.at(-1)).toHaveLength(masked);
    expect(runs.at(-1)?.first).toBe(0);
  });
});
