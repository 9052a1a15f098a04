// Every request of generated sessions whose results repeat each other.
import { describe, expect, it } from "vitest";
import { createBaseline } from "../../ts/baseline/index.js";
import type { Report, Wire } from "../../ts/contract/report.js";
import { restoreRepeats } from "../../ts/dedupe/restore.js";
import { createNative } from "../../ts/native/backend.js";
import { type PolicyInput, resolvePolicy } from "../../ts/policy/policy.js";
import { createRestoreReport } from "../../ts/restore/report.js";
import { restoreBody } from "../../ts/restore/restore-body.js";
import { createPrefixChecker } from "../../ts/validate/prefix/checker.js";
import { WIRES } from "../../ts/wires/index.js";
import { textsOf } from "../../ts/wires/transcript.js";
import { expectAgreement } from "../support/agreement.js";
import { withoutMarkers } from "../support/client-markers.js";
import { FEATURES, type Feature } from "../support/conversation.js";
import { describeNative } from "../support/native.js";
import { makeRepeatingConversation } from "../support/repeating-conversation.js";
import { bodyOf, listOf, parsed, stepRequests } from "../support/step-requests.js";
import { WIRE_NAMES } from "../support/wire-shapes.js";

type Json = Record<string, unknown>;

const mask = { windowTurns: 2, minChars: 0 } as const;
const prices = { read: 0.1, write: 1.25 };
const arrival = { dedupe: "first" } as const;
const POLICIES: Record<string, PolicyInput> = {
  "the defaults": { arrival },
  "no masks": { arrival, cache: { strategy: "off" } },
  rent: { arrival, mask, cache: { strategy: "rent", rent: 0.2, prices } },
  "rent for nothing": { arrival, mask, cache: { strategy: "rent", rent: 0, prices } },
  auto: { arrival, mask, cache: { strategy: "auto", rent: 0.2, prices } },
  stride: { arrival, mask, cache: { strategy: "stride", strideTurns: 2 } },
  "every turn": { arrival, mask, cache: { strategy: "every-turn" } },
  "over a budget": {
    arrival,
    mask,
    cache: { strategy: "rent", rent: 50, prices },
    budget: { tokens: 900, clearAtLeast: 30 },
  },
  "with other rules": {
    arrival: { ...arrival, lineNumbers: "padding" },
    mask: { ...mask, keepLastKPerTool: 1, excludeTools: ["grep"], tools: { "*a*": { windowTurns: 4 } } },
    cache: { strategy: "rent", rent: 0.1, prices },
  },
};
/** The client's markers move on by themselves, and so does what they freeze. */
const WITHOUT: readonly Feature[] = ["delta", "cache"];
const SEEDS = 12;

/** The requests of all steps. */
function requestsOf(wire: Wire, seed: number, model: string) {
  const features = FEATURES.filter((feature) => !WITHOUT.includes(feature));
  return stepRequests(wire, model, makeRepeatingConversation({ seed, turns: 8 + (seed % 5), features }));
}

/** By result: its only text that is not empty. */
function textsIn(wire: Wire, request: Json): { place: string; text: string | undefined }[] {
  return WIRES.of(wire)
    .read(listOf(wire, request))
    .results.map(({ messageIndex, blockIndex, content }) => {
      const [text, another] = textsOf(content).filter((one) => one !== "");
      return { place: `${messageIndex}/${blockIndex}`, text: another === undefined ? text : undefined };
    });
}

/** Each pointer leads back to text of the request as sent, which gives the original again. */
function expectPointers(wire: Wire, original: Json, sent: Json, report: Report): void {
  const { references = [] } = report;
  const [before, after] = [textsIn(wire, original), textsIn(wire, sent)];
  const own = (place: string) => references.filter((one) => `${one.messageIndex}/${one.blockIndex}` === place);
  const restored = restoreRepeats(after.map(({ place, text }) => ({ text, references: own(place) })));
  for (const [index, { place }] of after.entries()) {
    const pointers = own(place);
    if (pointers.length === 0) continue;
    expect(restored[index]).toBe(before[index]?.text);
    for (const { source, originalIndex } of pointers) {
      expect(source).toBeLessThan(index);
      expect(after[source]?.place.split("/")[0]).toBe(`${originalIndex}`);
    }
  }
}

