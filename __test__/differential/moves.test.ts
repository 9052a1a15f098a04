// What a boundary that waits must keep to, at every step of a conversation, on both backends.
import { describe, expect, it } from "vitest";
import type { Backend } from "../../ts/contract/backend.js";
import type { Report, Wire } from "../../ts/contract/report.js";
import { type PolicyInput, resolvePolicy } from "../../ts/policy/policy.js";
import { WIRES } from "../../ts/wires/index.js";
import { readSteps } from "../../ts/wires/steps.js";
import { cases } from "../support/cases.js";
import { type Json, withoutMarkers } from "../support/client-markers.js";
import { FEATURES, makeConversation } from "../support/conversation.js";
import { bothBackends } from "../support/native.js";
import { WIRE_NAMES, WRITERS } from "../support/wire-shapes.js";

const prices = { read: 0.1, write: 1.25 };
const mask = { windowTurns: 1, minChars: 0, keepErrors: false } as const;

interface Case {
  name: string;
  policy: PolicyInput;
  /** Tool turns that are left alone, by tool. */
  windowOf: (tool: string) => number;
  keepLast: number;
}

const CASES: readonly Case[] = [
  {
    name: "auto",
    policy: { mask, cache: { strategy: "auto", rent: 0.3, prices: { read: 0.3, write: 0.6 } } },
    windowOf: () => 1,
    keepLast: 0,
  },
  { name: "rent", policy: { mask, cache: { strategy: "rent", rent: 0.3, prices } }, windowOf: () => 1, keepLast: 0 },
  {
    name: "windows of tools, the newest of each kept",
    policy: {
      mask: { ...mask, tools: { "*a*": { windowTurns: 2 } }, keepLastKPerTool: 1 },
      cache: { strategy: "rent", rent: 0, prices },
    },
    windowOf: (tool) => (tool.includes("a") ? 2 : 1),
    keepLast: 1,
  },
  {
    name: "a budget",
    policy: {
      mask: { ...mask, windowTurns: 2 },
      cache: { strategy: "rent", rent: 9, prices },
      budget: { tokens: 500, clearAtLeast: 40 },
    },
    windowOf: () => 2,
    keepLast: 0,
  },
  {
    name: "triggers",
    policy: {
      mask,
      cache: { strategy: "rent", rent: 0, prices },
      trigger: [[{ toolTurns: 4 }, { tokens: 300 }], [{ messages: 15 }]],
    },
    windowOf: () => 1,
    keepLast: 0,
  },
  {
    name: "stride",
    policy: { mask, cache: { strategy: "stride", strideTurns: 3, prices } },
    windowOf: () => 1,
    keepLast: 0,
  },
];

/** The request of each step; something in it is cached on every wire. */
function requestsOf(wire: Wire, seed: number): Json[] {
  const made = withoutMarkers(WRITERS[wire](makeConversation({ seed, turns: 4 + (seed % 9), features: FEATURES })));
  const request = wire === "anthropic" ? { ...made, cache_control: { type: "ephemeral" } } : made;
  const list = request[WIRES.of(wire).listKey];
  if (!Array.isArray(list)) throw new Error("no conversation was made");
  return readSteps(WIRES.of(wire), list).cuts.map((cut) => ({
    ...request,
    [WIRES.of(wire).listKey]: list.slice(0, cut),
  }));
}

const placeOf = ({ messageIndex, blockIndex }: { messageIndex: number; blockIndex: number }) =>
  `${messageIndex}.${blockIndex}`;

/** The places of results that are edited. */
const editedIn = ({ decisions }: Report): string[] =>
  decisions.filter(({ action }) => action === "mask" || action === "clip").map(placeOf);

/** The places that a window, or being among the newest of a tool, protects. */
function protectedIn(wire: Wire, request: Json, { windowOf, keepLast }: Case): Set<string> {
  const { results, toolTurnCount } = WIRES.of(wire).read(request[WIRES.of(wire).listKey] as unknown[]);
  const seen = new Map<string, number>();
  const found = results.toReversed().filter(({ toolName, turnIndex }) => {
    if (turnIndex === undefined) return true;
    const count = toolName === undefined ? keepLast : (seen.get(toolName) ?? 0);
    if (toolName !== undefined) seen.set(toolName, count + 1);
    return turnIndex >= toolTurnCount - windowOf(toolName ?? "") || count < keepLast;
  });
  return new Set(found.map(placeOf));
}

interface Step {
  messages: string[];
  edited: string[];
}

/** Checks one request against the one before it; gives what the next is checked against. */
function checkStep(
  backend: Backend,
  wire: Wire,
  one: Case,
  request: Json,
  before: Step,
  where: string,
): Step & { moved: boolean } {
  const reduce = (body: Uint8Array, policy: PolicyInput) => backend.reduceBody(body, resolvePolicy(policy), { wire });
  const body = Buffer.from(JSON.stringify(request));
  const { body: out, report } = reduce(body, one.policy);
  const edited = editedIn(report);
  const after = JSON.parse(Buffer.from(out).toString("utf8")) as Json;
  const key = WIRES.of(wire).listKey;
  // The request that moves may have a breakpoint that the next has no more.
  const isMarker = (name: string) => name === "cache_control";
  const messages = (after[key] as unknown[]).map((message) =>
    JSON.stringify(message, (name, value: unknown) => (isMarker(name) ? undefined : value)),
  );
  expect({ ...after, [key]: [] }, where).toEqual({ ...request, [key]: [] });
  const safe = protectedIn(wire, request, one);
  expect(
    edited.filter((place) => safe.has(place)),
    where,
  ).toEqual([]);
  if (report.cache.moved) {
    // A move masks all that the plain policy masks at this step.
    const plain: PolicyInput = {
      ...(one.policy.mask ? { mask: one.policy.mask } : {}),
      cache: { strategy: "every-turn" },
    };
    expect(edited, where).toEqual(editedIn(reduce(body, plain).report));
    expect(edited.length, where).toBeGreaterThan(before.edited.length);
  } else {
    expect(edited, where).toEqual(before.edited);
    expect(messages.slice(0, before.messages.length), where).toEqual(before.messages);
  }
  const again = reduce(out, one.policy);
  expect([again.changed, again.body === out], where).toEqual([false, true]);
  return { messages, edited, moved: report.cache.moved === true };
}

describe.each(bothBackends())("at every step, %s", (_, backend) => {
  describe.each(WIRE_NAMES)("%s", (wire) => {
    it.each(CASES)("only moves change what is masked, and nothing protected is: $name", (one) => {
      let moves = 0;
      let waits = 0;
      for (let seed = 0; seed < cases(24); seed++) {
        let before: Step = { messages: [], edited: [] };
        for (const [step, request] of requestsOf(wire, seed).entries()) {
          const found = checkStep(backend, wire, one, request, before, `seed ${seed}, step ${step}`);
          moves += found.moved ? 1 : 0;
          waits += found.moved ? 0 : 1;
          before = found;
        }
      }
      expect(moves).toBeGreaterThan(cases(24) / 4);
      expect(waits).toBeGreaterThan(cases(24));
    });
  });
});
