import { expect, it } from "vitest";
import { createBaseline } from "../../ts/baseline/index.js";
import { createNative } from "../../ts/native/backend.js";
import { type PolicyInput, resolvePolicy } from "../../ts/policy/policy.js";
import { expectAgreement } from "../support/agreement.js";
import { describeNative } from "../support/native.js";

const HIGH = "\ud83d";
const LOW = "\ude00";

/** A request with one masked result: its name, and its text in parts. */
function bodyOf(name: string, texts: readonly string[]): Buffer {
  const call = (id: string) => ({
    role: "assistant",
    content: null,
    tool_calls: [{ id, type: "function", function: { name, arguments: "{}" } }],
  });
  const content = texts.map((text) => ({ type: "text", text }));
  const messages = [
    call("call_1"),
    { role: "tool", tool_call_id: "call_1", content },
    call("call_2"),
    { role: "tool", tool_call_id: "call_2", content: "ok" },
  ];
  return Buffer.from(JSON.stringify({ messages }));
}

function policyWith(mask: PolicyInput["mask"]): PolicyInput {
  return { mask: { windowTurns: 1, minChars: 0, keepErrors: false, ...mask }, cache: { strategy: "every-turn" } };
}

describeNative("halves of a surrogate pair that an edit joins", ({ addon, levels }) => {
  const backends = { native: createNative(addon, levels.at(-1)), baseline: createBaseline() };
  const template = "masked text\nof {original_chars} chars";

  it("joins halves to one code point in the head of a result whose parts have one half each", () => {
    const policy = resolvePolicy(policyWith({ maxObservationChars: 80, placeholder: { template } }));
    const body = bodyOf("read", [HIGH, LOW, "x".repeat(79)]);
    expect(expectAgreement(backends, body, policy, {})?.maskedCount).toBe(1);
  });

  it.each([1, 2, 3])("cuts halves alike if the head ends near them: %i", (room) => {
    const maxObservationChars = 81 + room;
    const filled = template.padEnd(template.length + 77 - "masked text\nof 500 chars".length, "-");
    const policy = resolvePolicy(policyWith({ maxObservationChars, placeholder: { template: filled } }));
    const body = bodyOf("read", [HIGH, LOW, "x".repeat(498)]);
    expect(expectAgreement(backends, body, policy, {})?.maskedCount).toBe(1);
  });

  it.each([126, 127, 128])(
    "are one code point in a tool's name once the control character between them is gone: %i",
    (length) => {
      const policy = resolvePolicy(policyWith({ placeholder: { template: "masked: {tool_name}{tool_call_id}" } }));
      const body = bodyOf(`${"n".repeat(length)}${HIGH}\u0001${LOW}`, ["x".repeat(900)]);
      expect(expectAgreement(backends, body, policy, {})?.maskedCount).toBe(1);
    },
  );

  it("keeps halves separate after an escaped backslash", () => {
    const policy = resolvePolicy(policyWith({ maxObservationChars: 100, placeholder: { template } }));
    const body = bodyOf("read", ["\\ud83d", LOW, "x".repeat(400)]);
    expect(expectAgreement(backends, body, policy, {})?.maskedCount).toBe(1);
  });
});
