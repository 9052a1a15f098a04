import { describe, expect, it } from "vitest";
import { createBaseline } from "../../ts/baseline/index.js";
import type { Backend } from "../../ts/contract/backend.js";
import type { Plan, Report, Wire } from "../../ts/contract/report.js";
import { createNative } from "../../ts/native/backend.js";
import { type Policy, type PolicyInput, resolvePolicy } from "../../ts/policy/policy.js";
import { WIRES } from "../../ts/wires/index.js";
import { readMarkers } from "../../ts/wires/markers.js";
import { readSteps } from "../../ts/wires/steps.js";
import { meaningOf } from "../support/agreement.js";
import { cases } from "../support/cases.js";
import { clientStyles, type Json, markAsClient, withoutMarkers } from "../support/client-markers.js";
import { FEATURES, makeConversation } from "../support/conversation.js";
import { masksAlone } from "../support/masks-alone.js";
import { describeNative } from "../support/native.js";
import { createRandom } from "../support/random.js";
import { renderJson } from "../support/render-json.js";
import { newViolations } from "../support/validator.js";
import { WRITERS } from "../support/wire-shapes.js";

const WIRE_NAMES: readonly Wire[] = ["anthropic", "openai-chat", "openai-responses"];

const mask = { windowTurns: 1, minChars: 0, keepErrors: false } as const;
const POLICIES: readonly PolicyInput[] = [
  { mask },
  { mask: { ...mask, keepErrors: true, media: "mask", userMedia: "mask" }, cache: { strategy: "rent", rent: 0.2 } },
  { mask, cache: { strategy: "rent", rent: 0 } },
  { mask: { ...mask, windowTurns: 2, keepLastKPerTool: 1 }, cache: { strategy: "stride", strideTurns: 2 } },
  {
    mask: { ...mask, placeholder: { template: "[gone: {original_chars} chars of {tool_name}]" } },
    cache: { strategy: "rent", rent: 0.1 },
  },
  { mask, cache: { strategy: "rent", rent: 1 }, budget: { tokens: 600 } },
];
const COMPILED = POLICIES.map((policy) => resolvePolicy(masksAlone(policy)));

/** A conversation of a wire whose provider has breakpoints, as one kind of client marks it. */
function conversation(wire: Wire, seed: number): { request: Json; style: number } {
  const model = wire === "anthropic" ? {} : { model: seed % 2 === 0 ? "gpt-5.6" : "openai/gpt-6-mini" };
  const request = WRITERS[wire](makeConversation({ seed, turns: 3 + (seed % 9), features: FEATURES }));
  return { request: { ...request, ...model }, style: seed % (clientStyles(wire) + 1) };
}

const listOf = (wire: Wire, request: Json): unknown[] => request[WIRES.of(wire).listKey] as unknown[];

/** The request of each step; the client moves its markers, or, in the last style, leaves those of the recording. */
function requestsOf(wire: Wire, seed: number): Json[] {
  const { request, style } = conversation(wire, seed);
  const isRecorded = style === clientStyles(wire);
  const bare = isRecorded ? request : withoutMarkers(request);
  const list = listOf(wire, bare);
  return readSteps(WIRES.of(wire), list).cuts.map((cut) => {
    const one = { ...bare, [WIRES.of(wire).listKey]: list.slice(0, cut) };
    // What is marked for the cache from some message on would be masked every turn up to there.
    if (isRecorded && wire === "anthropic") return { ...one, cache_control: { type: "ephemeral" } };
    return isRecorded ? one : markAsClient(wire, one, style);
  });
}

