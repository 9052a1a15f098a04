// The policies of the replay: ours, the front over what can be chosen, and other reducers running their own code.

import { written } from "../../__test__/support/written.js";
import type { PolicyInput } from "../../ts/index.js";
import type { SimulatedPolicy } from "../../ts/simulate/index.js";
import type { BuiltPackage, Rooms } from "../package-under-test.js";
import { clearToolUses } from "../rivals/langchain.js";
import { prune } from "../rivals/vercel.js";
import { markAsClient } from "./simulate-client.js";

/** Results become a short line, errors and short results too; nothing else is reduced. */
const maskOnly = (windowTurns: number): PolicyInput => ({
  preset: "none",
  mask: {
    windowTurns,
    minChars: 0,
    keepErrors: false,
    placeholder: { template: "[observation masked — {original_chars} chars]" },
  },
});

type Tamis = BuiltPackage["index"] & Rooms["simulate"];

export function ownPolicies({ maskingPolicy, clearPolicy, optimumPolicy }: Tamis): SimulatedPolicy[] {
  return [
    maskingPolicy("sliding window 10, every turn", maskOnly(10), { strategy: "every-turn" }),
    maskingPolicy("sliding window 4, every turn", maskOnly(4), { strategy: "every-turn" }),
    clearPolicy("clear at 100k, keep 3 (a model of clear_tool_uses)", { tokens: 100_000, keep: 3 }),
    maskingPolicy("rent, window 4", maskOnly(4), { strategy: "rent" }),
    maskingPolicy("rent, window 4, without anchors", maskOnly(4), { strategy: "rent", anchor: false }),
    maskingPolicy("rent, window 4, newest anchor first", maskOnly(4), { strategy: "rent", anchor: true }),
    maskingPolicy("rent, window 8", maskOnly(8), { strategy: "rent" }),
    maskingPolicy("rent, window 1", maskOnly(1), { strategy: "rent" }),
    maskingPolicy("the default", {}),
    optimumPolicy("offline optimum, window 4", maskOnly(4)),
  ];
}

/**
 * The product itself: `reduceBody` on the bytes of every request, with its own breakpoints in addition to the client's,
 * and the same policy as in the replay.
 */
export function productPolicies(tamis: Tamis, prices: { read: number; write: number }): SimulatedPolicy[] {
  const policy = tamis.definePolicy(written({ ...maskOnly(4), cache: { strategy: "rent", prices } }));
  return [
    tamis.maskingPolicy("rent, window 4", policy),
    {
      name: "rent, window 4, by reduceBody",
      marksBreakpoints: true,
      transform: (request, { session: { wire } }) => {
        const sent = wire === "anthropic" ? markAsClient(request) : request;
        const { body, changed } = tamis.reduceBody(Buffer.from(JSON.stringify(sent)), policy, { wire });
        return changed ? (JSON.parse(Buffer.from(body).toString("utf8")) as object) : sent;
      },
    },
  ];
}

/** Policies around the default, to show what `rent` trades. */
export function front({ maskingPolicy, optimumPolicy }: Tamis): SimulatedPolicy[] {
  const rents = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3];
  return [
    ...rents.map((rent) => maskingPolicy(`rent ${rent}`, maskOnly(4), { strategy: "rent", rent })),
    optimumPolicy("offline optimum", maskOnly(4)),
  ];
}

export function rivals(): SimulatedPolicy[] {
  return [
    rival("LangChain.js ClearToolUsesEdit, its defaults", (countTokens) =>
      clearToolUses({ tokens: 100_000, keep: 3 }, countTokens),
    ),
    rival("LangChain.js ClearToolUsesEdit, always, keep 4", (countTokens) =>
      clearToolUses({ tokens: 1, keep: 4 }, countTokens),
    ),
    rival("AI SDK pruneMessages, as its documentation shows", () =>
      prune({ reasoning: "before-last-message", toolCalls: "before-last-2-messages", emptyMessages: "remove" }),
    ),
    rival("AI SDK pruneMessages, newest 8 messages", () =>
      prune({ reasoning: "none", toolCalls: "before-last-8-messages", emptyMessages: "remove" }),
    ),
  ];
}

type Reducer = (request: object, wire: "openai-chat" | "anthropic") => object | Promise<object>;

/** One reducer a session: what it remembers of a conversation's messages goes with it. */
function rival(name: string, create: (countTokens: (message: unknown) => number) => Reducer): SimulatedPolicy {
  const reducers = new WeakMap<object, Reducer>();
  return {
    name,
    transform: (request, { session }) => {
      const { wire } = session;
      if (wire !== "openai-chat" && wire !== "anthropic") throw new Error(`no rival reads ${wire}`);
      const tokensOf = (message: unknown) =>
        session.idsOf(message).reduce((sum, id) => sum + (session.units.tokens[id] ?? 0), 0);
      const reduce = reducers.get(session) ?? create(tokensOf);
      reducers.set(session, reduce);
      return reduce(request, wire);
    },
  };
}
