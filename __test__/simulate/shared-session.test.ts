// Policies share what a session has in common, and what one made of it is forgotten before the next: the order of policies, and
// how often each is replayed, change no bill.
import { describe, expect, it } from "vitest";
import type { Wire } from "../../ts/contract/report.js";
import type { PolicyInput } from "../../ts/policy/policy.js";
import { cacheRuleFor } from "../../ts/simulate/cache-rule.js";
import { clearPolicy, maskingPolicy, SEND_EVERYTHING, type SimulatedPolicy } from "../../ts/simulate/policies.js";
import { replaySession } from "../../ts/simulate/replay.js";
import { readSession } from "../../ts/simulate/trace.js";
import { FEATURES } from "../support/conversation.js";
import { makeRepeatingConversation } from "../support/repeating-conversation.js";
import { thinkingConversation } from "../support/thinking-conversation.js";
import { WIRE_NAMES, WRITERS } from "../support/wire-shapes.js";

const SHORT = { windowTurns: 1, minChars: 0 };
const MASKED = new WeakMap<object, object>();

/** Returns the same object for the same message every time, also to other policies. */
const remembering: SimulatedPolicy = {
  name: "remembering",
  transform: (request) => {
    const messages: unknown = Reflect.get(request, "messages");
    if (!Array.isArray(messages)) return request;
    const change = (message: object, at: number) => {
      if (at >= messages.length - 2 || typeof Reflect.get(message, "content") !== "string") return message;
      const known = MASKED.get(message) ?? { ...message, content: `short ${Reflect.get(message, "content").length}` };
      MASKED.set(message, known);
      return known;
    };
    return { ...request, messages: messages.map(change) };
  },
};

/** Makes requests so large: before the next policy their units are forgotten. */
const larger: SimulatedPolicy = {
  name: "larger",
  transform: (request) => {
    const messages: unknown = Reflect.get(request, "messages");
    if (!Array.isArray(messages)) return request;
    const change = (message: object, at: number) => ({ ...message, note: `${at} ${"word ".repeat(30_000)}` });
    return { ...request, messages: messages.map(change) };
  },
};

const policies = (): SimulatedPolicy[] => [
  SEND_EVERYTHING,
  maskingPolicy("balanced", { preset: "balanced" }),
  remembering,
  maskingPolicy("strong", { preset: "strong" }),
  maskingPolicy("every turn", { mask: SHORT } satisfies PolicyInput, { strategy: "every-turn" }),
  clearPolicy("clears", { tokens: 100, keep: 2 }),
];

async function billsOf(request: object, wire: Wire, order: readonly SimulatedPolicy[]): Promise<Map<string, unknown>> {
  const session = readSession({ name: "s", request, wire });
  if ("reason" in session) throw new Error(session.reason);
  const rule = cacheRuleFor(wire, session.model, false);
  const bills = new Map<string, unknown>();
  for (const policy of order) {
    const bill = await replaySession(session, policy, [rule], { grounding: true, eachRequest: true });
    const before = bills.get(policy.name);
    if (before !== undefined) expect(bill).toEqual(before);
    bills.set(policy.name, bill);
  }
  return bills;
}

async function expectSame(request: object, wire: Wire, all = policies()): Promise<void> {
  const alone = new Map<string, unknown>();
  for (const policy of all) for (const [name, bill] of await billsOf(request, wire, [policy])) alone.set(name, bill);
  const order = [...all, ...all.toReversed(), ...all];
  expect(await billsOf(request, wire, order)).toEqual(alone);
}

describe("policies over one session", () => {
  it.each(WIRE_NAMES)("have the bills that each has alone: %s", async (wire) => {
    for (let seed = 1; seed <= 3; seed++) {
      const features = FEATURES.filter((feature) => feature !== "delta");
      await expectSame(WRITERS[wire](makeRepeatingConversation({ seed, turns: 14, features })), wire);
    }
  });

  it("have them where the model checks its thinking", async () => {
    const turns = Array.from({ length: 8 }, () => ({ thoughts: 1, calls: 2 }));
    await expectSame(thinkingConversation(turns), "anthropic");
  });

  it("have them after one that made much larger requests", async () => {
    const request = WRITERS["openai-chat"](makeRepeatingConversation({ seed: 1, turns: 14, features: [] }));
    await expectSame(
      request,
      "openai-chat",
      [policies()[1], larger, policies()[3]].filter((one) => one !== undefined),
    );
  });
});
