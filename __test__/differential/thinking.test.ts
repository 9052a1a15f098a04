import { expect, it } from "vitest";
import { createBaseline } from "../../ts/baseline/index.js";
import { createNative } from "../../ts/native/backend.js";
import { type PolicyInput, resolvePolicy } from "../../ts/policy/policy.js";
import { expectAgreement } from "../support/agreement.js";
import { boundSession } from "../support/bound-session.js";
import { cases } from "../support/cases.js";
import { describeNative } from "../support/native.js";
import { createRandom } from "../support/random.js";
import { randomMoves } from "../support/random-memory.js";
import { renderJson, seededStyle } from "../support/render-json.js";

const mask = { windowTurns: 2, minChars: 0, keepErrors: false } as const;
const POLICIES: readonly PolicyInput[] = [
  {},
  { mask },
  { mask, cache: { strategy: "rent" } },
  { mask, cache: { strategy: "rent", rent: 0.2, prices: { read: 0.3, write: 0.6 } } },
  { mask, cache: { strategy: "every-turn" } },
  { mask, cache: { strategy: "stride", strideTurns: 3 } },
  { mask, cache: { strategy: "rent", rent: 100 }, budget: { tokens: 1500 } },
  { mask: { ...mask, keepLastKPerTool: 2 }, cache: { strategy: "rent", rent: 0.2 } },
  { mask, cache: { freezeThrough: "lastBreakpoint" } },
  { mask, cache: { thinking: "keep" } },
  { mask, cache: { thinking: "drop" } },
  { mask, cache: { thinking: "drop", rent: 0.2 }, budget: { tokens: 3000 } },
  { version: 1, mask },
];
const COMPILED = POLICIES.map((policy) => resolvePolicy(policy));
const HOSTS = ["api.anthropic.com", "api.deepseek.com", "localhost"] as const;
const MODELS = [
  "claude-opus-5-5",
  "claude-opus-4-6",
  "claude-sonnet-4-5",
  "deepseek-v4",
  "my-own-model",
  "claude-next-9",
] as const;

