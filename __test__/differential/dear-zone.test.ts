// A model's dear zone, in both backends: claude-haiku-5-5 costs five times as much above 100,000 tokens.
import { expect, it } from "vitest";
import { createBaseline } from "../../ts/baseline/index.js";
import { createNative } from "../../ts/native/backend.js";
import { type PolicyInput, resolvePolicy } from "../../ts/policy/policy.js";
import { describeNative } from "../support/native.js";

/** A conversation of 130 turns of 1,000 words. */
function conversation(model: string, turns: number): Uint8Array {
  const messages: object[] = [{ role: "user", content: [{ type: "text", text: "go" }] }];
  for (let at = 0; at < turns; at++) {
    messages.push({ role: "assistant", content: [{ type: "tool_use", id: `t${at}`, name: "Read", input: { at } }] });
    const content = `file ${at} ${"word ".repeat(1000)}`;
    messages.push({ role: "user", content: [{ type: "tool_result", tool_use_id: `t${at}`, content }] });
  }
  const system = [{ type: "text", text: "Be brief", cache_control: { type: "ephemeral" } }];
  return Buffer.from(JSON.stringify({ model, max_tokens: 9, system, messages }));
}

describeNative("a dear zone", ({ addon }) => {
  const backends = [createBaseline(), createNative(addon)];
  const reportsOf = (model: string, turns: number, cache: PolicyInput["cache"]) =>
    backends.map((backend) => backend.planBody(conversation(model, turns), resolvePolicy({ cache }), {}).report.cache);

  it("is reported where what is masked keeps the request below it", () => {
    for (const strategy of ["auto", "rent"] as const) {
      const [ours, theirs] = reportsOf("claude-haiku-5-5", 130, { strategy });
      expect(theirs).toEqual(ours);
      expect(ours?.belowDearZone, strategy).toBe(true);
    }
    for (const [model, turns] of [
      ["claude-haiku-5-5", 20],
      ["claude-haiku-4-5", 130],
    ] as const) {
      const [ours, theirs] = reportsOf(model, turns, {});
      expect(theirs).toEqual(ours);
      expect(ours, model).not.toHaveProperty("belowDearZone");
    }
  });

  it("is counted alike while a move waits", () => {
    for (const turns of [98, 104, 112]) {
      const prices = { read: 0.1, write: 2 };
      const [ours, theirs] = reportsOf("claude-haiku-5-5", turns, { strategy: "rent", rent: 60, prices });
      expect(theirs, `${turns} turns`).toEqual(ours);
    }
  });
});
