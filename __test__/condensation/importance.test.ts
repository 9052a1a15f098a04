import { describe, expect, it } from "vitest";
import { openConversation } from "../../ts/condensation/conversation/open.js";
import { classify } from "../../ts/condensation/lossy/classification/classify.js";
import { buildTree, IMPORTANCE_WEIGHTS, scoreImportance } from "../../ts/condensation/lossy/tree-scoring/score.js";

const call = (id: string, args: string) => ({ id, type: "function", function: { name: "read", arguments: args } });
const MESSAGES = [
  { role: "user", content: "look at both files" },
  {
    role: "assistant",
    content: "I will read them.",
    tool_calls: [call("a", '{"path":"a.ts"}'), call("b", '{"path":"b.ts"}')],
  },
  { role: "tool", tool_call_id: "a", content: "function parseHeader() {}" },
  { role: "tool", tool_call_id: "b", content: "function unusedHelper() {}" },
  { role: "assistant", content: "parseHeader is what we need; I decided to change it." },
  { role: "user", content: "No, not that one." },
  { role: "assistant", content: null, tool_calls: [call("c", '{"name":"parseHeader"}')] },
  { role: "tool", tool_call_id: "c", content: "Error: not found" },
];
const typed = classify(openConversation({ messages: MESSAGES, wire: "openai-chat" }));
const scores = scoreImportance(typed);
/** The score of the block with that text. */
const scoreOf = (text: string) => {
  const found = scores.find(({ block }) => block.source.text.startsWith(text));
  if (found === undefined) throw new Error(`no block ${text}`);
  return found;
};

describe("the tree of a conversation", () => {
  it("leads from intent over decision and call to the result", () => {
    const { parents } = buildTree(typed);
    const chain: string[] = [];
    for (
      let at = typed.blocks.find(({ source }) => source.text.includes("unusedHelper"));
      at !== undefined;
      at = parents.get(at)
    ) {
      chain.push(`${at.type} ${at.source.text}`);
    }
    expect(chain).toEqual([
      "TOOL_RESULT function unusedHelper() {}",
      'TOOL_CALL {"path":"b.ts"}',
      "ASSISTANT_MESSAGE I will read them.",
      "USER_MESSAGE look at both files",
    ]);
  });

  it("has a critical path from the newest block to the intent behind it", () => {
    expect(scores.filter(({ isCritical }) => isCritical).map(({ block }) => block.source.text)).toEqual([
      "No, not that one.",
      '{"name":"parseHeader"}',
      "Error: not found",
    ]);
  });
});

describe("scores of importance", () => {
  it("are the sums of their parts", () => {
    for (const { score, parts } of scores) {
      expect(score).toBeCloseTo(Object.values(parts).reduce((sum, part) => sum + part, 0));
    }
  });

  it("count later uses of words that a block brought up", () => {
    expect(scoreOf("function parseHeader").parts.reference).toBeCloseTo(IMPORTANCE_WEIGHTS.reference * Math.log2(3));
    expect(scoreOf("function unusedHelper").parts.reference).toBe(0);
  });

  it("halve recency with each half life", () => {
    expect(scores.at(-1)?.parts.recency).toBe(IMPORTANCE_WEIGHTS.recency);
    const [first] = scores;
    expect(first?.parts.recency).toBeCloseTo(IMPORTANCE_WEIGHTS.recency * 0.5 ** (1 / IMPORTANCE_WEIGHTS.halfLife));
  });

  it("add to decisions, corrections and what they correct", () => {
    expect(scoreOf("parseHeader is what we need").parts).toMatchObject({
      decision: IMPORTANCE_WEIGHTS.decision,
      correction: IMPORTANCE_WEIGHTS.correction,
    });
    expect(scoreOf("No, not that one.").parts.correction).toBe(IMPORTANCE_WEIGHTS.correction);
    expect(scoreOf("I will read them.").parts).toMatchObject({ decision: 0, correction: 0 });
  });

  it("add to errors, also where only the text says so", () => {
    expect(scoreOf("Error: not found").parts.error).toBe(IMPORTANCE_WEIGHTS.error);
  });

  it("heed other weights", () => {
    const flat = scoreImportance(typed, {
      ...IMPORTANCE_WEIGHTS,
      recency: 0,
      reference: 0,
      topic: 0,
      size: 0,
      decision: 0,
      error: 0,
      correction: 0,
    });
    expect(new Set(flat.map(({ block, score }) => `${block.type} ${score}`)).size).toBe(4);
  });
});
