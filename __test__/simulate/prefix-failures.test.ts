import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PolicyInput } from "../../ts/policy/policy.js";
import { reduceRequest } from "../../ts/reduce/reduce.js";
import { maskingPolicy, type SimulatedPolicy } from "../../ts/simulate/policies.js";
import { simulate } from "../../ts/simulate/simulate.js";
import { createPrefixChecker } from "../../ts/validate/index.js";
import { everyTurn } from "../support/every-turn.js";
import {
  FREE_MODEL,
  isThinking,
  mapBlocks,
  requestsOf,
  type ThinkingRequest,
  thinkingConversation,
  thinkingConversations,
} from "../support/thinking-conversation.js";

const POLICY: PolicyInput = {
  mask: { windowTurns: 1, minChars: 0, keepErrors: false, placeholder: { template: "[masked!]" } },
};
const EVERY_TURN = maskingPolicy("every turn", POLICY, { strategy: "every-turn" });

/** Masks every result but the newest, whatever the model. */
const CARELESS: SimulatedPolicy = {
  name: "careless",
  transform: (request) => {
    const { messages } = request as { messages: object[] };
    const mask = (message: object, at: number) =>
      at >= messages.length - 2 || Reflect.get(message, "role") === "assistant" ? message : masked(message);
    return { ...request, messages: messages.map(mask) };
  },
};

function masked(message: object): object {
  const content: unknown = Reflect.get(message, "content");
  if (Reflect.get(message, "role") === "tool") return { ...message, content: "[masked]" };
  return Array.isArray(content)
    ? { ...message, content: content.map((block) => ({ ...block, content: "[masked]" })) }
    : message;
}

/** The prefix failures of each policy; undefined where there is no such column. */
async function failuresOf(request: object, policies: SimulatedPolicy[], options = {}) {
  const { results } = await simulate([{ name: "s", request }], policies, ["auto"], options);
  return results[0]?.policies.map(({ prefixFailures }) => prefixFailures);
}

const WHOLE = thinkingConversation(Array.from({ length: 5 }, () => ({ thoughts: 1, calls: 1 })));

describe("prefix failures in a simulation", () => {
  it("are the requests that the checker refuses, on generated conversations", async () => {
    await fc.assert(
      fc.asyncProperty(thinkingConversations, async (whole) => {
        const requests = requestsOf(whole);
        fc.pre(whole.messages.some(({ content }) => typeof content !== "string" && content.some(isThinking)));
        const reduce = (body: object) => reduceRequest(body, everyTurn(POLICY), { wire: "anthropic" }).body;
        const checker = createPrefixChecker();
        const refused = requests.filter((request) => checker.check(reduce(request)).length > 0).length;
        const transform: SimulatedPolicy = { name: "reduced", transform: reduce };
        expect(await failuresOf(whole, [EVERY_TURN, transform])).toEqual([0, refused, refused]);
      }),
      { numRuns: 40 },
    );
  });

  it("are none where the thinking behind an edit goes with it", async () => {
    const drop: SimulatedPolicy = {
      name: "without thinking",
      transform: (request) => mapBlocks(request as ThinkingRequest, (block) => (isThinking(block) ? undefined : block)),
    };
    expect(await failuresOf(WHOLE, [drop, CARELESS])).toEqual([0, 0, 4]);
  });

  it("are all requests with thinking after a policy has changed tools or system prompt", async () => {
    let step = 0;
    const toolsLater: SimulatedPolicy = {
      name: "tools later",
      transform: (request) => (step++ < 3 ? request : { ...request, tools: [] }),
    };
    expect(await failuresOf(WHOLE, [toolsLater])).toEqual([0, 3]);
    const toolsNever: SimulatedPolicy = { name: "never tools", transform: (request) => ({ ...request, tools: [] }) };
    expect(await failuresOf(WHOLE, [toolsNever])).toEqual([0, 0]);
  });

  it("are not counted without thinking, nor for a model that does not check", async () => {
    const silent = thinkingConversation([{ thoughts: 0, calls: 1 }]);
    const none = [undefined, undefined];
    expect(await failuresOf(silent, [CARELESS])).toEqual(none);
    expect(await failuresOf({ ...WHOLE, model: FREE_MODEL }, [CARELESS])).toEqual(none);
    expect(await failuresOf({ ...WHOLE, thinking: { type: "disabled" } }, [CARELESS])).toEqual(none);
    expect(await failuresOf({ ...WHOLE, model: FREE_MODEL }, [CARELESS], { model: "claude-opus-5-5" })).toEqual([0, 4]);
  });

  it("are none of a policy of ours, for the model that the simulation is about, whatever the recording's", async () => {
    const recorded = { ...WHOLE, model: FREE_MODEL };
    expect(await failuresOf(recorded, [EVERY_TURN], { model: "claude-opus-5-5" })).toEqual([0, 0]);
  });

  it("are counted for Claude over OpenAI Chat", async () => {
    const turns = [0, 1, 2].flatMap((turn) => [
      {
        role: "assistant",
        content: null,
        thinking_blocks: [{ type: "thinking", thinking: `t${turn}`, signature: `s${turn}` }],
        tool_calls: [{ id: `c${turn}`, type: "function", function: { name: "read", arguments: "{}" } }],
      },
      { role: "tool", tool_call_id: `c${turn}`, content: `a longer result of ${turn}` },
    ]);
    const request = { model: "anthropic/claude-opus-5.5", messages: [{ role: "user", content: "go" }, ...turns] };
    expect(await failuresOf(request, [CARELESS])).toEqual([0, 2]);
  });
});
