import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Backend } from "../../ts/contract/backend.js";
import type { Wire } from "../../ts/contract/report.js";
import { createNative } from "../../ts/native/backend.js";
import { arbitraryWireCase, makeWireCase } from "./arbitrary-wire-case.js";
import { cases, timeLimit } from "./cases.js";
import { FEATURES } from "./conversation.js";
import { native, otherBackend } from "./native.js";
import { checkBackend, checkBoth, inputViolations, type WireCase } from "./wire-properties.js";

const CASES = cases(2_500);
/** When a long run ends, however many cases it has had: milliseconds since 1970. */
const UNTIL = Number(process.env.TAMIS_TEST_UNTIL ?? Number.NaN);

/** The properties of one wire, on generated valid requests, for both backends and between them. */
export function describeWire(wire: Wire): void {
  const other = otherBackend();
  const backends: Backend[] = "addon" in native ? [other, createNative(native.addon)] : [other];
  const names = backends.map(({ name }) => name).join(" and ");

  describe(`${wire}: valid generated requests, ${names}`, () => {
    it(
      `keep every promise in ${CASES} cases`,
      () => {
        const [first, second] = backends;
        const before = process.cpuUsage();
        const seen = { cases: 0, masked: 0, clipped: 0, changed: 0 };
        const property = fc.property(arbitraryWireCase(wire), (one) => {
          const report =
            first !== undefined && second !== undefined
              ? checkBoth({ other: first, native: second }, one)
              : checkBackend(first as Backend, one);
          seen.cases++;
          seen.masked += report.maskedCount;
          seen.clipped += report.clippedCount;
          seen.changed += report.changed ? 1 : 0;
        });
        // Each case prints as its bytes, which is what one wants to try again.
        fc.assert(property, { numRuns: CASES, reporter: throwFailure, ...timeLeft() });
        const { cases: done, changed, masked, clipped } = seen;
        const { user, system } = process.cpuUsage(before);
        const counts = `${done} cases, ${changed} changed, ${masked} masked, ${clipped} clipped`;
        console.log(`${wire}: ${counts}, ${Math.round((user + system) / 1e6)} CPU s`);
        if (done < CASES) return; // The run reached its time limit.
        expect(masked).toBeGreaterThan(done / 5);
        expect(clipped).toBeGreaterThan(done / 200);
      },
      timeLimit(180_000),
    );

    it("generates valid requests", () => {
      for (let seed = 0; seed < 200; seed++) {
        const one = makeWireCase(wire, seed, seed % 9, FEATURES);
        expect({ violations: inputViolations(one), body: "" }).toEqual({ violations: [], body: "" });
      }
    });
  });
}

function timeLeft(): fc.Parameters<[WireCase]> {
  if (Number.isNaN(UNTIL)) return {};
  return { interruptAfterTimeLimit: Math.max(1, UNTIL - Date.now()), markInterruptAsFailure: false };
}

function throwFailure(details: fc.RunDetails<[WireCase]>): void {
  if (!details.failed) return;
  const [one] = details.counterexample ?? [];
  const shown =
    one === undefined
      ? "no case"
      : `${one.body} with ${JSON.stringify(one.policy.settings.mask)} and ${JSON.stringify(one.options)}`;
  const where = `seed ${details.seed}, path ${details.counterexamplePath}`;
  throw new Error(`${where}: ${shown}`, { cause: details.errorInstance });
}
