import { describe, expect, it } from "vitest";
import type { Report } from "../../../ts/contract/report.js";
import { reduceBody, reduceRequest } from "../../../ts/index.js";
import { type Policy, type PolicyInput, resolvePolicy } from "../../../ts/policy/policy.js";
import { createPrefixChecker } from "../../../ts/validate/index.js";
import { boundSession } from "../../support/bound-session.js";
import { masksAlone } from "../../support/masks-alone.js";
import { nativeBackend } from "../../support/native.js";
import { written } from "../../support/written.js";

const mask = { windowTurns: 2, minChars: 0, keepErrors: false } as const;
const POLICIES: Readonly<Record<string, PolicyInput>> = {
  default: {},
  auto: { mask },
  rent: { mask, cache: { strategy: "rent" } },
  "every turn": { mask, cache: { strategy: "every-turn" } },
  budget: written({ mask, cache: { strategy: "rent", rent: 100 }, budget: { tokens: 1500 } }),
  "no thinking": { mask, cache: { thinking: "keep" } },
};

const native = nativeBackend();
/** Longer than what the provider's cache keeps at least, as those of real clients are. */
const LONG_SYSTEM = "Be brief. ".repeat(2_000);

/** Faults of all requests of a session that are sent reduced. */
function faultsOf(seed: number, input: PolicyInput | Policy, see: (report: Report) => void = () => {}): string[] {
  const policy = resolvePolicy(input);
  const checker = createPrefixChecker();
  return boundSession({ seed, prompts: 5, turns: 6, system: LONG_SYSTEM }).requests.flatMap((request) => {
    const { body, report } = native.reduceBody(Buffer.from(JSON.stringify(request)), policy, {});
    see(report);
    return checker.check(body).map(({ message }) => message);
  });
}

describe("moves in conversations whose model checks thinking", () => {
  it.each(Object.keys(POLICIES))("leave all thinking valid: %s", (name) => {
    const policy = resolvePolicy(POLICIES[name] ?? {});
    let edits = 0;
    for (let seed = 0; seed < 60; seed++) {
      const count = (report: Report) => {
        edits += report.decisions.length;
      };
      expect(faultsOf(seed, policy, count), `${name} ${seed}`).toEqual([]);
    }
    if (!["frozen", "no thinking"].includes(name)) expect(edits).toBeGreaterThan(50);
  });

  it("takes thinking at moves where the model bills it, checked or not, and nowhere else", () => {
    const cache = { strategy: "every-turn" } as const;
    const removed = (model: string, input: PolicyInput = { mask, cache }) => {
      const { whole } = boundSession({ seed: 3, prompts: 6, turns: 6, model });
      return reduceRequest(whole, input).report.thinkingRemoved ?? 0;
    };
    expect([removed("claude-opus-5-5") > 5, removed("claude-opus-4-6") > 5]).toEqual([true, true]);
    for (const model of ["claude-sonnet-4-5", "deepseek-v4", "gpt-5.6"]) expect(removed(model), model).toBe(0);
    expect(removed("claude-opus-4-6", { mask, cache: { ...cache, thinking: "keep" } })).toBe(0);
  });

  it.each([
    { thinking_blocks: [{ type: "thinking", thinking: "so", signature: "S" }] },
    { content: [{ type: "thinking", thinking: "so", signature: "S" }] },
    {
      content: [
        { type: "text", text: "so" },
        { data: "S", type: "redacted_thinking" },
      ],
    },
  ])("edits nothing in front of thinking that it cannot remove: on OpenAI's wire in %j", (thinking) => {
    const turn = (id: number) => [
      {
        role: "assistant",
        content: null,
        ...thinking,
        tool_calls: [{ id: `c${id}`, type: "function", function: { name: "read", arguments: "{}" } }],
      },
      { role: "tool", tool_call_id: `c${id}`, content: "word ".repeat(400) },
    ];
    const turns = Array.from({ length: 12 }, (_, id) => turn(id)).flat();
    const messages = [{ role: "user", content: "go" }, ...turns, { role: "user", content: "and now?" }];
    const reasons = (model: string) => {
      const policy = masksAlone({ mask, cache: { strategy: "every-turn" } });
      const { report } = reduceRequest({ model, messages }, policy, { explain: true });
      const native = reduceBody(Buffer.from(JSON.stringify({ model, messages })), policy, { explain: true }).report;
      const said = ({ decisions }: Report) => decisions.map(({ action, reason }) => `${action} ${reason}`);
      expect(said(native)).toEqual(said(report));
      return new Set(said(report));
    };
    expect(reasons("anthropic/claude-opus-5.5")).toEqual(new Set(["keep bound", "keep window"]));
    expect(reasons("anthropic/claude-opus-4.6")).toContain("mask window");
  });

  it("edits nothing in front of thinking that it cannot remove: on OpenAI's Responses wire", () => {
    const turn = (id: number) => [
      { type: "reasoning", id: `rs_${id}`, summary: [], encrypted_content: `E${id}` },
      { type: "function_call", call_id: `c${id}`, name: "read", arguments: "{}" },
      { type: "function_call_output", call_id: `c${id}`, output: "word ".repeat(400) },
    ];
    const turns = Array.from({ length: 12 }, (_, id) => turn(id)).flat();
    const input = [{ role: "user", content: "go" }, ...turns, { role: "user", content: "and now?" }];
    const policy = masksAlone({ mask, cache: { strategy: "every-turn" } });
    const refusedWith = (model: string) => {
      const checker = createPrefixChecker();
      const cuts = input.flatMap((item, at) =>
        "type" in item && item.type === "function_call_output" ? [at + 1] : [],
      );
      const bodies = cuts.map((cut) => reduceRequest({ model, store: false, input: input.slice(0, cut) }, policy).body);
      return bodies.flatMap((body) => checker.check(body));
    };
    expect(refusedWith("anthropic/claude-opus-5.5")).toEqual([]);
    const { report } = reduceRequest({ model: "gpt-5.6", store: false, input }, policy);
    expect(report.maskedCount).toBeGreaterThan(5);
  });
});
