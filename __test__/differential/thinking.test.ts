import { expect, it } from "vitest";
import { createBaseline } from "../../ts/baseline/index.js";
import { createNative } from "../../ts/native/backend.js";
import { type PolicyInput, resolvePolicy } from "../../ts/policy/policy.js";
import { expectAgreement } from "../support/agreement.js";
import { boundSession } from "../support/bound-session.js";
import { cases } from "../support/cases.js";
import { describeNative } from "../support/native.js";
import { createRandom } from "../support/random.js";
import { renderJson } from "../support/render-json.js";

const mask = { windowTurns: 2, minChars: 0, keepErrors: false } as const;
const POLICIES: readonly PolicyInput[] = [
  {},
  { mask },
  { mask, cache: { strategy: "every-turn" } },
  { mask, cache: { strategy: "stride", strideTurns: 3 } },
  { mask, cache: { rent: 100 }, budget: { tokens: 1500 } },
  { mask: { ...mask, keepLastKPerTool: 2 }, cache: { rent: 0.2 } },
  { mask, cache: { freezeThrough: "lastBreakpoint" } },
  { mask, cache: { thinking: "keep" } },
  { version: 1, mask },
];
const COMPILED = POLICIES.map((policy) => resolvePolicy(policy));
const MODELS = ["claude-opus-5-5", "claude-opus-4-6", "claude-sonnet-4-5", "deepseek-v4", "my-own-model"] as const;

describeNative("thinking", ({ addon }) => {
  const native = createNative(addon);
  const baseline = createBaseline();

  it("is planned alike in both backends, at every step and in every spelling", () => {
    const seen = { removed: 0, bound: 0, blocked: 0 };
    for (let seed = 0; seed < cases(600); seed++) {
      const random = createRandom(seed);
      const policy = COMPILED[seed % COMPILED.length];
      const { requests } = boundSession({ seed, prompts: 4, turns: 5, model: random.pick(MODELS) });
      const request = requests[random.below(requests.length)];
      if (policy === undefined || request === undefined) continue;
      const style = {
        gap: random.pick(["", " ", "\n\t"]),
        escapeEvery: seed % 3 === 0 ? 3 : 0,
        escapeKeys: seed % 5 === 0,
      };
      const body = Buffer.from(renderJson(request, style));
      const memory = {
        lastStep: random.pick([0, 0, 3, 5]),
        isDead: random.chance(0.2),
        startStep: random.pick([0, 1, 4, 7, 12]),
        startMoves: random.chance(0.5),
        isFrozen: random.chance(0.2),
      };
      const report = expectAgreement({ native, baseline }, body, policy, { memory });
      if (report === undefined) continue;
      const { decisions, cache, thinkingRemoved = 0 } = report;
      seen.removed += thinkingRemoved;
      seen.bound += decisions.filter(({ reason }) => reason === "bound").length;
      seen.blocked += cache.waitsForPrompt ? 1 : 0;
    }
    for (const [name, count] of Object.entries(seen)) expect(count, name).toBeGreaterThan(5);
  });
});
