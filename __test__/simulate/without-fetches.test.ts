// A log of a session that went through Tamis: turns that only fetch originals would not be there without.
import { describe, expect, it } from "vitest";
import { readSessionLog } from "../../ts/simulate/logs/read-log.js";

const ORIGINAL = `/me/.cache/tamis/originals/${"0123456789abcdef".repeat(2)}.txt`;

/** Turns in Tamis's own form of logs; each request is billed with all messages before it, 1,000 tokens each. */
function logOf(turns: readonly (readonly [id: string, path: string][])[]): string {
  const lines: object[] = [{ tamis: "session", wire: "anthropic", model: "claude-opus-4-6" }];
  let messages = 0;
  const add = (message: object, isAnswer: boolean) => {
    const usage = { input_tokens: 1_000, cache_read_input_tokens: 1_000 * (messages - 1), output_tokens: 10 };
    lines.push({ message, time: 1_000 * lines.length, ...(isAnswer ? { usage } : {}) });
    messages++;
  };
  add({ role: "user", content: "go" }, false);
  for (const calls of turns) {
    const uses = calls.map(([id, path]) => ({ type: "tool_use", id, name: "Read", input: { file_path: path } }));
    add({ role: "assistant", content: uses }, true);
    const results = calls.map(([id]) => ({ type: "tool_result", tool_use_id: id, content: `of ${id}` }));
    add({ role: "user", content: results }, false);
  }
  add({ role: "assistant", content: [{ type: "text", text: "done" }] }, true);
  return lines.map((line) => JSON.stringify(line)).join("\n");
}

const read = (turns: Parameters<typeof logOf>[0]) => {
  const [session] = readSessionLog("log", logOf(turns));
  if (session === undefined) throw new Error("no session");
  return session;
};
const paid = ({ payments }: ReturnType<typeof read>) =>
  payments.reduce((sum, { tokens }) => sum + tokens.fresh + tokens.cacheRead, 0);

describe("a log with fetches of originals", () => {
  const [one, two, three] = [[["a", "/w/a"]], [["b", "/w/b"]], [["c", "/w/c"]]] as const;
  const direct = read([[...one], [...two], [...three]].map((turn) => turn.map(([id, path]) => [id, path])));

  it("is replayed without the turns that only fetch, and has all that was paid", () => {
    const through = read([
      [["a", "/w/a"]],
      [["f", ORIGINAL]],
      [["g", ORIGINAL]],
      [["b", "/w/b"]],
      [["h", ORIGINAL]],
      [["c", "/w/c"]],
    ]);
    expect(through.trace.request).toEqual(direct.trace.request);
    expect(through.trace.cuts).toEqual(direct.trace.cuts);
    expect(through.trace.recorded).toEqual(direct.trace.recorded);
    expect(through.payments).toHaveLength(7);
    expect(paid(through)).toBeGreaterThan(paid(direct));
  });

  it("keeps a turn that does something else as well", () => {
    const mixed = read([
      [
        ["a", "/w/a"],
        ["f", ORIGINAL],
      ],
      [["b", "/w/b"]],
      [["c", "/w/c"]],
    ]);
    expect(mixed.trace.cuts).toEqual(direct.trace.cuts);
    expect(JSON.stringify(mixed.trace.request)).toContain(ORIGINAL);
  });
});
