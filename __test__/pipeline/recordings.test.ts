import { describe, expect, it } from "vitest";
import { createReducer } from "../../ts/index.js";
import { validateRequest } from "../../ts/validate/index.js";
import { cases } from "../support/cases.js";
import { readRecording, recordings } from "../support/recordings.js";
import { parse, tokensOf } from "./build.js";

const SHARES = [0.75, 0.5, 0.25, 0.1];
const all = recordings ?? [];
/** Each recording has one of the shares, or all with four times the cases. */
const SHARES_EACH = Math.min(SHARES.length, cases(1));

/** Rules broken, with what they are about; places shift where messages go. */
const brokenRules = (request: Uint8Array, wire: (typeof all)[number]["wire"]) =>
  validateRequest(request, { wire }).map(({ rule, message }) => `${rule} ${message}`);

/** One half for each way to go on after masking. */
const halves = [true, false];

describe.skipIf(recordings === undefined)("recorded conversations at 75, 50, 25 and 10 %", () => {
  it.each(halves)(
    "are valid and within budget, or say that they do not fit; summaries: %s",
    async (enabled) => {
      const stages = new Map<string, number>();
      for (const [index, recording] of all.entries()) {
        if ((index % 2 === 0) !== enabled) continue;
        const body = readRecording(recording);
        const { wire } = recording;
        const before = tokensOf(wire, parse(body));
        const known = brokenRules(body, wire);
        for (let at = 0; at < SHARES_EACH; at++) {
          const share = SHARES[((index >> 1) + at) % SHARES.length] as number;
          const budget = { tokens: Math.max(1, Math.round(before * share)) };
          const reducer = createReducer({ budget, policy: { summarize: { enabled } } });
          const { body: out, report } = await reducer.reduce(body, { wire });
          const left = [...known];
          for (const rule of brokenRules(out, wire)) {
            const at = left.indexOf(rule);
            if (at < 0) throw new Error(`${recording.file} at ${share}: ${rule}`);
            left.splice(at, 1);
          }
          expect(report.fits, recording.file).toBe(tokensOf(wire, parse(out)) <= budget.tokens);
          expect(out.length).toBeLessThanOrEqual(body.length);
          expect(report.notes?.filter(({ reason }) => reason === "internal_error") ?? []).toEqual([]);
          const key = `${share} ${report.reductionStage ?? "as it is"} ${report.fits ? "fits" : "too large"}`;
          stages.set(key, (stages.get(key) ?? 0) + 1);
        }
      }
      if (process.env.TAMIS_SHOW !== undefined) console.log(Object.fromEntries([...stages].sort()));
      expect(stages.size).toBeGreaterThan(8);
    },
    240_000,
  );
});

it.runIf(recordings === undefined)("needs TAMIS_SHARED to look at recordings: not checked", () => {});