describeNative("thinking", ({ addon }) => {
  const native = createNative(addon);
  const baseline = createBaseline();

  it("is planned alike in both backends, at every step and in every spelling", () => {
    const seen = { removed: 0, bound: 0, blocked: 0, net: 0, byHost: 0, byVendor: 0, byWire: 0 };
    for (let seed = 0; seed < cases(600); seed++) {
      const random = createRandom(seed);
      const policy = COMPILED[seed % COMPILED.length];
      const { requests } = boundSession({ seed, prompts: 4, turns: 5, model: random.pick(MODELS) });
      const found = requests[random.below(requests.length)];
      if (policy === undefined || found === undefined) continue;
      const request = random.chance(0.7) ? found : { ...found, thinking: { type: "enabled", budget_tokens: 1024 } };
      const body = Buffer.from(renderJson(request, seededStyle(seed, random)));
      const memory = {
        lastStep: random.pick([0, 0, 3, 5]),
        isDead: random.chance(0.2),
        startStep: random.pick([0, 1, 4, 7, 12]),
        startMoves: random.chance(0.5),
        isFrozen: random.chance(0.2),
        ...randomMoves(random),
      };
      const report = expectAgreement({ native, baseline }, body, policy, { memory, host: random.pick(HOSTS) });
      if (report === undefined) continue;
      const { decisions, cache, thinkingRemoved = 0 } = report;
      seen.removed += thinkingRemoved;
      seen.bound += decisions.filter(({ reason }) => reason === "bound").length;
      seen.net += cache.thinkingNet === undefined ? 0 : 1;
      seen.byHost += cache.rule?.by === "host" ? 1 : 0;
      seen.byWire += cache.rule?.by === "wire" ? 1 : 0;
      seen.byVendor += cache.rule?.by === "vendor" ? 1 : 0;
      seen.blocked += cache.waitsForPrompt ? 1 : 0;
    }
    for (const [name, count] of Object.entries(seen)) expect(count, name).toBeGreaterThan(5);
  });

  it("is planned alike where it is an item of its own and stays", () => {
    const seen = { bound: 0, masked: 0 };
    for (let seed = 0; seed < cases(200); seed++) {
      const random = createRandom(seed);
      const policy = COMPILED[seed % COMPILED.length];
      if (policy === undefined) continue;
      const turns = Array.from({ length: 4 + random.below(12) }, (_, at) => [
        ...(random.chance(0.6) ? [{ type: "reasoning", id: `r${at}`, summary: [], encrypted_content: `E${at}` }] : []),
        { type: "function_call", call_id: `c${at}`, name: "read", arguments: "{}" },
        { type: "function_call_output", call_id: `c${at}`, output: "word ".repeat(random.below(300)) },
        ...(random.chance(0.2) ? [{ role: "user", content: "go on" }] : []),
      ]);
      const model = random.pick(["claude-opus-5-5", "claude-opus-4-6", "gpt-5.6"]);
      const request = { model, store: false, input: [{ role: "user", content: "go" }, ...turns.flat()] };
      const body = Buffer.from(renderJson(request, seededStyle(seed, random)));
      const report = expectAgreement({ native, baseline }, body, policy, {});
      seen.bound += report?.decisions.filter(({ reason }) => reason === "bound").length ?? 0;
      seen.masked += report?.maskedCount ?? 0;
    }
    for (const [name, count] of Object.entries(seen)) expect(count, name).toBeGreaterThan(5);
  });

  it("in front of the first result waits until taking it pays, and no request is written again in between", () => {
    const policy = resolvePolicy({
      mask: { ...mask, excludeTools: ["Ask"] },
      cache: { strategy: "rent", prices: { read: 0.3, write: 1.25 } },
    });
    const seen = { left: 0, taken: 0 };
    let before: string[] = [];
    for (const request of talkThenWork()) {
      const body = Buffer.from(JSON.stringify(request));
      const report = expectAgreement({ native, baseline }, body, policy, {});
      const reduced = JSON.parse(Buffer.from(native.reduceBody(body, policy, {}).body).toString("utf8"));
      const messages = reduced.messages.map(withoutMarkers) as string[];
      if (report?.cache.moved === false) expect(messages.slice(0, before.length)).toEqual(before);
      before = messages;
      const { maskedCount = 0, thinkingRemoved = 0, cache } = report ?? {};
      seen.left += maskedCount > 0 && thinkingRemoved === 0 && cache?.waitingCount ? 1 : 0;
      seen.taken += thinkingRemoved > 0 ? 1 : 0;
    }
    expect(seen.left).toBeGreaterThan(5);
    expect(seen.taken).toBeGreaterThan(5);
  });
});

/** Every request of a session whose model keeps thinking: first calls whose results stay, then others. */
function talkThenWork(): object[] {
  const messages: object[] = [];
  const requests: object[] = [];
  const system = [{ type: "text", text: "Be brief", cache_control: { type: "ephemeral" } }];
  const ask = () => requests.push({ model: "claude-opus-4-6", max_tokens: 9, system, messages: [...messages] });
  const turn = (name: string, id: string, words: number, thoughts: object[]) => {
    ask();
    messages.push({ role: "assistant", content: [...thoughts, { type: "tool_use", id, name, input: { path: id } }] });
    const content = `file ${id} ${"word ".repeat(words)}`;
    messages.push({ role: "user", content: [{ type: "tool_result", tool_use_id: id, content }] });
  };
  messages.push({ role: "user", content: [{ type: "text", text: "Look around" }] });
  for (let at = 0; at < 3; at++) {
    const thinking = { type: "thinking", thinking: `about part ${at}, ${"well ".repeat(200)}`, signature: "S" };
    turn("Ask", `a${at}`, 1500, [thinking]);
  }
  ask();
  messages.push({ role: "assistant", content: [{ type: "text", text: "I did" }] });
  messages.push({ role: "user", content: [{ type: "text", text: "Now do it" }] });
  for (let at = 0; at < 60; at++) turn("Read", `t${at}`, 300, []);
  ask();
  return requests;
}

const withoutMarkers = (message: unknown): string =>
  JSON.stringify(message, (key, value) => (key === "cache_control" ? undefined : value));
