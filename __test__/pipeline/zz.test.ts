import { expect, it } from "vitest";
import { createBaseline } from "../../ts/baseline/index.js";
import { resolvePolicy } from "../../ts/policy/policy.js";
const FILE = Array.from({ length: 40 }, (_, at) => `${`${at + 1}`.padStart(6)}→const line_${at} = ${"x".repeat(20)};`).join("\n");
const body = (turns: number, same: readonly number[]) => {
  const messages: object[] = [{ role: "user", content: "go" }];
  for (let turn = 0; turn < turns; turn++) {
    const call = { id: `c${turn}`, type: "function", function: { name: "Read", arguments: JSON.stringify({ file_path: "/a.ts" }) } };
    messages.push({ role: "assistant", content: null, tool_calls: [call] });
    messages.push({ role: "tool", tool_call_id: call.id, content: same.includes(turn) ? FILE : `other ${turn} ${"word ".repeat(200)}${turn}` });
  }
  return Buffer.from(JSON.stringify({ model: "gpt-4o", messages }));
};
it("x", () => {
  const baseline = createBaseline();
  const policy = resolvePolicy({ arrival: { dedupe: "first" } } as never);
  for (const turns of [4, 8, 12, 16, 20, 24, 28, 32, 36, 40]) {
    const { body: out, report } = baseline.reduceBody(body(turns, [1, 3, 9, 17, 18, 30]), policy, { explain: true });
    console.log(turns, report.dedupedCount, report.dedupedChars, report.maskedCount, JSON.stringify(report.references?.map((r) => [r.type, r.messageIndex, r.originalIndex])), JSON.stringify(report.cache));
    if (turns === 16) console.log(Buffer.from(out).toString().slice(0, 6000).split("\n").length);
  }
  expect(1).toBe(1);
});
