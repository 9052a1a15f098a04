import { describe, expect, it } from "vitest";
import { definePolicy, reduceBody } from "../../../ts/index.js";
import { written } from "../../support/written.js";

/** A long result, a long text behind it, and short turns. */
function conversation() {
  const turn = (id: number, result: number, text: number) => [
    {
      role: "assistant",
      content: [
        { type: "text", text: `Now ${"so ".repeat(text / 3)}` },
        { type: "tool_use", id: `t${id}`, name: "Bash", input: { command: `run ${id}` } },
      ],
    },
    {
      role: "user",
      content: [{ type: "tool_result", tool_use_id: `t${id}`, content: `${id} said ${"a word ".repeat(result / 7)}` }],
    },
  ];
  const turns = Array.from({ length: 110 }, (_, id) => turn(id, id === 0 ? 20_000 : 7, id === 1 ? 45_000 : 3));
  return [{ role: "user", content: "go" }, ...turns.flat()];
}

describe("the number of requests after which a move pays", () => {
  const messages = conversation();
  const steps = (policy: Parameters<typeof definePolicy>[0]) =>
    messages.flatMap((_, at) => {
      if (at % 2 === 1) return [];
      const request = { model: "claude-opus-4-5", messages: messages.slice(0, at + 1) };
      const { cache } = reduceBody(Buffer.from(JSON.stringify(request)), definePolicy(policy)).report;
      return [{ moved: cache.moved, left: cache.requestsToMove, waits: cache.waitingCount }];
    });

  it.each(["rent", "auto"] as const)("is that of the steps until the move, where little is added: %s", (strategy) => {
    const found = steps(
      written({
        preset: "none",
        mask: { windowTurns: 2 },
        cache: { strategy, prices: { read: 0.1, write: 1.25 } },
      }),
    );
    const move = found.findIndex(({ moved }) => moved);
    expect(move).toBeGreaterThan(12);
    for (const step of [6, 10, move - 2, move - 1]) {
      const left = found[step]?.left ?? 0;
      expect(Math.abs(left - (move - step)), `${step}: ${left}, ${move}`).toBeLessThanOrEqual(1 + (move - step) / 4);
    }
  });

  it("is missing where nothing waits, and where moves do not depend on what waiting costs", () => {
    expect(steps({ preset: "none", cache: { strategy: "every-turn" } }).every(({ left }) => left === undefined)).toBe(
      true,
    );
    for (const { left, waits, moved } of steps({ preset: "none", mask: { windowTurns: 1 } })) {
      if (waits === 0 || moved === true) expect(left).toBeUndefined();
    }
  });
});
