import { describe, expect, it } from "vitest";
import { reduceBody } from "../../ts/reduce/reduce.js";
import { chatOf } from "../support/on-wire.js";
import { written } from "../support/written.js";

/** A conversation with Qwen, on OpenAI's wire; it marks what is to be cached, or it does not. */
function conversation(turns: number, isMarked: boolean): Buffer {
  const marker = isMarked ? { cache_control: { type: "ephemeral" } } : {};
  const steps = Array.from({ length: turns }, (_, at) =>
    chatOf([{ calls: [{ id: `c${at}`, tool: "read", args: { at: at }, result: `line ${at} of it\n`.repeat(150) }] }]),
  );
  const content = [{ type: "text", text: "fix it", ...marker }];
  return Buffer.from(JSON.stringify({ model: "qwen3.8-max", messages: [{ role: "user", content }, ...steps.flat()] }));
}

const TURNS = Array.from({ length: 40 }, (_, at) => at + 1);
const maskedAt = (isMarked: boolean, prices?: { read: number; write: number }) => {
  const policy = written({ mask: { windowTurns: 2, minChars: 0 }, cache: prices === undefined ? {} : { prices } });
  return TURNS.map((turns) => reduceBody(conversation(turns, isMarked), policy).report.maskedCount);
};

describe("a cache with two modes", () => {
  it("decides by the mode that the request asks for", () => {
    const [implicit, explicit] = [maskedAt(false), maskedAt(true)];
    expect(implicit).not.toEqual(explicit);
    expect(implicit).toEqual(maskedAt(false, { read: 0.125, write: 1 }));
    expect(explicit).toEqual(maskedAt(true, { read: 0.1, write: 1.25 }));
  });
});
