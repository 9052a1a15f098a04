import { describe, expect, it } from "vitest";
import { createBaseline } from "../../ts/baseline/index.js";
import type { Wire } from "../../ts/contract/report.js";
import { createNative } from "../../ts/native/backend.js";
import { type PolicyInput, resolvePolicy } from "../../ts/policy/policy.js";
import { WIRES } from "../../ts/wires/index.js";
import { readSteps } from "../../ts/wires/steps.js";
import { meaningOf } from "../support/agreement.js";
import { cases } from "../support/cases.js";
import { FEATURES, makeConversation } from "../support/conversation.js";
import { describeNative } from "../support/native.js";
import { createRandom } from "../support/random.js";
import { renderJson } from "../support/render-json.js";
import { WRITERS } from "../support/wire-shapes.js";

const WIRE_NAMES: readonly Wire[] = ["openai-chat", "openai-responses", "anthropic", "gemini"];

const mask = { windowTurns: 1, minChars: 0, keepErrors: false } as const;
const prices = { read: 0.1, write: 1.25 };
const POLICIES: readonly PolicyInput[] = [
  { mask, cache: { strategy: "auto", prices: { read: 0.3, write: 0.6 } } },
  { mask, cache: { strategy: "auto", rent: 0.4, prices } },
  { mask, cache: { strategy: "rent", prices } },
  { mask: { ...mask, windowTurns: 2, keepErrors: true }, cache: { strategy: "rent" } },
  {
    mask: { ...mask, keepLastKPerTool: 2, tools: { "*a*": { windowTurns: 3 } } },
    cache: { strategy: "rent", rent: 0.3, prices },
  },
  { mask: { ...mask, protectOpenLoop: true }, cache: { strategy: "rent", prices: { read: 0.1, write: 2 } } },
  { mask, cache: { strategy: "stride", strideTurns: 3 } },
  { mask, cache: { strategy: "rent", prices }, budget: { tokens: 900, clearAtLeast: 40 } },
  {
    mask,
    cache: { strategy: "rent", prices, rent: 0 },
    trigger: [[{ toolTurns: 3 }, { tokens: 400 }], [{ messages: 12 }]],
  },
  { mask: { ...mask, minChars: 64 }, cache: { strategy: "rent", prices, rent: 4 } },
  { mask: { ...mask, media: "mask", userMedia: "mask" }, cache: { strategy: "rent", prices } },
  {
    mask: { ...mask, windowTurns: 2, media: "mask", userMedia: "mask", keepLastKPerTool: 1, protectOpenLoop: true },
    cache: { strategy: "rent", prices, rent: 0.2 },
    budget: { tokens: 400 },
  },
];
const COMPILED = POLICIES.map((policy) => resolvePolicy(policy));

/** A conversation of a wire, with something cached in it. */
function conversation(wire: Wire, seed: number): Record<string, unknown> {
  const request = WRITERS[wire](makeConversation({ seed, turns: 2 + (seed % 7), features: FEATURES }));
  return wire === "anthropic" && seed % 4 > 0 ? { ...request, cache_control: { type: "ephemeral" } } : request;
}

/** The request of each step of a conversation, as a client would have sent it. */
function requestsOf(wire: Wire, request: Record<string, unknown>): Record<string, unknown>[] {
  const list = request[WIRES.of(wire).listKey];
  if (!Array.isArray(list)) return [];
  return readSteps(WIRES.of(wire), list).cuts.map((cut) => ({
    ...request,
    [WIRES.of(wire).listKey]: list.slice(0, cut),
  }));
}

/** The messages of a body without the markers of a prompt cache, each as JSON text. */
function rendered(wire: Wire, body: Uint8Array): string[] {
  const drop = (key: string, value: unknown) =>
    key === "cache_control" || key === "prompt_cache_breakpoint" ? undefined : value;
  const list: unknown = JSON.parse(Buffer.from(body).toString("utf8"))[WIRES.of(wire).listKey];
  return Array.isArray(list) ? list.map((message) => JSON.stringify(message, drop)) : [];
}

describeNative("the cache-aware boundary", ({ addon }) => {
  const native = createNative(addon);
  const baseline = createBaseline();

  describe.each(WIRE_NAMES)("%s", (wire) => {
    it("is the same in both backends, whatever the request looks like", () => {
      let moves = 0;
      let waiting = 0;
      for (let seed = 0; seed < cases(2_000); seed++) {
        const policy = COMPILED[seed % COMPILED.length];
        if (policy === undefined) continue;
        const gap = createRandom(seed).pick(["", " ", "\n\t"]);
        const style = { gap, escapeEvery: seed % 3 === 0 ? 3 : 0, escapeKeys: seed % 5 === 0 };
        const body = Buffer.from(renderJson(conversation(wire, seed), style));
        const options = { wire, explain: true };
        const ours = native.planBody(body, policy, options);
        const theirs = baseline.planBody(body, policy, options);
        if (theirs.report.skipped === "not_roundtrip_safe") continue;
        expect(meaningOf(ours.report), `seed ${seed}`).toEqual(meaningOf(theirs.report));
        expect(ours.report.cache, `seed ${seed}`).toEqual(theirs.report.cache);
        moves += ours.report.cache.moves ?? 0;
        waiting += ours.report.cache.waitingCount ?? 0;
      }
      expect(moves).toBeGreaterThan(cases(2_000) / 4);
      expect(waiting).toBeGreaterThan(cases(2_000) / 4);
    });

    it("leaves sent messages unchanged unless a move is reported", () => {
      let moved = 0;
      for (let seed = 0; seed < cases(600); seed++) {
        const policy = COMPILED[seed % COMPILED.length];
        if (policy === undefined) continue;
        let before: string[] = [];
        let masked = 0;
        // What is marked for the cache from some message on would be masked every turn up to there.
        const marked = {
          ...conversation(wire, seed),
          ...(wire === "anthropic" ? { cache_control: { type: "ephemeral" } } : {}),
        };
        for (const request of requestsOf(wire, marked)) {
          const { body, report } = native.reduceBody(Buffer.from(JSON.stringify(request)), policy, { wire });
          const after = rendered(wire, body);
          const kept = after.slice(0, before.length);
          if (report.cache.moved === false) expect(kept, `seed ${seed}`).toEqual(before);
          expect(report.maskedCount + report.clippedCount, `seed ${seed}`).toBeGreaterThanOrEqual(masked);
          masked = report.maskedCount + report.clippedCount;
          before = after;
          moved += report.cache.moved === true ? 1 : 0;
        }
      }
      expect(moved).toBeGreaterThan(cases(600) / 8);
    });

    it("decides alike wherever the cache markers are", () => {
      if (wire !== "anthropic") return;
      for (let seed = 0; seed < cases(300); seed++) {
        const policy = COMPILED[seed % COMPILED.length];
        const request = { ...conversation(wire, seed), cache_control: { type: "ephemeral" } };
        const bare = JSON.parse(JSON.stringify(request, (key, value) => (key === "cache_control" ? undefined : value)));
        const decide = (one: object) => {
          const body = Buffer.from(JSON.stringify(one));
          return policy === undefined
            ? []
            : native.planBody(body, policy, { wire }).report.decisions.map(({ callId }) => callId);
        };
        const hourly = JSON.stringify(request).includes('"1h"');
        if (!hourly) expect(decide(request)).toEqual(decide({ ...bare, cache_control: { type: "ephemeral" } }));
      }
    });
  });
});
