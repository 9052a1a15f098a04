import { describe, expect, it } from "vitest";
import type { PolicyInput } from "../../ts/policy/policy.js";
import { reduceRequest } from "../../ts/reduce/reduce.js";
import { type ClearSettings, clearPolicy, maskingPolicy, simulate } from "../../ts/simulate/index.js";
import { CONTEXT_BETA } from "../support/simulated-provider/context-management.js";
import { SimulatedProvider } from "../support/simulated-provider/provider.js";
import type { Block } from "../support/simulated-provider/types.js";
import { markedRequest, runSession, scripted, wordsOf } from "./session.js";

/** The settings as a request has them. */
function editOf({ tokens, keep, clearAtLeast, excludeTools }: ClearSettings): object {
  return {
    type: "clear_tool_uses_20250919",
    trigger: { type: "input_tokens", value: tokens },
    keep: { type: "tool_uses", value: keep },
    ...(clearAtLeast === undefined ? {} : { clear_at_least: { type: "input_tokens", value: clearAtLeast } }),
    ...(excludeTools === undefined ? {} : { exclude_tools: excludeTools }),
  };
}

describe("the simulator's clear_tool_uses", () => {
  it.each<[string, ClearSettings]>([
    ["from the beginning", { tokens: 1, keep: 3 }],
    ["from a trigger on", { tokens: 9000, keep: 3 }],
    ["never", { tokens: 90_000, keep: 3 }],
    ["where it clears enough", { tokens: 1, keep: 3, clearAtLeast: 5000 }],
    ["with another keep", { tokens: 1, keep: 12 }],
    ["without the tool that all calls use", { tokens: 1, keep: 3, excludeTools: ["read"] }],
  ])("bills what the simulated provider bills, within 1 %%: %s", async (_, settings) => {
    const extra = { context_management: { edits: [editOf(settings)] } };
    const provider = new SimulatedProvider({ answer: scripted });
    const history = runSession(provider, 40, { extra, betas: [CONTEXT_BETA] });
    expect(provider.exchanges.every(({ status }) => status === 200)).toBe(true);
    const paid = provider.exchanges.reduce((sum, { cost }) => sum + cost, 0);
    const request = markedRequest(history.slice(0, -2));
    const { results } = await simulate([{ name: "s", request }], [clearPolicy("clear", settings)]);
    const policy = results[0]?.policies[1];
    expect(Math.abs((policy?.cost ?? 0) / paid - 1)).toBeLessThan(0.01);
    // The provider checks what was sent, and that is the whole history.
    expect(policy?.prefixFailures).toBe(0);
  });
});

it.each(["claude-opus-4-6", "claude-haiku-5-5"])("a dear zone costs the same at both: %s", async (model) => {
  const provider = new SimulatedProvider({ answer: scripted });
  const history = runSession(provider, 40, { model, resultTokens: 8000 });
  const paid = provider.exchanges.reduce((sum, { cost }) => sum + cost, 0);
  const { results } = await simulate([{ name: "s", request: markedRequest(history.slice(0, -2), { model }) }], []);
  expect(Math.abs((results[0]?.policies[0]?.cost ?? 0) / paid - 1)).toBeLessThan(0.01);
});

it.each(["claude-sonnet-4-5", "claude-haiku-4-5", "claude-opus-4-1"])(
  "a model that does not read the thinking of earlier turns costs the same at both: %s",
  async (model) => {
    const answer = (turn: number): Block[] => {
      const [, ...others] = scripted(turn);
      return [{ type: "thinking", thinking: wordsOf(`thought ${turn}`, 1200) }, ...others];
    };
    const provider = new SimulatedProvider({ answer });
    const history = runSession(provider, 40, { model, resultTokens: 1000 });
    expect(provider.exchanges.length).toBe(40);
    const paid = provider.exchanges.reduce((sum, { cost }) => sum + cost, 0);
    const { results } = await simulate([{ name: "s", request: markedRequest(history.slice(0, -2), { model }) }], []);
    expect(Math.abs((results[0]?.policies[0]?.cost ?? 0) / paid - 1)).toBeLessThan(0.01);
  },
);

it("moves of arguments that are named like data are the same at both", async () => {
  const model = "claude-opus-4-6";
  const policy: PolicyInput = { mask: { windowTurns: 2 }, experimental: { mask: { roles: false } } };
  const data = Buffer.alloc(9000, 7).toString("base64");
  const answer = (turn: number): Block[] =>
    scripted(turn).map((block) => (block.type === "tool_use" ? { ...block, input: { path: `${turn}`, data } } : block));
  const provider = new SimulatedProvider({ answer });
  let moves = 0;
  const history = runSession(provider, 40, {
    model,
    resultTokens: 1500,
    reduce: (request) => {
      const { body, report } = reduceRequest(request, policy);
      if (report.cache.moved) moves++;
      return body;
    },
  });
  const paid = provider.exchanges.reduce((sum, { cost }) => sum + cost, 0);
  const request = markedRequest(history.slice(0, -2), { model });
  const { results } = await simulate([{ name: "s", request }], [maskingPolicy("m", policy)]);
  expect(moves).toBeGreaterThan(2);
  expect(Math.abs((results[0]?.policies[1]?.cost ?? 0) / paid - 1)).toBeLessThan(0.01);
});
