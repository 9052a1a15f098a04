import { describe, expect, it } from "vitest";
import { createBaseline } from "../../ts/baseline/index.js";
import type { Backend } from "../../ts/contract/backend.js";
import type { Wire } from "../../ts/contract/report.js";
import { createNative } from "../../ts/native/backend.js";
import { type PolicyInput, resolvePolicy } from "../../ts/policy/policy.js";
import { expectAgreement } from "../support/agreement.js";
import { everyTurn } from "../support/every-turn.js";
import { describeNative } from "../support/native.js";
import { type Recording, readRecording, recordings } from "../support/recordings.js";
import { newViolations } from "../support/validator.js";
import { WIRE_NAMES } from "../support/wire-shapes.js";

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

/** Shares of the bytes that masking removes. */
interface Removed {
  asSpelled: number;
  /** As the manifest counts: without white space, and with non-ASCII chars as they are, where some recordings spell escapes. */
  unescaped: number;
  /**
   * Whether the manifest counts what we count. It also takes outputs of tools that are no functions for results, and
   * leaves out calls that none answers; orphans and images are edited in it.
   */
  countsAlike: boolean;
}

function removedShare(backend: Backend, recording: Recording, windowTurns: number): Removed {
  const body = readRecording(recording);
  // The manifest counts results alone: no thinking goes, and none keeps a result.
  const policy = resolvePolicy({ ...everyTurn(maskOnly(windowTurns)), version: 1 });
  const { edits, report } = backend.planBody(body, policy, { explain: true });
  const countsAlike =
    report.toolTurnCount === recording.tool_turns &&
    report.toolResultCount === recording.tool_results &&
    report.decisions.every(({ reason }) => reason !== "orphan" && reason !== "content");
  let surplus = 0;
  for (const { span } of edits) {
    const raw = span === undefined ? "" : body.subarray(span.start, span.end).toString();
    if (/^["{]/.test(raw) && isJson(raw)) {
      surplus += Buffer.byteLength(raw) - Buffer.byteLength(JSON.stringify(JSON.parse(raw)));
    }
  }
  const removed = body.length - (report.bytes?.after ?? 0);
  return { asSpelled: removed / body.length, unescaped: (removed - surplus) / body.length, countsAlike };
}

/** An element that is removed goes with its comma, and is no JSON. */
function isJson(text: string): boolean {
  try {
    return JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
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

    it("recognises recordings by their shapes", () => {
      const wrong = recorded.filter((recording) => {
        const body = readRecording(recording);
        return [native, baseline].some((backend) => backend.detectWire(body) !== recording.wire);
      });
      expect(wrong.map(({ file }) => file)).toEqual([]);
    });

    it.each(Object.entries(POLICIES))("reduces recordings alike in both backends: %s", (_, input) => {
      const policy = resolvePolicy(everyTurn(input));
      let masked = 0;
      for (const recording of recorded) {
        const report = withName(recording, () =>
          expectAgreement({ native, baseline }, readRecording(recording), policy),
        );
        masked += report?.maskedCount ?? 0;
      }
      expect(masked).toBeGreaterThan(recorded.length);
    });

    it.each(Object.entries(POLICIES))("keeps recordings as valid as before: %s", (_, input) => {
      const policy = resolvePolicy(everyTurn(input));
      const masked = new Map<Wire, number>();
      for (const recording of recorded) {
        const body = readRecording(recording);
        for (const backend of [native, baseline]) {
          const { body: out, report } = backend.reduceBody(body, policy, {});
          expect([recording.file, newViolations(body, out, recording.wire)]).toEqual([recording.file, []]);
          masked.set(recording.wire, (masked.get(recording.wire) ?? 0) + report.maskedCount);
        }
      }
      for (const wire of WIRE_NAMES) expect([wire, (masked.get(wire) ?? 0) > 100]).toEqual([wire, true]);
    });

    it.each(Object.entries(POLICIES))("leaves reduced recordings unchanged when reduced again: %s", (_, input) => {
      const policy = resolvePolicy(everyTurn(input));
      for (const recording of recorded) {
        for (const backend of [native, baseline]) {
          const once = backend.reduceBody(readRecording(recording), policy, {}).body;
          const twice = backend.reduceBody(once, policy, {});
          expect([recording.file, twice.changed, twice.body === once]).toEqual([recording.file, false, true]);
        }
      }
    });

    it.each([4, 8, 10] as const)("shrinks recordings by the manifest's figures with a window of %i", (windowTurns) => {
      expect(Buffer.byteLength(TEMPLATE)).toBe(36);
      let countedOtherwise = 0;
      const far = recorded.flatMap((recording) => {
        const removed = removedShare(native, recording, windowTurns);
        const expected = recording[`mask${windowTurns}`];
        if (100 * Math.abs(removed.asSpelled - expected) <= 0.3) return [];
        const line = `${recording.file}: ${(100 * removed.asSpelled).toFixed(1)} %, manifest ${(100 * expected).toFixed(1)} %`;
        if (100 * Math.abs(removed.unescaped - expected) > 0.3) {
          if (removed.countsAlike) return [line];
          countedOtherwise++;
          return [];
        }
        console.log(`${line}; ${(100 * removed.unescaped).toFixed(1)} % without the escapes it is spelled with`);
        return [];
      });
      expect(far).toEqual([]);
      expect(countedOtherwise).toBeLessThan(20);
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
