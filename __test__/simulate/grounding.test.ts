import { describe, expect, it } from "vitest";
import { maskingPolicy } from "../../ts/simulate/policies.js";
import { simulate } from "../../ts/simulate/simulate.js";
import { chatOf } from "../support/on-wire.js";

/** A conversation whose calls read the given texts, one a turn. */
function conversation(turns: readonly { args: object; result: string }[], prompt = "go") {
  const messages = turns.flatMap(({ args, result }, turn) =>
    chatOf([{ calls: [{ id: `c${turn}`, tool: "read", args, result }] }]),
  );
  return { name: "a", request: { model: "gpt-5", messages: [{ role: "user", content: prompt }, ...messages] } };
}

const filler = { args: {}, result: "plain words of no use ".repeat(50) };
/** Masks all but the newest turn, and names nothing of what it masks. */
const plain = maskingPolicy(
  "plain",
  {
    preset: "none",
    mask: { windowTurns: 1, minChars: 0, placeholder: { template: "[masked]" } },
    experimental: { mask: { roles: false } },
  },
  { strategy: "every-turn" },
);

async function groundingOf(trace: ReturnType<typeof conversation>) {
  const { results, sessions } = await simulate([trace], [plain], ["auto"], { grounding: true });
  return {
    recall: results[0]?.policies.map(({ grounding }) => grounding),
    bill: sessions[0]?.bills[0]?.[1]?.grounding,
  };
}

describe("grounding", () => {
  it("is the share of the words of calls that only results had, and that the request still has", async () => {
    const first = { args: {}, result: `found src/deep/parser.ts and maxDepth ${"x ".repeat(200)}` };
    const { recall, bill } = await groundingOf(
      conversation([
        first,
        { args: { path: "src/deep/parser.ts" }, result: "y ".repeat(200) },
        filler,
        { args: { find: "maxDepth" }, result: "" },
        filler,
      ]),
    );
    expect(bill).toEqual({
      ...{ named: 2, visible: 1, missed: [{ step: 3, tool: "read", word: "maxDepth" }] },
      sources: [{ tool: "read", named: 2, visible: 1 }],
      ...{ taken: 3, namedAgain: 1 },
    });
    expect(recall).toEqual([1, 0.5]);
  });

  it("does not count what the user or the model had said before", async () => {
    const first = { args: { path: "src/a.ts" }, result: `src/a.ts src/b.ts ${"x ".repeat(200)}` };
    const again = { args: { path: "src/a.ts", and: "src/b.ts" }, result: "z ".repeat(200) };
    const { bill } = await groundingOf(conversation([first, filler, filler, again], "look at src/b.ts"));
    expect(bill).toMatchObject({ named: 0, visible: 0 });
  });

  it("finds a word in another result, or in the placeholder's own text", async () => {
    const shown = { args: {}, result: `src/seen.ts ${"x ".repeat(200)}` };
    const { bill } = await groundingOf(
      conversation([shown, filler, shown, { args: { p: "src/seen.ts" }, result: "" }]),
    );
    expect(bill).toMatchObject({ named: 1, visible: 1, missed: [] });
  });

  it("lists no key and no hash", async () => {
    const secret = "sk-ant-api03-9fK2xQ7LmZ4tR8vB1nC6";
    const first = { args: {}, result: `key ${secret} 9f86d081884c7d659a2feaa0c55ad015 ${"x ".repeat(200)}` };
    const { bill } = await groundingOf(conversation([first, filler, filler, { args: { key: secret }, result: "" }]));
    expect(bill).toMatchObject({ named: 0, missed: [] });
  });

  it("counts a result as named again only if one of the next 40 calls names what is no longer there", async () => {
    const first = { args: {}, result: `found maxDepth ${"x ".repeat(200)}` };
    const asks = { args: { find: "maxDepth" }, result: "" };
    const askedAfter = async (turns: number) =>
      (await groundingOf(conversation([first, ...new Array(turns).fill(filler), asks]))).bill;
    expect(await askedAfter(10)).toMatchObject({ named: 1, visible: 0, taken: 11, namedAgain: 1 });
    expect(await askedAfter(40)).toMatchObject({ named: 1, visible: 0, namedAgain: 1 });
    expect(await askedAfter(45)).toMatchObject({ named: 1, visible: 0, namedAgain: 0 });
  });
});
