import { describe, expect, it } from "vitest";
import { CLEARED, CONTEXT_BETA } from "../support/simulated-provider/context-management.js";
import { SimulatedProvider } from "../support/simulated-provider/provider.js";
import { type Block, blocksOf, isThinking, type Json } from "../support/simulated-provider/types.js";
import { markedRequest, runSession, scripted } from "./session.js";

const MODEL = "claude-fable-5-2";

/** A history of 12 answers, and the answer to it with these edits. */
function clear(...edits: Json[]) {
  const provider = new SimulatedProvider({ answer: scripted });
  const history = runSession(provider, 12);
  const extra = { context_management: { edits } };
  const exchange = provider.handle(markedRequest(history, { extra }), [CONTEXT_BETA]);
  const blocks = exchange.prompt?.messages.flatMap(({ content }) => blocksOf(content)) ?? [];
  const applied = (exchange.body.context_management as Json | undefined)?.applied_edits as Json[] | undefined;
  return { ...exchange, provider, history, blocks, applied };
}

const results = (blocks: readonly Block[]) =>
  blocks
    .filter(({ type }) => type === "tool_result")
    .map(({ content }) => (content === CLEARED ? "-" : "r"))
    .join("");
const always = { type: "clear_tool_uses_20250919", trigger: { type: "input_tokens", value: 1 } };

describe("clear_tool_uses", () => {
  it("clears all results but the newest three, and says so", () => {
    const { blocks, applied, status } = clear(always);
    expect([status, results(blocks)]).toEqual([200, "-------rrr"]);
    expect(applied).toEqual([
      { type: "clear_tool_uses_20250919", cleared_tool_uses: 7, cleared_input_tokens: expect.any(Number) },
    ]);
  });

  it("needs its header", () => {
    const provider = new SimulatedProvider({ answer: scripted });
    const request = markedRequest([{ role: "user", content: "x" }], {
      extra: { context_management: { edits: [always] } },
    });
    expect(provider.handle(request)).toMatchObject({ status: 400, cost: 0 });
  });
});

describe("clear_thinking", () => {
  const thoughts = (blocks: readonly Block[]) =>
    blocks
      .filter(isThinking)
      .map(({ thinking }) => String(thinking).slice(8))
      .join(" ");
  const edit = { type: "clear_thinking_20251015" };

  it("keeps the thinking of the newest turns, and the model accepts what follows", () => {
    // Answers 0 to 4, 5 to 9, and 10 to 11 are turns.
    expect(thoughts(clear(edit).blocks)).toBe("10 11");
    expect(thoughts(clear({ ...edit, keep: { type: "thinking_turns", value: 2 } }).blocks)).toBe("5 6 7 8 9 10 11");
    expect(thoughts(clear({ ...edit, keep: "all" }).blocks)).toBe("0 1 2 3 4 5 6 7 8 9 10 11");
    expect(clear(edit).applied).toMatchObject([{ cleared_thinking_turns: 2 }]);
    const { provider, history, body } = clear(edit);
    const next = [
      ...history,
      { role: "assistant", content: body.content as Block[] },
      { role: "user", content: "go on" },
    ];
    expect(provider.handle(markedRequest(next, { model: MODEL })).status).toBe(200);
  });

  it("comes before clear_tool_uses", () => {
    expect(results(clear(edit, always).blocks)).toBe("-------rrr");
    expect(clear(always, edit).status).toBe(400);
    expect(clear({ type: "clear_all" }).status).toBe(400);
  });
});