describeNative("sessions whose results repeat each other", ({ addon, levels }) => {
  const backends = { native: createNative(addon, levels.at(-1)), baseline: createBaseline() };
  const counts = { pointers: 0, moves: 0, back: 0 };

  describe.each(WIRE_NAMES)("%s", (wire) => {
    it.each(Object.entries(POLICIES))("point only to what is visible and repeat their bytes, %s", (name, given) => {
      const policy = resolvePolicy(given);
      const isWhole = policy.settings.arrival.lineNumbers === false;
      for (let seed = 1; seed <= SEEDS; seed++) {
        let previous: Json | undefined;
        let pointersBefore = 0;
        for (const request of requestsOf(wire, seed, wire === "anthropic" ? "claude-sonnet-4-5" : "gpt-5.6")) {
          const body = bodyOf(request);
          const report = expectAgreement(backends, body, policy, { wire });
          const sent = parsed(backends.native.reduceBody(body, policy, { wire }).body);
          if (report === undefined) continue;
          if (isWhole) expectPointers(wire, request, sent, report);
          // Without a cache every request masks what it can.
          const isMove = name !== "no masks" && report.cache.moved !== false;
          if (previous !== undefined && !isMove) {
            const before = listOf(wire, previous);
            expect(withoutMarkers(listOf(wire, sent).slice(0, before.length))).toEqual(withoutMarkers(before));
          }
          counts.pointers += report.references?.length ?? 0;
          counts.moves += isMove ? 1 : 0;
          if (isMove && (report.references?.length ?? 0) < pointersBefore) counts.back++;
          pointersBefore = report.references?.length ?? 0;
          previous = sent;
        }
      }
    });

    it("are restored byte for byte, and come back as they are while nothing is masked", async () => {
      for (let seed = 1; seed <= SEEDS; seed++) {
        for (const given of [POLICIES["no masks"], POLICIES["rent for nothing"]]) {
          const request = requestsOf(wire, seed, "gpt-5.6").at(-1) ?? {};
          const body = bodyOf(request);
          const reduction = backends.native.reduceBody(body, resolvePolicy(given), { wire });
          const back = await restoreBody(reduction.body, createRestoreReport(body, reduction));
          expect(Buffer.from(back.body).equals(body)).toBe(true);
          const again = backends.native.reduceBody(reduction.body, resolvePolicy(given), { wire });
          expect(again.body.length).toBeLessThanOrEqual(reduction.body.length);
          if (reduction.report.maskedCount === 0) expect(again.body).toBe(reduction.body);
        }
      }
    });
  });

  it("keep every thinking block valid where the model checks it", () => {
    const policy = resolvePolicy({ arrival, mask, cache: { strategy: "rent", rent: 0, prices } });
    let pointers = 0;
    for (let seed = 1; seed <= 2 * SEEDS; seed++) {
      const [before, after] = [createPrefixChecker({ bound: true }), createPrefixChecker({ bound: true })];
      for (const request of requestsOf("anthropic", seed, "claude-fable-5-2")) {
        const { body, report } = backends.native.reduceBody(bodyOf(request), policy, {});
        pointers += report.references?.length ?? 0;
        expect(after.check(body).length).toBeLessThanOrEqual(before.check(request).length);
      }
    }
    expect(pointers).toBeGreaterThan(SEEDS);
  });

  it("have pointers, moves, and pointers that moves turn into content", () => {
    expect(counts.pointers).toBeGreaterThan(1_000);
    expect(counts.moves).toBeGreaterThan(200);
    expect(counts.back).toBeGreaterThan(20);
  });
});
