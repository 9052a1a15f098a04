import { describe, expect, it } from "vitest";
import type { Backend } from "../../ts/backend.js";
import { createBaseline } from "../../ts/baseline/index.js";
import { createNative } from "../../ts/native-backend.js";
import { type PolicyInput, resolvePolicy } from "../../ts/policy.js";
import { expectAgreement } from "../support/agreement.js";
import { describeNative } from "../support/native.js";
import { type Recording, readRecording, recordings } from "../support/recordings.js";

/** 36 bytes, as the placeholder that the manifest's shares were measured with. */
const TEMPLATE = "[older tool result masked to save it]".slice(0, 36);

const maskOnly = (windowTurns: number): PolicyInput => ({
  mask: { windowTurns, minChars: 0, keepErrors: false, placeholder: { template: TEMPLATE } },
});

const POLICIES: Record<string, PolicyInput> = {
  defaults: {},
  "mask-only": maskOnly(4),
  "one turn, errors clipped": { mask: { windowTurns: 1, minChars: 0, keepErrorsMaxChars: 200 } },
  "the seed's errors, French": { mask: { windowTurns: 4, keepErrors: "seed", placeholder: { locale: "fr" } } },
  "a head of each observation": { mask: { windowTurns: 2, maxObservationChars: 300, keepLastKPerTool: 2 } },
  "rules for tools": {
    mask: {
      windowTurns: 2,
      minChars: 0,
      excludeTools: ["*edit*"],
      tools: { "*read*": { windowTurns: 1, keepErrors: false }, "b*": { never: true }, "*": { keepLastK: 3 } },
      errorPatterns: ["not found", { text: "warning", at: "line" }],
      protectOpenLoop: false,
    },
  },
};

/**
 * Share of the bytes that masking removes. The manifest counts a result's text with non-ASCII chars as they are in UTF-8;
 * a few recordings spell them as `\u` escapes, of twice the bytes. `unescaped` counts as the manifest does.
 */
function removedShare(native: Backend, body: Buffer, windowTurns: number): { asSpelled: number; unescaped: number } {
  const { edits, report } = native.planBody(body, resolvePolicy(maskOnly(windowTurns)), {});
  let surplus = 0;
  for (const { span } of edits) {
    const raw = body.subarray(span?.start, span?.end).toString();
    if (raw.startsWith('"')) surplus += Buffer.byteLength(raw) - Buffer.byteLength(JSON.stringify(JSON.parse(raw)));
  }
  const removed = body.length - (report.bytes?.after ?? 0);
  return { asSpelled: removed / body.length, unescaped: (removed - surplus) / body.length };
}

if (recordings === undefined) {
  console.log("recordings: skipped, TAMIS_SHARED names no folder with traces/manifest.json");
  describe.skip("recorded conversations", () => {
    it("needs TAMIS_SHARED", () => {});
  });
} else {
  const recorded = recordings;
  describeNative("recorded conversations", ({ addon }) => {
    const native = createNative(addon);
    const baseline = createBaseline();

    it.each(Object.entries(POLICIES))("mean the same to both backends: %s", (_, input) => {
      const policy = resolvePolicy(input);
      let masked = 0;
      for (const recording of recorded) {
        const report = withName(recording, () =>
          expectAgreement({ native, baseline }, readRecording(recording), policy),
        );
        masked += report?.maskedCount ?? 0;
      }
      expect(masked).toBeGreaterThan(recorded.length);
    });

    it.each(Object.entries(POLICIES))("stay as they are when reduced again: %s", (_, input) => {
      const policy = resolvePolicy(input);
      for (const recording of recorded) {
        for (const backend of [native, baseline]) {
          const once = backend.reduceBody(readRecording(recording), policy, {}).body;
          const twice = backend.reduceBody(once, policy, {});
          expect([recording.file, twice.changed, twice.body === once]).toEqual([recording.file, false, true]);
        }
      }
    });

    it.each([4, 8, 10] as const)("shrink as the manifest says with a window of %i", (windowTurns) => {
      expect(Buffer.byteLength(TEMPLATE)).toBe(36);
      const far = recorded.flatMap((recording) => {
        const removed = removedShare(native, readRecording(recording), windowTurns);
        const expected = recording[`mask${windowTurns}`];
        if (100 * Math.abs(removed.asSpelled - expected) <= 0.3) return [];
        const line = `${recording.file}: ${(100 * removed.asSpelled).toFixed(1)} %, manifest ${(100 * expected).toFixed(1)} %`;
        if (100 * Math.abs(removed.unescaped - expected) > 0.3) return [line];
        console.log(`${line}; ${(100 * removed.unescaped).toFixed(1)} % without the escapes it is spelled with`);
        return [];
      });
      expect(far).toEqual([]);
    });
  });
}

function withName<T>({ file }: Recording, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw new Error(file, { cause: error });
  }
}
