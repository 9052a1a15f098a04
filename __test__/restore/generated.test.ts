import { expect, it } from "vitest";
import type { Original } from "../../ts/contract/report.js";
import { createNative } from "../../ts/native/backend.js";
import { type Policy, resolvePolicy, type SettingsInput } from "../../ts/policy/policy.js";
import { createMemoryStore, createRestoreReport, putOriginals, restoreBody } from "../../ts/restore/index.js";
import { cases, timeLimit } from "../support/cases.js";
import { FEATURES } from "../support/conversation.js";
import { everyTurn } from "../support/every-turn.js";
import { describeNative } from "../support/native.js";
import { createRandom } from "../support/random.js";
import { renderJson } from "../support/render-json.js";
import { makeConversation, WRITERS } from "../support/wire-shapes.js";

const WIRES = ["openai-chat", "openai-responses", "anthropic", "gemini"] as const;
const KEY = "a key of the tests";

// A fixed set: compiling a policy takes longer than reducing a small request.
const MASKS: NonNullable<SettingsInput["mask"]>[] = [
  {},
  { keepErrors: false },
  { media: "mask" },
  { maxObservationChars: 200 },
  { placeholder: { family: "observation" } },
];
const POLICIES = MASKS.map((mask) =>
  resolvePolicy(
    everyTurn({
      mask: { windowTurns: 1, minChars: 0, ...mask },
      arrival: { clip: 400 },
      restore: { handles: true, key: KEY },
    }),
  ),
);
const GAPS = ["", "", "", " ", "\r\n    "];

function makeCase(seed: number) {
  const random = createRandom(seed);
  const features = FEATURES.filter(() => random.chance(0.25));
  const wire = WIRES[seed % WIRES.length] ?? "anthropic";
  const request = WRITERS[wire](makeConversation({ seed, turns: 3 + random.below(2), features }));
  const style = { gap: random.pick(["", ...GAPS]), escapeEvery: random.pick([0, 0, 0, 1, 8]), escapeKeys: false };
  const policy = POLICIES[random.below(POLICIES.length)] as Policy;
  return { wire, policy, body: Buffer.from(renderJson(request, style)) };
}

/** The input with those edits that name no handle. */
function withoutHandles(input: Uint8Array, originals: Iterable<Original>) {
  const parts: Uint8Array[] = [];
  let from = 0;
  for (const { edit } of originals) {
    const { span = { start: 0, end: 0 } } = edit;
    if (/ ref=[0-9a-f]{32}/.test(edit.replacement)) continue;
    parts.push(input.subarray(from, span.start), Buffer.from(edit.replacement));
    from = span.end;
  }
  return Buffer.concat([...parts, input.subarray(from)]);
}

describeNative("generated conversations on every wire", ({ addon }) => {
  const backend = createNative(addon);

  it(
    "are restored byte for byte from a report, and from a store by the handles in their placeholders",
    async () => {
      const store = createMemoryStore({ maxBytes: 1e9 });
      let [changed, fromReport, fromStore] = [0, 0, 0];
      for (let seed = 0; seed < cases(2_500); seed++) {
        const { body, policy, wire } = makeCase(seed);
        const source = { store, key: KEY, tenant: `tenant ${seed % 7}` };
        const reduction = backend.reduceBody(body, policy, { wire, tenant: source.tenant });
        if (!reduction.changed) continue;
        changed++;
        const report = createRestoreReport(body, reduction);
        const restored = await restoreBody(reduction.body, report);
        if (!body.equals(restored.body)) expect.fail(`seed ${seed}: ${body.toString()}`);
        fromReport += restored.restoredCount;

        expect((await putOriginals(reduction, source)).failed).toEqual([]);
        const again = await restoreBody(reduction.body, source);
        expect(again.missing).toEqual([]);
        const expected = withoutHandles(body, reduction.originals());
        if (!expected.equals(again.body)) expect.fail(`seed ${seed}: ${body.toString()}`);
        fromStore += again.restoredCount;
      }
      expect(changed).toBeGreaterThan(cases(1_750));
      expect(fromReport).toBeGreaterThan(cases(2_500));
      expect(fromStore).toBeGreaterThan(cases(1_250));
    },
    timeLimit(240_000),
  );
});
