// What a policy's version says about the weights of other scripts, in both backends.
import { describe, expect, it } from "vitest";
import { createBaseline } from "../../ts/baseline/index.js";
import { createNative } from "../../ts/native/backend.js";
import { resolvePolicy } from "../../ts/policy/policy.js";
import { describeNative } from "../support/native.js";

const RECIPE = "先把馬鈴薯洗淨去皮，切成細絲，放在清水裡泡十分鐘，這樣炒出來才會脆。".repeat(20);
const PLAIN = "Wash the potatoes, peel them and cut them into strips. ".repeat(400);

function bodyWith(content: string): Uint8Array {
  const messages: unknown[] = [{ role: "user", content: "start" }];
  for (let at = 0; at < 6; at++) {
    const call = { id: `c${at}`, type: "function", function: { name: "read", arguments: "{}" } };
    messages.push({ role: "assistant", content: null, tool_calls: [call] });
    messages.push({ role: "tool", tool_call_id: `c${at}`, content: `${at} ${content}` });
  }
  return Buffer.from(JSON.stringify({ model: "gpt-5", messages }));
}

const policyOf = (version: 1 | 2) =>
  resolvePolicy({
    version,
    mask: { windowTurns: 1, minChars: 0, keepErrors: false },
    cache: { strategy: "rent", prices: { read: 0.1, write: 1.25 }, rent: 0 },
    budget: { tokens: 1_000_000 },
  });

describeNative("the weights of decisions", ({ addon }) => {
  const backends = [createBaseline(), createNative(addon)];
  const kept = (content: string, version: 1 | 2) =>
    backends.map((backend) => {
      const { report } = backend.reduceBody(bodyWith(content), policyOf(version), {});
      return [report.cache?.keptTokens, report.cache?.savedTokens, report.cache?.waitingTokens];
    });

  it("follow the version for scripts other than the Latin one, alike in both backends", () => {
    const [first, second] = [kept(RECIPE, 1), kept(RECIPE, 2)];
    expect(first[1]).toEqual(first[0]);
    expect(second[1]).toEqual(second[0]);
    expect(second[0]).not.toEqual(first[0]);
    // A backend that remembers weights must not mix the versions' numbers.
    expect(kept(RECIPE, 1)).toEqual(first);
  });

  it("are the same in both versions for plain text", () => {
    expect(kept(PLAIN, 2)).toEqual(kept(PLAIN, 1));
  });
});

describe("the texts of this test", () => {
  it("are long enough to be masked", () => {
    expect(Math.min(RECIPE.length, PLAIN.length)).toBeGreaterThan(600);
  });
});