/** Whether the client has marked a result that came as a placeholder. */
function marksPlaceholder(wire: Wire, request: Json): boolean {
  const { breakpoints } = readMarkers(WIRES.of(wire), request);
  return breakpoints.some(({ messageIndex }) =>
    /masked|\[gone: /.test(JSON.stringify(listOf(wire, request)[messageIndex])),
  );
}

/**
 * Without rent a move waits only where it would make the request too short to be cached. A breakpoint on a text makes a list
 * of it, which is a few tokens more, so that the second time it may not be too short.
 */
const waitsForLength = ({ settings }: Policy, { cache }: Report): boolean =>
  settings.cache.rent === 0 && (cache.waitingCount ?? 0) > 0;

const parse = (body: Uint8Array): Json => JSON.parse(Buffer.from(body).toString("utf8"));

function breakpointsIn(wire: Wire, request: Json): number {
  const { inFront, automatic, breakpoints } = readMarkers(WIRES.of(wire), request);
  return inFront + (automatic === undefined ? 0 : 1) + breakpoints.filter(({ isNull }) => !isNull).length;
}

/** The messages without the markers of a prompt cache, each as JSON text. */
const rendered = (wire: Wire, body: Uint8Array): string[] =>
  listOf(wire, parse(body)).map((message) => JSON.stringify(withoutMarkers(message)));

function policyOf(seed: number): Policy {
  return COMPILED[seed % COMPILED.length] as Policy;
}

describeNative("breakpoints of our own", ({ addon }) => {
  const native = createNative(addon);
  const baseline = createBaseline();

  describe.each(WIRE_NAMES)("%s", (wire) => {
    it("are the same in both backends, whatever the request looks like", () => {
      const seen = { anchors: 0, removed: 0 };
      const plainEdits = ({ edits }: Plan) =>
        edits.map(({ path, replacement, action, reason }) => ({ path, replacement, action, reason }));
      for (let seed = 0; seed < cases(400); seed++) {
        const policy = policyOf(seed);
        const request = requestsOf(wire, seed).at(-1) ?? {};
        const gap = createRandom(seed).pick(["", " ", "\n\t"]);
        const style = { gap, escapeEvery: seed % 3 === 0 ? 3 : 0, escapeKeys: seed % 5 === 0 };
        const options = { wire, explain: true };
        const first = Buffer.from(renderJson(request, style));
        for (const body of [first, native.reduceBody(first, policy, options).body]) {
          const ours = native.planBody(body, policy, options);
          const theirs = baseline.planBody(body, policy, options);
          if (theirs.report.skipped === "not_roundtrip_safe") continue;
          expect(meaningOf(ours.report), `seed ${seed}`).toEqual(meaningOf(theirs.report));
          expect(plainEdits(ours), `seed ${seed}`).toEqual(plainEdits(theirs));
          const reduced = native.reduceBody(body, policy, options).body;
          expect(parse(reduced), `seed ${seed}`).toEqual(parse(baseline.reduceBody(body, policy, options).body));
          expect(reduced.length).toBeLessThanOrEqual(body.length);
          seen.anchors += ours.report.cache.anchors?.length ?? 0;
          seen.removed += ours.edits.filter(
            ({ action, replacement }) => action === "anchor" && replacement === "",
          ).length;
        }
      }
      expect(seen.anchors).toBeGreaterThan(cases(400) / 4);
    });

    const checkSteps = (backend: Backend, count: number) => {
      let anchored = 0;
      let requests = 0;
      for (let seed = 0; seed < count; seed++) {
        const policy = policyOf(seed);
        const isRecorded = seed % (clientStyles(wire) + 1) === clientStyles(wire);
        let before: { blocks: string[]; anchors: string; moved: boolean | undefined; isOdd: boolean } | undefined;
        for (const request of requestsOf(wire, seed)) {
          const where = `seed ${seed}, ${listOf(wire, request).length} messages`;
          const body = Buffer.from(JSON.stringify(request));
          const { body: out, report } = backend.reduceBody(body, policy, { wire });
          requests++;
          anchored += report.cache.anchors?.length ?? 0;
          expect(newViolations(body, out, wire), where).toEqual([]);
          expect(breakpointsIn(wire, parse(out)), where).toBeLessThanOrEqual(Math.max(4, breakpointsIn(wire, request)));
          // Of a request with more than a provider takes, those that came are ours to take away the second time.
          const again = breakpointsIn(wire, request) > 4 ? undefined : backend.reduceBody(out, policy, { wire });
          if (again !== undefined && !waitsForLength(policy, report)) {
            expect([again.changed, again.body === out], where).toEqual([false, true]);
          }
          const blocks = rendered(wire, out);
          const anchors = JSON.stringify(report.cache.anchors ?? []);
          const isOdd = marksPlaceholder(wire, request);
          // An hour asked for from some message on changes the prices of all steps.
          if (isRecorded && JSON.stringify(request).includes('"1h"')) continue;
          if (before !== undefined && report.cache.moved === false) {
            expect(blocks.slice(0, before.blocks.length), where).toEqual(before.blocks);
            // With one free place, the request that moves has its own. A client's breakpoint on a placeholder is ours.
            const isAlike = before.moved === false && !isRecorded && !before.isOdd && !isOdd;
            if (isAlike) expect(anchors, where).toBe(before.anchors);
          }
          before = { blocks, anchors, moved: report.cache.moved, isOdd };
        }
      }
      expect(anchored).toBeGreaterThan(count / 2);
      return requests;
    };

    it("plans no more anchors than there is room for, valid, stable between moves, and found again (native)", () => {
      const requests = checkSteps(native, cases(200));
      console.log(`${wire}: ${requests} requests`);
    });

    it("plans no more anchors than there is room for, valid, stable between moves, and found again (baseline)", () => {
      checkSteps(baseline, cases(60));
    });

    it("does not accumulate anchors in a history that comes back reduced", () => {
      for (let seed = 0; seed < cases(80); seed++) {
        const policy = policyOf(seed);
        const { request, style } = conversation(wire, seed);
        if (style === clientStyles(wire)) continue;
        const list = listOf(wire, withoutMarkers(request));
        let history: unknown[] = [];
        for (const cut of readSteps(WIRES.of(wire), list).cuts) {
          history = [...history, ...list.slice(history.length, cut)];
          const sent = markAsClient(wire, { ...withoutMarkers(request), [WIRES.of(wire).listKey]: history }, style);
          const body = Buffer.from(JSON.stringify(sent));
          const { body: out, report } = native.reduceBody(body, policy, { wire });
          const where = `seed ${seed}, ${cut} messages`;
          expect(newViolations(body, out, wire), where).toEqual([]);
          expect(breakpointsIn(wire, parse(out)), where).toBeLessThanOrEqual(4);
          expect(out.length, where).toBeLessThanOrEqual(body.length);
          // The client keeps what was sent, and takes its own markers off again.
          const anchors = new Set(report.cache.anchors?.map((one) => one.messageIndex));
          history = listOf(wire, parse(out)).map((message, index) =>
            anchors.has(index) ? message : withoutMarkers(message),
          );
        }
      }
    });
  });

  it("plans no anchors if the policy, the provider or the request forbids them", () => {
    const [request = {}] = requestsOf("openai-chat", 10).toReversed();
    const anchorsOf = (one: Json, policy: PolicyInput = POLICIES[2] ?? {}) =>
      native.planBody(Buffer.from(JSON.stringify(one)), resolvePolicy(policy), {}).report.cache.anchors?.length ?? 0;
    expect(anchorsOf(request)).toBeGreaterThan(0);
    expect(anchorsOf({ ...request, model: "gpt-5.5" })).toBe(0);
    expect(anchorsOf({ ...withoutMarkers(request), prompt_cache_options: { mode: "explicit" } })).toBe(0);
    expect(anchorsOf(request, { mask, cache: { strategy: "rent", rent: 0, anchor: false } })).toBe(0);
    expect(anchorsOf(request, { mask, cache: { strategy: "every-turn" } })).toBe(0);
    const [anthropic = {}] = requestsOf("anthropic", 8).toReversed();
    expect(anchorsOf(withoutMarkers(anthropic))).toBe(0);
  });
});
