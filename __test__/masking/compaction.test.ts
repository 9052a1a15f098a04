import { describe, expect, it } from "vitest";
import { definePolicy, reduceBody, reduceRequest } from "../../ts/index.js";
import { createRandom } from "../support/random.js";

/** A tool turn whose result has about `chars` chars. */
function turn(id: number, chars: number, before: object[] = []) {
  const random = createRandom(id);
  const lines = Array.from({ length: chars / 20 }, (_, line) => `${line}: value ${random.below(100_000)} of ${id}`);
  return [
    {
      role: "assistant",
      content: [...before, { type: "tool_use", id: `t${id}`, name: "Read", input: { file_path: `/a/${id}.ts` } }],
    },
    { role: "user", content: [{ type: "tool_result", tool_use_id: `t${id}`, content: lines.join("\n") }] },
  ];
}

const COMPACTION = { type: "compaction", content: "The parser was repaired." };

/** Turns, one of which begins with a compaction. */
function conversation(turns: number, compactedAt: number) {
  const all = Array.from({ length: turns }, (_, id) => turn(id, 4000, id === compactedAt ? [COMPACTION] : []));
  return { model: "claude-opus-4-5", max_tokens: 100, messages: [{ role: "user", content: "go" }, ...all.flat()] };
}

describe("messages in front of the newest compaction", () => {
  const request = conversation(60, 12);
  const compacted = 1 + 2 * 12;
  const policy = { preset: "balanced", cache: { strategy: "every-turn" } } as const;

  it.each(["reduceBody", "reduceRequest"])("stay as they came: %s", (name) => {
    const reduced =
      name === "reduceBody"
        ? JSON.parse(Buffer.from(reduceBody(Buffer.from(JSON.stringify(request)), policy).body).toString())
        : reduceRequest(request, policy).body;
    expect(reduced.messages.slice(0, compacted)).toEqual(request.messages.slice(0, compacted));
    expect(reduced.messages.slice(compacted)).not.toEqual(request.messages.slice(compacted));
  });

  it("count for no move and no budget", () => {
    const bounded = definePolicy({ preset: "none", cache: { strategy: "rent" }, budget: { tokens: 30_000 } });
    const body = (compactedAt: number) => Buffer.from(JSON.stringify(conversation(40, compactedAt)));
    expect(reduceBody(body(36), bounded).report.maskedCount).toBe(0);
    expect(reduceBody(body(-1), bounded).report.maskedCount).toBeGreaterThan(0);
  });
});
